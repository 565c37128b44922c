import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { canonicalOf, chainStart, linkOf } from '@visita/platform/event-store/chain';
import { pagesOf } from '@visita/platform/event-store/pages';
import { beginning, type EventStore } from '@visita/platform/event-store/port';
import { type BackupFile, eventsName, positionsName } from './manifest.ts';
import { createTarget, type Destination } from './target.ts';

/** Every attempt at a snapshot was disturbed by a write to the event store. */
export class TooBusy extends Error {}

const attempts = 100;

const begin = 'begin isolation level repeatable read read only';

/**
 * Starts a snapshot of the tables and returns the last event at that moment. If the events are in another
 * store, it compares the head before and after: if it is unchanged, both are of the same moment.
 */
export const beginSnapshot = async (
  client: PoolClient,
  { stored, elsewhere }: { stored: Pick<EventStore, 'head'>; elsewhere: boolean },
): Promise<string> => {
  if (!elsewhere) {
    await client.query(begin);
    const { rows } = await client.query<{ position: string }>(
      'select coalesce(max(position), 0) as position from eventstore.events',
    );
    return (rows[0]?.position ?? '0').padStart(beginning.length, '0');
  }
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const before = await stored.head();
    // The first statement takes the snapshot.
    await client.query(`${begin}; select 1 from pg_namespace limit 1`);
    if ((await stored.head()) === before) return before;
    await client.query('rollback');
  }
  throw new TooBusy('Events are written all the time: stop the product for as long as the backup begins.');
};

type Written = { readonly files: BackupFile[]; readonly hash: string };

export type WriteEventsOptions = Destination & {
  readonly stored: Pick<EventStore, 'readAll'>;
  readonly position: string;
  onProgress?(progress: { what: string; done: number; total: number; shareOnly?: boolean }): void;
};

/** Writes the events up to a position, their positions (one per line) and the hash of their chain. */
export const writeEvents = async (options: WriteEventsOptions): Promise<Written> => {
  const { stored, position, onProgress } = options;
  const [events, positions] = [eventsName, positionsName].map((name) => createTarget(name, options));
  let hash = chainStart;
  const seen: string[] = [];
  async function* lines() {
    for await (const page of pagesOf(stored, beginning, position)) {
      const texts = page.events.map(canonicalOf);
      for (const text of texts) hash = linkOf(hash, text);
      for (const event of page.events) seen.push(event.position);
      yield texts.map((text) => `${text}\n`).join('');
      // Positions are bytes in EventStoreDB, not a number of events.
      const [done, total] = [Number(page.position), Number(position)];
      onProgress?.({ what: 'events', done, total, shareOnly: true });
    }
  }
  await pipeline(Readable.from(lines()), events!.stream);
  await pipeline(Readable.from(seen.map((one) => `${one}\n`)), positions!.stream);
  const files = [
    { name: eventsName, table: null, columns: [], ...(await events!.finish()) },
    { name: positionsName, table: null, columns: [], ...(await positions!.finish()) },
  ];
  return { files, hash: hash.toString('hex') };
};
