import type { Jobs as Payloads } from '@visita/contracts/jobs';
import { codeOf, type Log } from '@visita/platform/core/log';
import type { Database } from '@visita/platform/postgres/connect';
import { type AddOptions, type Jobs, payloadSchemas, type QueueName } from '@visita/platform/jobs/port';
import { TooSlow } from '@visita/platform/core/within';

/** Jobs that are asked for and worked on here; one that was done or taken back is not done again. */
export type OwedJobs = {
  /** Queues a job that is kept in the database until it is done. */
  add<Queue extends QueueName>(
    queue: Queue,
    name: string,
    payload: Payloads[Queue],
    options: Omit<AddOptions, 'delay'>,
  ): Promise<void>;
} & Pick<Jobs, 'work' | 'remove'>;

/** What is owed to the job store. */
export type Owed = OwedJobs & {
  /**
   * Queues again what was queued so many milliseconds ago and is not done; answers how many that were. A job that the
   * store still has is the same job, so that only what it lost comes back. One that cannot be queued holds up no other.
   */
  askAgain(options: { patience: number; limit: number }): Promise<number>;
  /** Forgets what was asked for so many milliseconds ago, done or not. */
  forget(age: number): Promise<void>;
};

const oweSql = `
  insert into notifier.owed (queue, job_id, name, payload, priority) values ($1, $2, $3, $4, $5)
  on conflict do nothing`;

const settleSql = 'update notifier.owed set settled_at = now() where queue = $1 and job_id = $2';

const settledSql = `
  select from notifier.owed where queue = $1 and job_id = $2 and settled_at is not null`;

const againSql = `
  with due as (
    select queue, job_id from notifier.owed
    where settled_at is null and queued_at <= now() - $1 * interval '1 ms'
    order by queued_at limit $2
    for update skip locked
  )
  update notifier.owed o set queued_at = now() from due where o.queue = due.queue and o.job_id = due.job_id
  returning o.queue, o.job_id as id, o.name, o.payload, o.priority`;

const forgetSql = `delete from notifier.owed where asked_at <= now() - $1 * interval '1 ms'`;

type Row = { queue: QueueName; id: string; name: string; payload: unknown; priority: number };

type OwedDeps = { jobs: OwedJobs; pool: Database['pool']; log: Pick<Log, 'warn' | 'error'> };

/**
 * Keeps what is asked of the job store in the database as well, since the store may be wiped while checkpoints stay
 * where they are. What a job does must be harmless when it is done twice, as is said of all jobs.
 */
export const createOwed = ({ jobs, pool, log }: OwedDeps): Owed => {
  const settle = (queue: QueueName, id: string) => pool.query(settleSql, [queue, id]);

  const isSettled = async (queue: QueueName, id: string): Promise<boolean> =>
    (await pool.query(settledSql, [queue, id])).rowCount === 1;

  const again = async ({ queue, id, name, payload, priority }: Row): Promise<void> => {
    const parsed = payloadSchemas[queue].safeParse(payload);
    if (parsed.success) return jobs.add(queue, name, parsed.data, { id, priority });
    log.error(
      { queue, jobId: id, code: 'unknown-shape' },
      'an owed job has an unknown shape and is given up',
    );
    await settle(queue, id);
  };

  const againAll = async (rows: readonly Row[]): Promise<void> => {
    const failures: unknown[] = [];
    for (const row of rows) {
      try {
        await again(row);
      } catch (error) {
        // The store is away: each of the others would wait as long to be told so.
        if (error instanceof TooSlow) throw error;
        log.warn({ queue: row.queue, jobId: row.id, code: codeOf(error) }, 'cannot queue an owed job now');
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  };

  return {
    add: async (queue, name, payload, options) => {
      const { id, priority = 0 } = options;
      await pool.query(oweSql, [queue, id, name, JSON.stringify(payload), priority]);
      await jobs.add(queue, name, payload, options);
    },
    work: (queue, handler, options) =>
      jobs.work(
        queue,
        async (payload, job) => {
          // Who takes a job back may do so just before it is queued again. One without a row is of an older release.
          if (await isSettled(queue, job.id)) return;
          await handler(payload, job);
          await settle(queue, job.id);
        },
        options,
      ),
    remove: async (queue, id) => {
      await settle(queue, id);
      await jobs.remove(queue, id);
    },
    askAgain: async ({ patience, limit }) => {
      const { rows } = await pool.query<Row>(againSql, [patience, limit]);
      await againAll(rows);
      return rows.length;
    },
    forget: async (age) => {
      await pool.query(forgetSql, [age]);
    },
  };
};
