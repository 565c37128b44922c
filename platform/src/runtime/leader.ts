import { codeOf, type Log } from '../logging/log.ts';
import type { Database } from '../postgres/connect.ts';
import type { Migrations } from '../postgres/migrate.ts';
import type { Lifecycle } from './lifecycle.ts';
import { type Metrics, noMetrics } from '../telemetry/metrics.ts';
import { within } from '../async/within.ts';
import { repeat } from '../async/retry.ts';

type LeaderElectionOptions = {
  database: Pick<Database, 'pool'>;
  log: Log;
  /** Name of the lease. */
  name: string;
  /** Id of this process, unique among all. */
  holder: string;
  /** Creates a new part each time this process becomes leader. */
  part: () => Lifecycle;
  /** Ms after which a silent leader loses the lease; 4,000 by default. */
  lease?: number;
  metrics?: Pick<Metrics, 'collect'>;
};

export const leaderSchema = 'leader';

/** Leases by name, with holder and expiry. */
export const leaderMigrations: Migrations = {
  '0001-leases': {
    up: (knex) =>
      knex.schema.createTable('leases', (table) => {
        table.text('name').primary();
        table.text('holder').notNullable();
        table.timestamp('until').notNullable();
      }),
  },
};

/** A candidate for leadership of a part. */
export type LeaderElection = Lifecycle & {
  leads(): boolean;
};

/** Starts and stops the part, one after the other, as this process gains and loses the lease. */
const createWork = ({ log, name, holder, part: create }: LeaderElectionOptions) => {
  let part: Lifecycle | null = null;
  let wanted = false;
  let turns = 0;
  let changing: Promise<void> = Promise.resolve();

  const begin = async (): Promise<void> => {
    log.info({ name, holder }, 'leads');
    part = create();
    await part.start();
  };

  const end = async (): Promise<void> => {
    const ending = part;
    part = null;
    await ending?.stop();
  };

  /** Does not wait for start and stop, because the lease has to be renewed meanwhile. */
  const want = (lead: boolean): void => {
    if (lead === wanted) return;
    wanted = lead;
    const turn = (turns += 1);
    if (!lead) log.warn({ name, holder }, 'no longer leads');
    changing = changing.then(lead ? begin : end).catch(async (error: unknown) => {
      log.error({ name, code: codeOf(error) }, 'leading failed: trying again');
      await end().catch(() => undefined);
      // If the lease changed during the stop, the next change is already queued.
      if (turn === turns) wanted = false;
    });
  };

  const stop = async (): Promise<void> => {
    await changing;
    await end();
  };

  return { want, stop, wanted: () => wanted };
};

/**
 * Lets one of several processes run a part. Uses a lease in the database instead of a session lock: a process that is
 * suspended with open connections loses it too. Such a process may continue for a moment when it resumes, so two
 * instances of the part must do no harm.
 */
export const createLeaderElection = (options: LeaderElectionOptions): LeaderElection => {
  const { log, name, lease = 4_000, metrics = noMetrics } = options;
  const stopping = new AbortController();
  const work = createWork(options);
  let until = 0;
  let running: Promise<void> = Promise.resolve();
  let stopCollecting = (): void => undefined;

  const renew = async (): Promise<void> => {
    const asked = performance.now();
    const held = await within(lease / 2, hold(options, lease), 'renewing a lease');
    if (held) until = asked + lease;
    work.want(held);
  };

  const cannotRenew = (error: unknown): void => {
    log.warn({ name, code: codeOf(error) }, 'cannot reach the database of the leases');
    // Without an answer, the lease ends when it expires.
    if (performance.now() > until) work.want(false);
  };

  return {
    start: async () => {
      stopCollecting = metrics.collect(() => [
        { figure: 'leads', labels: [name], value: work.wanted() ? 1 : 0 },
      ]);
      running = repeat(renew, { pause: lease / 4, signal: stopping.signal, onFailure: cannotRenew });
    },
    stop: async () => {
      stopping.abort();
      stopCollecting();
      await running;
      await work.stop();
      await release(options).catch(() => undefined);
    },
    leads: work.wanted,
  };
};

const hold = async ({ database, name, holder }: LeaderElectionOptions, lease: number): Promise<boolean> => {
  const { rowCount } = await database.pool.query({
    name: 'hold-lease',
    text: `insert into leader.leases (name, holder, until)
      values ($1, $2, clock_timestamp() + $3 * interval '1 millisecond')
      on conflict (name) do update set holder = excluded.holder, until = excluded.until
        where leases.holder = excluded.holder or leases.until < clock_timestamp()`,
    values: [name, holder, lease],
  });
  return rowCount === 1;
};

/** Lets the next process start at once. */
const release = ({ database, name, holder }: LeaderElectionOptions) =>
  database.pool.query('delete from leader.leases where name = $1 and holder = $2', [name, holder]);
