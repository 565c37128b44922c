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
  /** Of what only one process does. */
  name: string;
  /** Of this process, unique among all. */
  holder: string;
  /** A new part for each time this process leads. */
  part: () => Lifecycle;
  /** Milliseconds after which a leader that says nothing has lost; 4,000 by default. */
  lease?: number;
  metrics?: Pick<Metrics, 'collect'>;
};

/** The schema of {@link leaderMigrations}. */
export const leaderSchema = 'leader';

/** Who leads what, and until when unless they say so again. */
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

/** One of several processes that could do a part's work. */
export type LeaderElection = Lifecycle & {
  /** Whether this process does the work. */
  leads(): boolean;
};

/** Begins and ends a part's work, one after the other, as this process comes to lead and loses it. */
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

  /** Beginning and ending take their time, during which the lease must be renewed all the same. */
  const want = (lead: boolean): void => {
    if (lead === wanted) return;
    wanted = lead;
    const turn = (turns += 1);
    if (!lead) log.warn({ name, holder }, 'no longer leads');
    changing = changing.then(lead ? begin : end).catch(async (error: unknown) => {
      log.error({ name, code: codeOf(error) }, 'leading failed: trying again');
      await end().catch(() => undefined);
      // Ending took its time: what was wanted since then holds, and is next in line.
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
 * Lets one process of several do a part's work. A lease in the database rather than a lock of its session: a process
 * that was stopped with its connections open loses it too. It may go on for a moment after it wakes, so what a part
 * does must be harmless when two do it.
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
    log.warn({ name, code: codeOf(error) }, 'cannot reach the database that says who leads');
    // Without an answer the lease holds for as long as it was given.
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

/** So that the next one need not wait. */
const release = ({ database, name, holder }: LeaderElectionOptions) =>
  database.pool.query('delete from leader.leases where name = $1 and holder = $2', [name, holder]);
