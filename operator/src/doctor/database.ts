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
  /^esdb[^:]*:\/\/(?:[^@/]*@)?([^/?]+)/.exec(url)?.[1] ?? 'an address that cannot be read';

export type Deps = { readonly pool: Pool; readonly now: () => Date };

export const has = async (pool: Pool, table: string): Promise<boolean> =>
  (await pool.query<{ there: boolean }>('select to_regclass($1) is not null as there', [table])).rows[0]
    ?.there === true;

export const databaseAnswers = ({ pool }: Deps, where: string): Check => ({
  name: 'database',
  todo: 'Start PostgreSQL, or set DATABASE_URL right.',
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
    const ahead = `${(apart / 1_000).toFixed(1)} s off ours`;
    if (Math.abs(apart) <= clockTolerance + (answered - asked) / 2) return ok(`the database's is ${ahead}`);
    return wrong(`the database's is ${ahead}`, 'Set both clocks by NTP: holds and links run out by them.');
  },
});

export const masterKeyFits = ({ pool }: Deps, wrapping: () => Promise<PurposeKeys>): Check => ({
  name: 'master key',
  todo: 'Give the one that this database was made with: MASTER_KEY, MASTER_KEY_FILE or var/secrets/master.key.',
  look: async () => {
    if (!(await has(pool, 'vault.keys'))) return off('nobody has a key yet');
    if (!(await has(pool, 'vault.key_versions'))) return off('not looked at before the next start');
    const { rows } = await pool.query('select from vault.keys where wrapped is not null limit 1');
    if (rows.length === 0) return off('nobody has a key yet');
    const deps = { pool, wrapping: await wrapping() };
    await requireFittingKeys(deps);
    const misfits = await findMisfits(deps);
    if (misfits.length === 0) return ok('opens the vault');
    return wrong(
      `opens the vault but for ${misfits.length} keys of another master key`,
      'Look at them with ops set-aside: verify and rebuild stop at what they are of.',
    );
  },
});

export const eventStoreAnswers = (store: Pick<EventStore, 'head' | 'writable'>, where: string): Check => ({
  name: 'event store',
  todo: 'Start it, or put its address right: nothing can be written until then.',
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
    if (!(await has(pool, 'read.checkpoints'))) return off('not there yet: the first start makes them');
    const position = await readCheckpoint({ pool, schema: 'read', projections });
    if (position === null) return ok('of another version than this release: the next start rebuilds them');
    const { events, seconds } = await lagAfter({ store, now }, position);
    if (events === 0) return ok('show every event');
    const lag = `${events} events behind, ${Math.round(seconds)} s`;
    if (seconds <= longestLag) return ok(lag);
    return wrong(lag, 'Start the product; where it runs, its log says "projecting failed".');
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
  todo: 'Start the product; its log says what stands in the way.',
  look: async () => {
    if (!(await has(pool, `${sealSchema}.seals`))) return off('not there yet: the first start makes them');
    const last = await createSeals(pool, now).last();
    const { seconds } = await lagAfter({ store, now }, last?.position ?? beginning);
    // Imported and demo events are older than the first possible seal.
    const looked = last?.sealedAt ?? (await sealsSince(pool));
    if (seconds > longestUnsealed && now().getTime() - looked.getTime() > longestUnsealed * 1_000) {
      const hours = Math.floor(seconds / 3_600);
      return wrong(
        `events of ${hours} hours ago have no seal`,
        'Start the product; where it runs, its log says why.',
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
    if (!(await has(pool, 'projector.relay'))) return off('not there yet: the first start makes them');
    const { rows } = await pool.query<{ position: string }>('select position from projector.relay limit 1');
    if (rows[0] === undefined) return off('none yet');
    const { events, seconds } = await lagAfter({ store, now }, rows[0].position);
    if (events === 0 || seconds <= longestLag) return ok('announced');
    return wrong(
      `${events} events are not announced, ${Math.round(seconds)} s`,
      'Start NATS, or put NATS_URL of the projector right: open pages do not show what changes until then.',
    );
  },
});

export const leasesHold = ({ pool }: Deps): Check => ({
  name: 'leases',
  todo: 'Start the services that lead.',
  look: async () => {
    if (!(await has(pool, 'leader.leases'))) return off('one process: nobody needs to lead');
    const { rows } = await pool.query<{ name: string; holder: string; held: boolean }>(
      'select name, holder, until > clock_timestamp() as held from leader.leases order by name',
    );
    if (rows.length === 0) return off('no service leads anything');
    const lost = rows.filter(({ held }) => !held).map(({ name }) => name);
    if (lost.length > 0) return wrong(`nobody leads ${lost.join(', ')}`, 'Start the services that lead.');
    return ok(rows.map(({ name, holder }) => `${name}: ${holder}`).join(', '));
  },
});
