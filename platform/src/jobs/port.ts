import { calendarJob, mailJob, type Jobs as Payloads } from '@visita/contracts/jobs';
import type { z } from 'zod';

/** A key of `Jobs`; the queue in the backend is called the same. */
export type QueueName = keyof Payloads;

/** Shapes of the payloads of every queue. */
export const payloadSchemas: { readonly [Queue in QueueName]: z.ZodType<Payloads[Queue]> } = {
  mail: mailJob,
  calendar: calendarJob,
};

/** Every queue. */
export const queueNames = Object.keys(payloadSchemas) as readonly QueueName[];

/** Does one job; where it throws, the job is tried again later. May run twice for one job. */
export type JobHandler<Queue extends QueueName> = (
  payload: Payloads[Queue],
  job: { readonly id: string; readonly name: string; readonly attempt: number },
) => Promise<void>;

/** How a job is told apart, and when it is its turn. */
export type AddOptions = {
  /** The same id is the same job while it is kept (a day after it was done). Without `:`. */
  id: string;
  /** Milliseconds to wait first. */
  delay?: number;
  /** 0 goes first, which it is by default; then 1, and so on. */
  priority?: number;
};

/** A job that failed too often and waits for an operator. Holds ids only. */
export type ParkedJob = {
  readonly id: string;
  readonly name: string;
  /** ISO 8601 instant of the last attempt. */
  readonly failedAt: string;
  readonly attempts: number;
  /** Name and code of the error; never its message, which may quote people. */
  readonly reason: string;
  /** What it was asked to do: ids only. */
  readonly payload: unknown;
};

/** How many jobs a queue has in each state. */
export type JobCounts = {
  readonly waiting: number;
  readonly delayed: number;
  readonly active: number;
  /** Those that wait for an operator. */
  readonly parked: number;
  /** ISO 8601 instant at which the oldest one that waits was asked for; null where none waits. */
  readonly oldest: string | null;
};

/**
 * Work to be done later and surely, though the process may end meanwhile. While the store is away each call but `work`
 * and `close` rejects after five seconds; what it asked for may be done all the same.
 */
export type Jobs = {
  /** Queues a job. */
  add<Queue extends QueueName>(
    queue: Queue,
    name: string,
    payload: Payloads[Queue],
    options: AddOptions,
  ): Promise<void>;
  /** Starts to work; `concurrency` jobs at once. */
  work<Queue extends QueueName>(
    queue: Queue,
    handler: JobHandler<Queue>,
    options: { concurrency: number },
  ): Promise<void>;
  counts(queue: QueueName): Promise<JobCounts>;
  /** The jobs that wait for an operator, newest first; at most 1,000. */
  parked(queue: QueueName): Promise<ParkedJob[]>;
  /** Tries a parked job again, with all its attempts; false where there is none of this id. */
  retry(queue: QueueName, id: string): Promise<boolean>;
  /** Takes a job back that waits, for its time or for an operator; one that is being worked on ends by itself. */
  remove(queue: QueueName, id: string): Promise<void>;
  /** Ends after the jobs in hand, or after ten seconds without them: they run again elsewhere. */
  close(): Promise<void>;
};
