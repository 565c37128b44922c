import type { Jobs as Payloads } from '@visita/contracts/jobs';
import { codeOf, type Log } from '@visita/platform/core/log';
import type { Database } from '@visita/platform/postgres/connect';
import { type AddOptions, type Jobs, payloadSchemas, type QueueName } from '@visita/platform/jobs/port';
import { TooSlow } from '@visita/platform/core/within';
import { PutBack } from './put-back.ts';
import { type Followed, followSeries } from './series.ts';
import { askSql, endedSql, endSql, expireSql, forgetSql, scheduleSql, takeDueSql } from './outbox.sql.ts';

/** `expires`: from when on it is worth nothing; in a week where nothing is said. */
type Asking = Omit<AddOptions, 'delay'> & { expires?: Date | undefined };

/** Jobs that are asked for and worked on here; one that was done or taken back is not done again. */
export type OutboxJobs = {
  /** Queues a job that is kept in the database until it is done. */
  add<Queue extends QueueName>(
    queue: Queue,
    name: string,
    payload: Payloads[Queue],
    options: Asking,
  ): Promise<void>;
} & Pick<Jobs, 'work' | 'remove'>;

/** Mails that are to be queued at a time, about something that may change until then. */
export type Scheduled = {
  /** What they are about. */
  readonly series: string;
  /** Those of the newest revision replace all others of the series that nobody has claimed. */
  readonly revision: number;
  readonly due: Date;
  /** From when on they are worth nothing. */
  readonly expires: Date;
  readonly mails: readonly { id: string; name: string; payload: Payloads['mail']; priority: number }[];
};

/**
 * What is to be done surely, and by the job store: rows `asked`, `claimed` (mails, by the ledger), then `sent` or
 * `dropped`. The store may be wiped, while checkpoints stay where they are.
 */
export type Outbox = OutboxJobs & {
  /** Queues the first mail of a series at once, and makes one of what follows within the pause. */
  follow(followed: Followed): Promise<void>;
  /** Keeps mails until they are due. */
  schedule(scheduled: Scheduled): Promise<void>;
  /**
   * Queues what is due, and again what was queued so many milliseconds ago and is not done; answers how many that were.
   * A job that the store still has is the same job. One that cannot be queued holds up no other.
   */
  queueDue(options: { patience: number; limit: number; waiting?: boolean }): Promise<number>;
  /** Drops mails whose time is over before they went out, and answers them. */
  expire(): Promise<Payloads['mail'][]>;
  /**
   * Forgets what has expired, done or not, but for mails that were claimed. Returns whether mails wait until the mail
   * server answers: `queueDue` takes them with `waiting` only.
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

/** A week later nobody wants the mail any more, and an operator has seen what is parked. */
const lifetime = 7 * 86_400_000;

/** Asks the job store for what the outbox holds. What a job does must be harmless when it is done twice. */
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
      const mail = await followSeries({ pool, now, lifetime }, followed);
      if (mail) await jobs.add('mail', mail.template, mail, followed);
    },
    schedule: async ({ series, revision, mails, due, expires }) => {
      await pool.query(scheduleSql, [series, revision, JSON.stringify(mails), due, expires]);
    },
    work: (queue, handler, options) =>
      jobs.work(
        queue,
        async (payload, job) => {
          // Who takes a job back may do so just before it is queued again. One without a row is of an older release.
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

/** Makes what queues rows; it throws after the last where one could not be queued. */
const createRequeue = ({ jobs, log, drop }: RequeueDeps) => {
  const one = async ({ queue, id, name, payload, priority, waits }: Row): Promise<void> => {
    const parsed = payloadSchemas[queue].safeParse(payload);
    // The store still has it as done or parked, and would take it for the same job.
    if (waits) await jobs.remove(queue, id);
    if (parsed.success) return jobs.add(queue, name, parsed.data, { id, priority });
    log.error({ queue, jobId: id, code: 'unknown-shape' }, 'a job has an unknown shape and is given up');
    await drop(queue, id);
  };

  return async (rows: readonly Row[]): Promise<void> => {
    const failures: unknown[] = [];
    for (const row of rows) {
      try {
        await one(row);
      } catch (error) {
        // The store is away: each of the others would wait as long to be told so.
        if (error instanceof TooSlow) throw error;
        log.warn({ queue: row.queue, jobId: row.id, code: codeOf(error) }, 'cannot queue a job now');
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  };
};
