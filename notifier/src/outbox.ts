import type { Jobs as Payloads } from '@visita/contracts/jobs';
import { codeOf, type Log } from '@visita/platform/logging/log';
import type { Database } from '@visita/platform/postgres/connect';
import { type AddOptions, type Jobs, payloadSchemas, type QueueName } from '@visita/platform/jobs/port';
import { TooSlow } from '@visita/platform/async/within';
import { PutBack } from './put-back.ts';
import { type TopicMail, sendByTopic } from './topic-mails.ts';
import { askSql, endedSql, endSql, expireSql, forgetSql, scheduleSql, takeDueSql } from './outbox.sql.ts';

/** `expires`: when the job becomes pointless; a week later by default. */
type Asking = Omit<AddOptions, 'delay'> & { expires?: Date | undefined };

/** Jobs that are added and run here; a finished or removed job does not run again. */
export type OutboxJobs = {
  /** Queues a job and keeps it in the database until it is done. */
  add<Queue extends QueueName>(
    queue: Queue,
    name: string,
    payload: Payloads[Queue],
    options: Asking,
  ): Promise<void>;
} & Pick<Jobs, 'work' | 'remove'>;

/** Mails to be queued at a later time, about a booking that may change until then. */
export type Scheduled = {
  /** Key of the booking. */
  readonly topic: string;
  /** Mails of the newest revision replace all unclaimed ones of the topic. */
  readonly revision: number;
  readonly due: Date;
  /** When the mails become pointless. */
  readonly expires: Date;
  readonly mails: readonly { id: string; name: string; payload: Payloads['mail']; priority: number }[];
};

/**
 * Transactional outbox in front of the job store. A row is `asked`, `claimed` (mails, by the ledger), then
 * `sent` or `dropped`. The job store may be wiped, although checkpoints stay.
 */
export type Outbox = OutboxJobs & {
  /** Queues the first mail of a topic at once, and merges those that follow within the pause. */
  follow(followed: TopicMail): Promise<void>;
  /** Keeps mails until they are due. */
  schedule(scheduled: Scheduled): Promise<void>;
  /**
   * Queues due jobs, and again those queued `patience` ms ago and not done; returns their number. A job that
   * the store still has stays one job. A job that cannot be queued does not delay others.
   */
  queueDue(options: { patience: number; limit: number; waiting?: boolean }): Promise<number>;
  /** Drops mails that expired before they were sent, and returns them. */
  expire(): Promise<Payloads['mail'][]>;
  /**
   * Deletes expired rows except claimed mails. Returns whether mails wait for the mail server: `queueDue`
   * takes them only with `waiting`.
   */
  forget(): Promise<boolean>;
};

type Row = {
  queue: QueueName;
  id: string;
  name: string;
  payload: unknown;
  priority: number;
  waits: boolean;
};

export type OutboxDeps = {
  jobs: OutboxJobs;
  pool: Database['pool'];
  log: Pick<Log, 'warn' | 'error'>;
  now: () => Date;
};

/**
 * Lifetime of a job without expiry: after a week a mail is pointless, and an operator has seen
 * parked jobs.
 */
const lifetime = 7 * 86_400_000;

/** Creates the outbox. Jobs must be idempotent: one may run twice. */
export const createOutbox = ({ jobs, pool, log, now }: OutboxDeps): Outbox => {
  const end = (queue: QueueName, id: string, state: 'sent' | 'dropped') =>
    pool.query(endSql, [queue, id, state]);
  const requeue = createRequeue({ jobs, log, drop: (queue, id) => end(queue, id, 'dropped') });

  return {
    add: async (queue, name, payload, options) => {
      const { id, priority = 0 } = options;
      const at = now();
      const { expires = new Date(at.getTime() + lifetime) } = options;
      await pool.query(askSql, [queue, id, name, JSON.stringify(payload), priority, at, expires]);
      await jobs.add(queue, name, payload, { id, priority });
    },
    follow: async (followed) => {
      const mail = await sendByTopic({ pool, now, lifetime }, followed);
      if (mail) await jobs.add('mail', mail.template, mail, followed);
    },
    schedule: async ({ topic, revision, mails, due, expires }) => {
      await pool.query(scheduleSql, [topic, revision, JSON.stringify(mails), due, expires]);
    },
    work: (queue, handler, options) =>
      jobs.work(
        queue,
        async (payload, job) => {
          // A job may be removed just before it is queued again. A job without a row is from an older
          // release.
          if ((await pool.query(endedSql, [queue, job.id])).rowCount === 1) return;
          try {
            await handler(payload, job);
          } catch (error) {
            if (!(error instanceof PutBack)) throw error;
            return log.warn(
              { queue, jobId: job.id, code: error.code },
              'a job failed and waits in the outbox',
            );
          }
          await end(queue, job.id, 'sent');
        },
        options,
      ),
    remove: async (queue, id) => {
      await end(queue, id, 'dropped');
      await jobs.remove(queue, id);
    },
    queueDue: async ({ patience, limit, waiting = false }) => {
      const { rows } = await pool.query<Row>(takeDueSql, [now(), patience, limit, waiting]);
      await requeue(rows);
      return rows.length;
    },
    expire: async () => {
      const { rows } = await pool.query<Pick<Row, 'id' | 'payload'>>(expireSql, [now()]);
      for (const { id } of rows) await jobs.remove('mail', id);
      return rows.flatMap(({ payload }) => payloadSchemas.mail.safeParse(payload).data ?? []);
    },
    forget: async () => (await pool.query(forgetSql, [now()])).rowCount === 1,
  };
};

type RequeueDeps = Pick<OutboxDeps, 'jobs' | 'log'> & {
  drop(queue: QueueName, id: string): Promise<unknown>;
};

/** Creates the function that queues rows; after the last one it throws if one could not be queued. */
const createRequeue = ({ jobs, log, drop }: RequeueDeps) => {
  const one = async ({ queue, id, name, payload, priority, waits }: Row): Promise<void> => {
    const parsed = payloadSchemas[queue].safeParse(payload);
    // The store still has the job as done or parked and would ignore it as a duplicate.
    if (waits) await jobs.remove(queue, id);
    if (parsed.success) return jobs.add(queue, name, parsed.data, { id, priority });
    log.error({ queue, jobId: id, code: 'unknown-shape' }, 'a job has an unknown shape and is dropped');
    await drop(queue, id);
  };

  return async (rows: readonly Row[]): Promise<void> => {
    const failures: unknown[] = [];
    for (const row of rows) {
      try {
        await one(row);
      } catch (error) {
        // The job store is down, so each further job would wait for the same timeout.
        if (error instanceof TooSlow) throw error;
        log.warn({ queue: row.queue, jobId: row.id, code: codeOf(error) }, 'cannot queue a job now');
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  };
};
