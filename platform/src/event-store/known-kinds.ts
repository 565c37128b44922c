import type { Pool } from 'pg';
import { eventDefinitions } from '@visita/contracts/events';
import { unlessMissing } from '../postgres/missing.ts';

/** By the storage name of each kind of event, the newest version of its data. */
export type Kinds = Readonly<Record<string, number>>;

/** What this release writes, and can read up to. */
export const kindsOfRelease: Kinds = Object.fromEntries(
  [...eventDefinitions.values()].map(({ type, version }) => [type, version]),
);

/** Writes down what this release knows, so that the next one can tell what the one before it cannot read. */
export const noteKinds = async (pool: Pool, kinds: Kinds = kindsOfRelease): Promise<void> => {
  const text = JSON.stringify(kinds);
  await pool.query('update event_source.place set kinds = $1 where kinds is distinct from $1', [text]);
};

/** What the release knows that opened the database last; null where it did not say. */
export const readKinds = async (pool: Pool): Promise<Kinds | null> => {
  const reading = pool.query<{ kinds: Kinds | null }>('select kinds from event_source.place');
  return (await unlessMissing(reading))?.rows[0]?.kinds ?? null;
};

/** Kinds that are written by who knows the first ones and cannot be read by who knows the others, in words. */
export const unreadableKinds = (written: Kinds, read: Kinds): string[] =>
  Object.entries(written)
    .filter(([type, version]) => version > (read[type] ?? 0))
    .map(([type, version]) => (version === 1 ? type : `${type} of version ${version}`))
    .toSorted();
