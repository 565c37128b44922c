import { randomUUID } from 'node:crypto';
import type { Database } from '@visita/platform/postgres/connect';
import type { EventStore, EventToAppend } from '@visita/platform/event-store/port';
import { bookingLives } from '../../tests/support/many-bookings.ts';
import { copyInto } from './copy.ts';
import type { Practice } from './practices.ts';

export type ManyEvents = {
  database: Pick<Database, 'pool'>;
  /** Wraps the event store with the product's encryption. */
  around(store: EventStore): EventStore;
  /** Practices of the past bookings, in turn. */
  practices: readonly Pick<Practice, 'clinicId' | 'proId' | 'hubId'>[];
  events: number;
};

const mostAtOnce = 5_000;
/** Patients return: each has a key, and creating keys is not to be measured. */
const patientsEach = 50;
const day = 86_400_000;

/**
 * Writes events of past bookings directly into the log; only while there are no other appends. Returns their
 * number.
 */
export const loadEvents = async ({ database, around, practices, events }: ManyEvents): Promise<number> => {
  const collected: { stream: string; event: EventToAppend }[] = [];
  const store = around(
    collecting((stream, all) => collected.push(...all.map((event) => ({ stream, event })))),
  );
  const patients = practices.map(() => Array.from({ length: patientsEach }, () => randomUUID()));
  // About two events per booking: each practice gets some, however few there are.
  const atOnce = Math.min(mostAtOnce, Math.ceil(events / practices.length / 2));
  let written = 0;
  for (let turn = 0; written < events; turn += 1) {
    const practice = turn % practices.length;
    const before = 2 + Math.floor(turn / practices.length) * Math.ceil(atOnce / 24);
    const lives = bookingLives({
      bookings: atOnce,
      start: Date.now() - before * day,
      back: true,
      patients: patients[practice]!,
      ...practices[practice]!,
    });
    for (const life of lives) {
      for (const [revision, event] of life.entries()) {
        if (written + collected.length >= events) break;
        const expected = revision === 0 ? 'no-stream' : revision - 1;
        await store.append(`booking-${event.data.bookingId}`, expected, [
          { ...event, id: randomUUID(), metadata },
        ]);
      }
    }
    written += await copy(database, collected.splice(0));
  }
  return written;
};

/** The operator's seed causes no mails. */
const metadata = {
  correlationId: '00000000-0000-4000-8000-000000000001',
  causationId: '00000000-0000-4000-8000-000000000002',
  actor: 'operator:seed',
  time: '2026-11-20T08:00:00.000Z',
} as const;

const collecting = (take: (stream: string, events: readonly EventToAppend[]) => void): EventStore => {
  const refuse = () => Promise.reject(new Error('this store only collects appends'));
  return {
    append: async (stream, _expected, events) => {
      take(stream, events);
      return { revision: 0, position: '0' };
    },
    readStream: refuse,
    readAll: refuse,
    head: refuse,
    writable: refuse,
    countAfter: refuse,
    subscribe: () => {
      throw new Error('this store only collects appends');
    },
    close: async () => undefined,
  };
};

const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n');

const copy = async (
  { pool }: Pick<Database, 'pool'>,
  events: readonly { stream: string; event: EventToAppend }[],
): Promise<number> => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(hashtextextended('visita.eventstore', 0))`);
    const { rows } = await client.query<{ head: string | null }>(
      'select max(position)::text as head from eventstore.events',
    );
    const base = Number(rows[0]?.head ?? 0);
    const revisions = new Map<string, number>();
    const lines = events.map(({ stream, event }, index) => {
      const revision = (revisions.get(stream) ?? -1) + 1;
      revisions.set(stream, revision);
      const { id, type, schemaVersion = 1, data, metadata: about } = event;
      const cells = [base + index + 1, stream, revision, id, type, schemaVersion];
      return `${[...cells, JSON.stringify(data), JSON.stringify(about)].map((cell) => escaped(String(cell))).join('\t')}\n`;
    });
    const columns = 'position, stream_id, revision, event_id, type, schema_version, data, metadata';
    await copyInto(client, `copy eventstore.events (${columns}) from stdin`, lines);
    await client.query('commit');
    return events.length;
  } finally {
    client.release(true);
  }
};
