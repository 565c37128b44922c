import { setTimeout as delay } from 'node:timers/promises';
import type { RecordedEvent } from '@visita/contracts/envelope';
import type { Log } from '../logging/log.ts';
import type { Database } from '../postgres/connect.ts';
import { createPoller, type Poller } from './poller.ts';
import { type Metrics, noMetrics } from '../telemetry/metrics.ts';
import { canonicalOf, linkOf, printOf } from '../event-store/chain.ts';
import type { EventStore } from '../event-store/port.ts';
import { chainOrigin, type ChainPlace, createSeals, type Seal, sealEvery } from '../event-store/seals.ts';

/** Times in ms. */
export type SealingOptions = {
  /** The events with personal data encrypted. */
  stored: Pick<EventStore, 'readAll' | 'head'>;
  database: Pick<Database, 'pool'>;
  log: Log;
  now: () => Date;
  metrics?: Pick<Metrics, 'sealingFailed'>;
  /** Milliseconds between two checks; a minute by default. */
  pause?: number;
  /** Milliseconds after which a smaller seal is made; an hour by default. */
  patience?: number;
  /** Pause between two seals if many are due, so that other work proceeds; 50 by default. */
  breath?: number;
};

const minute = 60_000;
const hour = 3_600_000;

/** Continues the chain over these events, at least one. */
const sealOf = ({ hash }: ChainPlace, events: readonly RecordedEvent[]): Seal => {
  let link = hash;
  const prints: Buffer[] = [];
  for (const event of events) {
    const canonical = canonicalOf(event);
    link = linkOf(link, canonical);
    prints.push(printOf(canonical));
  }
  return { position: events.at(-1)!.position, hash: link, prints: Buffer.concat(prints) };
};

/**
 * Seals new events: as soon as a seal is full, and hourly. Continues from the latest seal; `ops verify` checks
 * earlier ones. Meant for one process; if two do it, one's seals are discarded. Requires the schema of seals.
 */
export const createSealing = (options: SealingOptions): Poller => {
  const { stored, database, log, now, metrics = noMetrics } = options;
  const { pause = minute, patience = hour, breath = 50 } = options;
  const seals = createSeals(database.pool, now);

  const look = async (atOnce: number): Promise<number> => {
    const last = await seals.last();
    const from = last ?? chainOrigin;
    const events = await stored.readAll(from.position, atOnce);
    if (events.length === 0) {
      if ((await stored.head()) >= from.position) return 0;
      throw Object.assign(new Error('the log ends before its last seal'), { code: 'CUT_OFF' });
    }
    const due = !last || now().getTime() - last.sealedAt.getTime() >= patience;
    if (events.length < atOnce && !due) return 0;
    await seals.extend(from.position, [sealOf(from, events)]);
    if (events.length === atOnce) await delay(breath);
    return events.length;
  };

  return createPoller({
    name: 'events to seal',
    pause,
    log,
    atOnce: sealEvery,
    look: async (atOnce) => {
      try {
        return await look(atOnce);
      } catch (error) {
        metrics.sealingFailed();
        throw error;
      }
    },
  });
};
