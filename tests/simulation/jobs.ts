import type { JobHandler, QueueName } from '@visita/platform/jobs/port';
import type { OutboxJobs } from '@visita/notifier/outbox';

type Queued = { readonly queue: QueueName; readonly name: string; readonly payload: unknown };

/** A job store in memory whose jobs run when a simulation says so. */
export const createSteppedJobs = () => {
  const queued = new Map<string, Queued>();
  const handlers = new Map<QueueName, JobHandler<QueueName>>();
  let running: unknown = null;
  let turns = 0;
  const jobs: OutboxJobs = {
    add: async (queue, name, payload, { id }) =>
      void (queued.has(id) || queued.set(id, { queue, name, payload })),
    work: async (queue, handler) => void handlers.set(queue, handler as JobHandler<QueueName>),
    remove: async (_queue, id) => void queued.delete(id),
  };
  return {
    jobs,
    /** Payload of the job that runs now. */
    running: () => running,
    /** Runs each queued job once; a job that failed stays queued. */
    run: async (): Promise<void> => {
      const turn = (turns += 1);
      for (const [id, { queue, name, payload }] of queued) {
        const handler = handlers.get(queue);
        running = payload;
        const done = await handler?.(payload as never, { id, name, attempt: 1 }).then(
          () => true,
          () => false,
        );
        if (turn !== turns) throw new Error('this worker is dead');
        if (done !== false) queued.delete(id);
      }
    },
    /** Loses all jobs, as a job store that was wiped. */
    wipe: () => queued.clear(),
  };
};
