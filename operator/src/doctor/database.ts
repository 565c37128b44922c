import type { Pool } from 'pg';
import { beginning, type EventStore } from '@visita/platform/event-store/port';
import { createSeals, sealSchema } from '@visita/platform/event-store/seals';
import { findMisfits, requireFittingKeys } from '@visita/platform/vault/fitting';
import type { PurposeKeys } from '@visita/platform/vault/purpose-keys';
import { readCheckpoint } from '@visita/projector/checkpoints';
import { lagAfter } from '@visita/projector/lag';
import { projections } from '@visita/projector/projections';
import { type Check, ok, off, wrong } from './check.ts';

/** Hosts of a connection string, without the password; with several hosts it is not a valid URL. */
export const eventStoreHosts = (url: string): string =>
  /^esdb[^:]*:\/\/(?:[^@/]*@)?([^/?]+)/.exec(url)?.[1] ?? 'an unreadable address';

export type Deps = { readonly pool: Pool; readonly now: () => Date };

export const has = async (pool: Pool, table: string): Promise<boolean> =>
  (await pool.query<{ there: boolean }>('select to_regclass($1) is not null as there', [table])).rows[0]
    ?.there === true;

export const databaseAnswers = ({ pool }: Deps, where: string): Check => ({
  name: 'database',
  todo: 'Start PostgreSQL, or correct DATABASE_URL.',
  look: async () => {
    const { rows } = await pool.query<{ version: string; size: string }>(
      `select current_setting('server_version') as version, pg_size_pretty(pg_database_size(current_database())) as size`,
    );
    return ok(`PostgreSQL ${rows[0]?.version}, ${where}, ${rows[0]?.size}`);
  },
});

const clockTolerance = 2_000;

export const clocksAgree = ({ pool, now }: Deps): Check => ({
  name: 'clock',
  todo: 'Set both clocks by NTP.',
  look: async () => {
    const asked = now().getTime();
    const { rows } = await pool.query<{ time: Date }>('select clock_timestamp() as time');
    const answered = now().getTime();
    const apart = (rows[0]?.time.getTime() ?? 0) - (asked + answered) / 2;
    const ahead = `${(apart / 1_000).toFixed(1)} s off this machine’s`;
    if (Math.abs(apart) <= clockTolerance + (answered - asked) / 2) return ok(`the database's is ${ahead}`);
    return wrong(
      `the database's is ${ahead}`,
      'Set both clocks by NTP: they decide when holds and links expire.',
    );
  },
});

export const masterKeyFits = ({ pool }: Deps, wrapping: () => Promise<PurposeKeys>): Check => ({
  name: 'master key',
  todo: 'Use the key that this database was created with: MASTER_KEY, MASTER_KEY_FILE or var/secrets/master.key.',
  look: async () => {
    if (!(await has(pool, 'vault.keys'))) return off('no keys yet');
    if (!(await has(pool, 'vault.key_versions'))) return off('not checked before the next start');
    const { rows } = await pool.query('select from vault.keys where wrapped is not null limit 1');
    if (rows.length === 0) return off('no keys yet');
    const deps = { pool, wrapping: await wrapping() };
    await requireFittingKeys(deps);
    const misfits = await findMisfits(deps);
    if (misfits.length === 0) return ok('opens the vault');
    return wrong(
      `opens the vault, except ${misfits.length} keys encrypted with another master key`,
      'List them with ops set-aside: verify and rebuild stop at their events.',
    );
  },
});

export const eventStoreAnswers = (store: Pick<EventStore, 'head' | 'writable'>, where: string): Check => ({
  name: 'event store',
  todo: 'Start it, or correct its address: nothing can be written until then.',
  look: async () => {
    await store.writable();
    return ok(`${where}, last event at ${await store.head()}`);
  },
});

const longestLag = 30;

