import { type Job, type Queue, UnrecoverableError } from 'bullmq';
import { codeOf, type Log } from '../logging/log.ts';
import { noMetrics, type Reading } from '../telemetry/metrics.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { type Origin, untraced } from '../telemetry/tracer.ts';
import { within } from '../async/within.ts';
import type { Backend } from './backends.ts';
import {
  payloadSchemas,
  type JobCounts,
  type JobHandler,
  type Jobs,
  type ParkedJob,
  type QueueName,
} from './port.ts';

type Closable = { on(event: 'error', listener: (error: Error) => void): unknown; close(): Promise<void> };

type JobsOptions = {
  backend: Backend;
  log: Log;
  /** Attempts before a job is parked; 12 by default. */
  attempts?: number;
  /** Ms before the second attempt, doubled for each further one; 2,000 by default. */
  backoff?: number;
} & Partial<Telemetry>;

const patience = 5000;
const closePatience = 10_000;
const daySeconds = 86_400;
/** Stalls before a job fails. A stall means that its worker died, so it is not counted as an attempt. */
const maximumStalls = 20;

/** Creates jobs on BullMQ. Closing them closes the backend too. */
export const createJobs = (options: JobsOptions): Jobs => {
  const { backend, log, attempts = 12, backoff = 2000, metrics = noMetrics, tracer = untraced } = options;
  const parts: Closable[] = [];

  const keep = <P extends Closable>(part: P): P => {
    // Without a listener a lost connection would crash the process.
    part.on('error', (error) => log.warn({ code: codeOf(error) }, 'a job queue reported an error'));
    parts.unshift(part);
    return part;
  };
  const queues: Readonly<Record<QueueName, Queue>> = {
    mail: keep(backend.queue('mail')),
    calendar: keep(backend.queue('calendar')),
  };
  const stopCollecting = metrics.collect(() => depthsOf(queues));

  return {
    add: async (queue, name, payload, { id, delay, priority = 0 }) => {
      if (id.includes(':')) throw new Error('a job id must not contain a colon');
      const added = queues[queue].add(name, payloadSchemas[queue].parse(payload), {
        jobId: id,
        attempts,
        backoff: { type: 'exponential', delay: backoff },
        removeOnComplete: { age: daySeconds },
        removeOnFail: { age: 30 * daySeconds },
        stackTraceLimit: 0,
        priority,
        // The origin is outside the payload, so that older workers ignore it.
        telemetry: { metadata: JSON.stringify(tracer.origin()) },
        ...(delay === undefined ? {} : { delay }),
      });
      await within(patience, added, `queueing a ${queue} job`);
    },
    work: async (queue, handler, { concurrency }) => {
      const worker = backend.worker(queue, processorOf(queue, handler, { log, metrics, tracer }), {
        concurrency,
        runRetryDelay: 300,
        maxStalledCount: maximumStalls,
      });
      keep(worker);
      await within(closePatience, worker.waitUntilReady(), `starting to work on ${queue} jobs`);
    },
    counts: (queue) => within(patience, countsOf(queues[queue]), `counting ${queue} jobs`),
    parked: async (queue) => {
      const failed = queues[queue].getFailed(0, 999);
      return (await within(patience, failed, `listing ${queue} jobs`)).map(describeParked);
    },
    retry: (queue, id) => within(patience, retry(queues[queue], id), `trying a ${queue} job again`),
    remove: (queue, id) => within(patience, remove(queues[queue], id), `taking a ${queue} job back`),
    close: async () => {
      stopCollecting();
      // Parts are closed in reverse order: workers before their queues.
      const closing = Promise.allSettled(parts.map((part) => part.close()));
      await within(closePatience, closing, 'ending the jobs in hand').catch(() => {
        log.warn({}, 'stopped with unfinished jobs: they run again');
      });
      await within(closePatience, backend.close(), 'closing the job store').catch(() => undefined);
    },
  };
};

const processorOf =
  <Queue extends QueueName>(queue: Queue, handler: JobHandler<Queue>, { log, metrics, tracer }: Watched) =>
  (job: Job): Promise<void> => {
    const { id = '', name } = job;
    const attempt = job.attemptsMade + 1;
    const { correlationId = id, traceparent } = originOf(job);
    const ids = { queue, jobId: id, name, attempt, correlationId };
    return tracer.span(`${queue} job`, { kind: 'consumer', ids, from: [traceparent] }, async () => {
      const payload = payloadSchemas[queue].safeParse(job.data);
      if (!payload.success) {
        metrics.jobFailed(queue);
        log.error(ids, 'a job has an unknown shape and is parked');
        throw new UnrecoverableError('unknown shape');
      }
      const failure = await failureOf(() => handler(payload.data, { id, name, attempt }));
      if (failure === null) return;
      metrics.jobFailed(queue);
      log.warn({ ...ids, reason: failure }, 'a job failed');
      // The queue stores error messages, and those of mail servers and databases may contain personal data.
      throw new Error(failure);
    });
  };

type Watched = Telemetry & { log: Log };

/** Returns the origin of a job; empty for scheduled jobs and jobs without metadata. */
const originOf = ({ opts }: Job): Origin => {
  const metadata = opts.telemetry?.metadata;
  return metadata === undefined ? {} : (JSON.parse(metadata) as Origin);
};

const retry = async (queue: Queue, id: string): Promise<boolean> => {
  const job = await queue.getJob(id);
  if (!job || !(await job.isFailed())) return false;
  await job.retry('failed', { resetAttemptsMade: true });
  return true;
};

const remove = async (queue: Queue, id: string): Promise<void> => {
  const job = await queue.getJob(id);
  // A running job is locked; its worker checks whether the job is still needed.
  if (job && !(await job.isActive())) await job.remove().catch(() => undefined);
};

const countsOf = async (queue: Queue): Promise<JobCounts> => ({
  ...(await statesOf(queue)),
  oldest: await oldestOf(queue),
});

const statesOf = async (queue: Queue): Promise<Omit<JobCounts, 'oldest'>> => {
  const { waiting = 0, prioritized = 0, active = 0, delayed = 0, failed = 0 } = await queue.getJobCounts();
  // Prioritized jobs are waiting too.
  return { waiting: waiting + prioritized, active, delayed, parked: failed };
};

const oldestOf = async (queue: Queue): Promise<string | null> => {
  const firsts = await Promise.all([queue.getWaiting(0, 0), queue.getPrioritized(0, 0)]);
  const times = firsts.flat().map(({ timestamp }) => timestamp);
  return times.length > 0 ? new Date(Math.min(...times)).toISOString() : null;
};

const depthsOf = async (queues: Readonly<Record<QueueName, Queue>>): Promise<Reading[]> => {
  const depths = await Promise.all(
    Object.entries(queues).map(async ([name, queue]) => {
      const states = await statesOf(queue);
      return Object.entries(states).map(([state, value]): Reading => ({
        figure: 'queue_jobs',
        labels: [name, state],
        value,
      }));
    }),
  );
  return depths.flat();
};

const failureOf = async (task: () => Promise<void>): Promise<string | null> => {
  try {
    await task();
    return null;
  } catch (error) {
    return reasonOf(error);
  }
};

const reasonOf = (error: unknown): string =>
  error instanceof Error ? `${error.name} ${codeOf(error)}` : 'not an error object';

const describeParked = (job: Job): ParkedJob => ({
  id: job.id ?? '',
  name: job.name,
  failedAt: new Date(job.finishedOn ?? job.timestamp).toISOString(),
  attempts: job.attemptsMade,
  reason: job.failedReason,
  payload: job.data as unknown,
});
