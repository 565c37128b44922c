import { kindsOfRelease, readKinds, unreadableKinds } from '@visita/platform/event-store/known-kinds';
import { beginning, type EventStore } from '@visita/platform/event-store/port';
import { readCheckpoint } from '@visita/projector/checkpoints';
import { projections } from '@visita/projector/projections';
import { type Check, off, ok, wrong } from './check.ts';
import { type Deps, has } from './database.ts';
import { freeOn } from './keeping.ts';
import { compareHistories, type Histories } from './migrations.ts';

/** Events per second of a rebuild on a small server; see `docs/performance.md`. */
const rebuiltPerSecond = 3_000;

const inWords = (seconds: number): string =>
  seconds < 60 ? 'less than a minute' : `about ${Math.ceil(seconds / 60)} minutes`;

export const readModelsKept = ({ pool }: Deps, store: Pick<EventStore, 'countAfter'>): Check => ({
  name: 'read models',
  todo: 'Start the event store.',
  look: async () => {
    if (!(await has(pool, 'read.checkpoints'))) return off('not there yet: the first start creates them');
    if ((await readCheckpoint({ pool, schema: 'read', projections })) !== null) return ok('kept as they are');
    const events = await store.countAfter(beginning);
    const time = inWords(events / rebuiltPerSecond);
    return ok(`rebuilt from ${events} events, which takes ${time}; requests are refused until then`);
  },
});

const gigabyte = 1e9;

/** Checks that the disk has room for a second copy of the read models and as much WAL. */
export const roomToRebuild = ({ pool }: Deps, directory: string): Check => ({
  name: 'room',
  todo: 'Create VAR_DIRECTORY, and give this user access.',
  look: async () => {
    const { rows } = await pool.query<{ bytes: string }>(
      `select coalesce(sum(pg_total_relation_size(c.oid)), 0) as bytes
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ('read', 'notifier') and c.relkind = 'r'`,
    );
    const [needed, free] = [2 * Number(rows[0]?.bytes), await freeOn(directory)];
    const text = `at most ${(needed / gigabyte).toFixed(2)} GB needed`;
    return free > needed ? ok(text) : wrong(text, 'Free some space before you start this release.');
  },
});

const notRecorded = 'the former release did not record which events it knows: read the changelog';

/** Describes which of this release's events the last release cannot read. */
const unreadableInWords = (unreadable: readonly string[] | null): string => {
  if (unreadable === null) return notRecorded;
  if (unreadable.length === 0) return 'the former release can read every event of this one';
  return `the former release cannot read ${unreadable.join(', ')}: the first such event closes the way back`;
};

/** Checks whether the last release can be started again after this one. */
export const wayBack = ({ pool }: Deps, histories: Histories, kinds = kindsOfRelease): Check => ({
  name: 'way back',
  todo: 'Look at the log of the last start.',
  look: async () => {
    const [{ pending }, former] = [await compareHistories(pool, histories), await readKinds(pool)];
    const ahead = former === null ? [] : unreadableKinds(former, kinds);
    if (ahead.length > 0) {
      const todo =
        'Start that release, or restore a backup from before it: this release stops at the first such event.';
      return wrong(`the former release is newer, and may have written ${ahead.join(', ')}`, todo);
    }
    const tables = pending.length > 0 ? 'closed by the next start, which changes tables' : 'open';
    return ok(`${tables}; ${unreadableInWords(former === null ? null : unreadableKinds(kinds, former))}`);
  },
});