export const readModelsFollow = (
  { pool, now }: Deps,
  store: Pick<EventStore, 'countAfter' | 'readAll'>,
): Check => ({
  name: 'read models',
  todo: 'Start the product, or run ops rebuild.',
  look: async () => {
    if (!(await has(pool, 'read.checkpoints'))) return off('not there yet: the first start creates them');
    const position = await readCheckpoint({ pool, schema: 'read', projections });
    if (position === null) return ok('of another version: the next start rebuilds them');
    const { events, seconds } = await lagAfter({ store, now }, position);
    if (events === 0) return ok('up to date');
    const lag = `${events} events behind, ${Math.round(seconds)} s`;
    if (seconds <= longestLag) return ok(lag);
    return wrong(lag, 'Start the product. If it is running, look for "projecting failed" in its log.');
  },
});

/** Seconds; twice the interval at which the product seals. */
const longestUnsealed = 7_200;

/** Returns the creation time of the seals' schema; nothing could be sealed before. */
const sealsSince = async (pool: Deps['pool']): Promise<Date> => {
  const { rows } = await pool.query<{ at: Date }>(
    `select min(migration_time) as at from ${sealSchema}.migrations`,
  );
  return rows[0]?.at ?? new Date(0);
};

export const logIsSealed = (
  { pool, now }: Deps,
  store: Pick<EventStore, 'countAfter' | 'readAll'>,
): Check => ({
  name: 'seals',
  todo: 'Start the product. If it is running, its log tells the reason.',
  look: async () => {
    if (!(await has(pool, `${sealSchema}.seals`))) return off('not there yet: the first start creates them');
    const last = await createSeals(pool, now).last();
    const { seconds } = await lagAfter({ store, now }, last?.position ?? beginning);
    // Imported and demo events are older than the first possible seal.
    const looked = last?.sealedAt ?? (await sealsSince(pool));
    if (seconds > longestUnsealed && now().getTime() - looked.getTime() > longestUnsealed * 1_000) {
      const hours = Math.floor(seconds / 3_600);
      return wrong(
        `events from ${hours} hours ago are not sealed`,
        'Start the product. If it is running, its log tells the reason.',
      );
    }
    return ok(last ? `up to ${last.position}, ${last.sealedAt.toISOString()}` : 'none yet');
  },
});

/** Tells whether services run apart on this database: their leases are in it. */
export const runsApart = async (pool: Pool): Promise<boolean> =>
  (await has(pool, 'leader.leases')) &&
  ((await pool.query('select from leader.leases limit 1')).rowCount ?? 0) > 0;

/**
 * Checks that projected events are announced. If not, the bus is down, which only the projector may reach.
 */
export const busFollows = (
  { pool, now }: Deps,
  store: Pick<EventStore, 'countAfter' | 'readAll'>,
): Check => ({
  name: 'notices',
  todo: 'Start the projector.',
  look: async () => {
    if (!(await has(pool, 'projector.relay'))) return off('not there yet: the first start creates them');
    const { rows } = await pool.query<{ position: string }>('select position from projector.relay limit 1');
    if (rows[0] === undefined) return off('none yet');
    const { events, seconds } = await lagAfter({ store, now }, rows[0].position);
    if (events === 0 || seconds <= longestLag) return ok('published');
    return wrong(
      `${events} events are not published, ${Math.round(seconds)} s`,
      'Start NATS, or correct NATS_URL of the projector: open pages do not update until then.',
    );
  },
});

const leaderTodo = 'Start the services that should lead: see docs/runbook/no-leader.md.';

export const leasesHold = ({ pool }: Deps): Check => ({
  name: 'leases',
  todo: leaderTodo,
  look: async () => {
    if (!(await has(pool, 'leader.leases'))) return off('one process: no leader needed');
    const { rows } = await pool.query<{ name: string; holder: string; held: boolean }>(
      'select name, holder, until > clock_timestamp() as held from leader.leases order by name',
    );
    if (rows.length === 0) return off('no leader yet');
    const lost = rows.filter(({ held }) => !held).map(({ name }) => name);
    if (lost.length > 0) return wrong(`no leader for ${lost.join(', ')}`, leaderTodo);
    return ok(rows.map(({ name, holder }) => `${name}: ${holder}`).join(', '));
  },
});
