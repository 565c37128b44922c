import type { Pool } from 'pg';
import type { RecordedEvent } from '@visita/contracts/envelope';
import { publishedTypes } from '@visita/contracts/notice';
import type { Bus } from '@visita/platform/bus/port';
import { codeOf, type Log } from '@visita/platform/logging/log';
import { retry } from '@visita/platform/async/retry';
import { beginning, type EventStore } from '@visita/platform/event-store/port';
import { type Tracer, untraced } from '@visita/platform/telemetry/tracer';
import { noticeOf } from './notice-of.ts';

export type Publisher = Pick<Bus, 'publish'>;

export type RelayDependencies = {
  store: Pick<EventStore, 'readAll'>;
  pool: Pool;
  bus: Publisher;
  log: Log;
  tracer?: Tracer;
};

/**
 * Announces public events on the bus once their rows are readable: at least once, in order, from its own
 * checkpoint.
 */
export type Relay = {
  /** Reads the checkpoint. Rows up to `committed` are readable. */
  start(committed: string): Promise<void>;
  /** Accepts consecutive events whose rows have been committed. */
  offer(events: readonly RecordedEvent[]): void;
  stop(): Promise<void>;
};

const pageSize = 500;
/** Maximum number of events buffered in memory; further events are read again from the store. */
const bufferMaximum = 5_000;

/**
 * Milliseconds between saves of the position: events announced since the last one are announced again after a
 * crash.
 */
const saveEvery = 1_000;

/** Creates the relay of one projector. A slow or failing bus delays only the relay, never the projections. */
export const createRelay = ({ store, pool, bus, log, tracer = untraced }: RelayDependencies): Relay => {
  let position = beginning;
  let committed = beginning;
  let buffer: RecordedEvent[] = [];
  let working: Promise<void> = Promise.resolve();
  let busy = false;
  const stopping = new AbortController();
  let saved = beginning;
  let saving: NodeJS.Timeout | undefined;

  const save = async (): Promise<void> => {
    clearTimeout(saving);
    saving = undefined;
    if (saved === position) return;
    const reached = position;
    await savePosition(pool, reached);
    saved = reached;
  };

  const saveSoon = (): void => {
    const failed = (error: unknown) =>
      log.warn(
        { code: codeOf(error) },
        "cannot save the relay's position: trying again after the next announcement",
      );
    saving ??= tracer.outside(() => setTimeout(() => void save().catch(failed), saveEvery).unref());
  };

  const behind = () => position < committed;

  const next = async (): Promise<readonly RecordedEvent[]> => {
    if (buffer.length > 0) {
      const taken = buffer;
      buffer = [];
      return taken;
    }
    const page = await store.readAll(position, pageSize);
    return page.filter((event) => event.position <= committed);
  };

  const announce = async (events: readonly RecordedEvent[]): Promise<void> => {
    const fresh = events.filter((event) => event.position > position);
    const announced = fresh.filter(({ type }) => publishedTypes.has(type));
    const from = announced.map(({ metadata }) => metadata.traceparent);
    if (announced.length > 0)
      await tracer.span(
        'announce',
        { kind: 'producer', attributes: { events: announced.length }, from },
        () => bus.publish(announced.map(noticeOf)),
      );
    position = fresh.at(-1)?.position ?? position;
    saveSoon();
  };

  const work = async (): Promise<void> => {
    const onFailure = (error: unknown) => {
      log.error({ code: codeOf(error), position }, 'announcing failed: trying again');
      buffer = [];
    };
    const { signal } = stopping;
    const one = async () => announce(await next());
    while (behind() && !signal.aborted)
      await retry(one, { pause: 50, longest: 5_000, signal, onFailure }).catch(() => undefined);
    busy = false;
  };

  const wake = (): void => {
    if (busy || !behind()) return;
    busy = true;
    // The work does not belong to the trace that started it.
    working = tracer.outside(work);
  };

  return {
    start: async (reached) => {
      position = saved = await readPosition(pool);
      committed = reached;
      wake();
    },
    offer: (events) => {
      const last = events.at(-1);
      if (!last || last.position <= committed) return;
      const waitingFor = buffer.at(-1)?.position ?? position;
      if (waitingFor === committed && buffer.length < bufferMaximum) buffer.push(...events);
      committed = last.position;
      wake();
    },
    stop: async () => {
      stopping.abort();
      await working;
      await save();
    },
  };
};

const readPosition = async (pool: Pool): Promise<string> => {
  const { rows } = await pool.query<{ position: string }>('select position from projector.relay');
  return rows[0]?.position ?? beginning;
};

const savePosition = async (pool: Pool, position: string): Promise<void> => {
  await pool.query(
    `insert into projector.relay (position) values ($1)
      on conflict (single) do update set position = excluded.position`,
    [position],
  );
};
