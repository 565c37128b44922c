import { calendarJob, mailJob, type Jobs as Payloads } from '@visita/contracts/jobs';
import type { z } from 'zod';

/** A key of `Payloads`; also the queue's name in the backend. */
export type QueueName = keyof Payloads;

export const payloadSchemas: { readonly [Queue in QueueName]: z.ZodType<Payloads[Queue]> } = {
  mail: mailJob,
  calendar: calendarJob,
};

export const queueNames = Object.keys(payloadSchemas) as readonly QueueName[];

/** Runs one job; if it throws, the job is retried later. May run twice for one job. */
export type JobHandler<Queue extends QueueName> = (
  payload: Payloads[Queue],
  job: { readonly id: string; readonly name: string; readonly attempt: number },
) => Promise<void>;

export type AddOptions = {
  /** Identifies the job while it is kept (a day after it was done). Without `:`. */
  id: string;
  /** Delay in ms. */
  delay?: number;
  /** 0 (default) runs first, then 1, and so on. */
  priority?: number;
};

/** A job that failed too often and waits for an operator. Holds ids only. */
export type ParkedJob = {
  readonly id: string;
  readonly name: string;
  /** ISO 8601 instant of the last attempt. */
  readonly failedAt: string;
  readonly attempts: number;
  /** Name and code of the error, never its message, which may contain personal data. */
  readonly reason: string;
  /** Ids only. */
  readonly payload: unknown;
};

export type JobCounts = {
  readonly waiting: number;
  readonly delayed: number;
  readonly active: number;
  /** Jobs that wait for an operator. */
  readonly parked: number;
  /** ISO 8601 instant at which the oldest waiting job was added; null if none waits. */
  readonly oldest: string | null;
};

/**
 * Durable background jobs. While the store is down, each call except `work` and `close` rejects after five seconds,
 * but may still have taken effect.
 */
export type Jobs = {
  add<Queue extends QueueName>(
    queue: Queue,
    name: string,
    payload: Payloads[Queue],
    options: AddOptions,
  ): Promise<void>;
  /** Starts a worker that runs `concurrency` jobs at once. */
  work<Queue extends QueueName>(
    queue: Queue,
    handler: JobHandler<Queue>,
    options: { concurrency: number },
  ): Promise<void>;
  counts(queue: QueueName): Promise<JobCounts>;
  /** Returns the parked jobs, latest first, at most 1,000. */
  parked(queue: QueueName): Promise<ParkedJob[]>;
  /** Retries a parked job with all its attempts; false if there is none with this id. */
  retry(queue: QueueName, id: string): Promise<boolean>;
  /** Removes a job that is waiting, delayed or parked; a running one continues. */
  remove(queue: QueueName, id: string): Promise<void>;
  /** Closes after the running jobs, or after ten seconds without waiting for them: they are repeated elsewhere. */
  close(): Promise<void>;
};
