import { setTimeout as delay } from 'node:timers/promises';
import type { RecordedEvent } from '@visita/contracts/envelope';
import type { Log } from '../logging/log.ts';
import type { Database } from '../postgres/connect.ts';
import { createPoller, type Poller } from './poller.ts';
import { type Metrics, noMetrics } from '../telemetry/metrics.ts';
import { canonicalOf, linkOf, printOf } from '../event-store/chain.ts';
import type { EventStore } from '../event-store/port.ts';
import { chainOrigin, type ChainPlace, createSeals, type Seal, sealEvery } from '../event-store/seals.ts';

/** Milliseconds, all of them. */
export type SealingOptions = {
  /** As stored, personal data encrypted. */
  stored: Pick<EventStore, 'readAll' | 'head'>;
  database: Pick<Database, 'pool'>;
  log: Log;
  now: () => Date;
  metrics?: Pick<Metrics, 'sealingFailed'>;
  /** From one look to the next; a minute by default. */
  pause?: number;
  /** After which fewer events than a seal may have are sealed too; an hour by default. */
  patience?: number;
  /** Between one seal and the next where many are due, so that others come by; 50 by default. */
  breath?: number;
};

const minute = 60_000;
const hour = 3_600_000;

/** Goes on with the chain over these events; there must be one. */
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
 * Seals what the log has grown by: as soon as there is enough for a seal, and hourly what there is. It only goes on from
 * the newest seal; whether what was sealed is still so is for `ops verify` to say. One process does it; where two do,
 * one's seals are not taken. It needs the schema of seals.
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
