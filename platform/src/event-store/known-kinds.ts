import type { Pool } from 'pg';
import { eventDefinitions } from '@visita/contracts/events';
import { unlessMissing } from '../postgres/missing.ts';

/** Latest schema version by event type. */
export type Kinds = Readonly<Record<string, number>>;

/** Event types and versions that this release writes and reads. */
export const kindsOfRelease: Kinds = Object.fromEntries(
  [...eventDefinitions.values()].map(({ type, version }) => [type, version]),
);

/** Stores the event types of this release, so that the next release knows which events this one cannot read. */
export const noteKinds = async (pool: Pool, kinds: Kinds = kindsOfRelease): Promise<void> => {
  const text = JSON.stringify(kinds);
  await pool.query('update event_source.place set kinds = $1 where kinds is distinct from $1', [text]);
};

/** Returns the event types of the release that opened the database last; null if not stored. */
export const readKinds = async (pool: Pool): Promise<Kinds | null> => {
  const reading = pool.query<{ kinds: Kinds | null }>('select kinds from event_source.place');
  return (await unlessMissing(reading))?.rows[0]?.kinds ?? null;
};

/** Describes the event types in `written` that a release with the types in `read` cannot read. */
export const unreadableKinds = (written: Kinds, read: Kinds): string[] =>
  Object.entries(written)
    .filter(([type, version]) => version > (read[type] ?? 0))
    .map(([type, version]) => (version === 1 ? type : `${type} of version ${version}`))
    .toSorted();
