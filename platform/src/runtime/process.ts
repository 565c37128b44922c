import type { Knex } from 'knex';
import type { RecordedEvent } from '@visita/contracts/envelope';
import type { DomainEvent } from '@visita/contracts/events';
import type { Log } from '../logging/log.ts';
import type { Cause } from './decider.ts';
import { createBatcher } from '../async/batcher.ts';
import { deriveId } from '../ids/derive-id.ts';
import { repeat, retry } from '../async/retry.ts';
import { beginning, type EventStore, type Subscription } from '../event-store/port.ts';
import { type AnyEvent, type Reactions, reactionTo } from './reactions.ts';
import { noMetrics, type Reading } from '../telemetry/metrics.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { codeOf, untraced, type Work } from '../telemetry/tracer.ts';

/** Reacts to events with commands. Repeats change nothing, because command ids derive from event ids. */
export type Process<Event extends AnyEvent = DomainEvent> = {
  readonly name: string;
  readonly on: Reactions<[cause: Cause], Promise<unknown>, Event>;
  /**
   * Set if handlers depend on earlier events: events are then processed in the order of the log or
   * of each stream.
   */
  readonly inOrder?: 'log' | 'stream';
  /** Whether the handlers need no personal data. */
  readonly impersonal?: boolean;
};

/** Positions of processes. */
export type Checkpoints = {
  read(name: string): Promise<string>;
  save(name: string, position: string): Promise<void>;
};

type Checkpoint = { readonly name: string; readonly position: string };

/** Creates checkpoints in a table `(name, position)`. Concurrent saves share one statement. */
export const createCheckpoints = (knex: Knex, table: string): Checkpoints => {
  const saving = createBatcher<Checkpoint, void>({
    maximum: 100,
    key: ({ name }) => name,
    divisible: () => false,
    flush: async (batch) => {
      await knex(table)
        .insert([...batch])
        .onConflict('name')
        .merge();
      return batch.map(() => undefined);
    },
  });
  return {
    read: async (name) => {
      const row = await knex(table).where({ name }).first<Checkpoint | undefined>();
      return row?.position ?? beginning;
    },
    save: (name, position) => saving.add({ name, position }),
  };
};

/** `start` follows the log from the checkpoint; `stop` resolves after the current events are handled. */
export type ProcessRunner = {
  start(): Promise<void>;
  stop(): Promise<void>;
};

type Deps = {
  store: EventStore;
  checkpoints: Checkpoints;
  log: Log;
  now: () => Date;
} & Partial<Telemetry>;

/**
 * Waits for all handlers, even after a failure: the remaining ones would use closed resources
 * otherwise.
 */
const all = async (handling: readonly Promise<void>[]): Promise<void> => {
  await Promise.allSettled(handling);
  await Promise.all(handling);
};

const pauses = { pause: 50, longest: 30_000 };
/**
 * Milliseconds to wait for more events: processes may lag, and it is cheaper to read a burst at
 * once.
 */
const lingering = 25;
/**
 * Ms between two saves. An outdated checkpoint causes repeats, which change nothing; saving after each batch would
 * cost a commit each.
 */
const saveEvery = 1_000;

/** An event, with the position of the last event in the same read. */
type Read = { readonly event: RecordedEvent; readonly upTo: string };
type Handler = (event: RecordedEvent, cause: Cause) => Promise<unknown>;

/** Returns lanes: events of one lane are handled in order, and lanes run concurrently. */
const lanesOf = (
  events: readonly RecordedEvent[],
  inOrder: Process['inOrder'],
): readonly (readonly RecordedEvent[])[] => {
  if (inOrder === 'log') return [events];
  if (inOrder === 'stream') return [...Map.groupBy(events, ({ stream }) => stream).values()];
  return events.map((event) => [event]);
};

/** Handles one event within its own span; counts, logs and rethrows a failure. */
const createAttempt = (
  { log, now, metrics, tracer }: Pick<Deps, 'log' | 'now'> & Telemetry,
  name: string,
) => {
  const causeOf = (event: RecordedEvent, upTo: string): Cause => ({
    // The id is computed on demand: most handlers do not use it.
    get id() {
      return deriveId(event.id, name);
    },
    correlationId: event.metadata.correlationId,
    actor: `process:${name}`,
    time: now().toISOString(),
    upTo,
  });

  const beginOf = ({ id, metadata }: RecordedEvent): Work =>
    tracer.begin(`process ${name}`, {
      kind: 'consumer',
      ids: { process: name, event: id, correlationId: metadata.correlationId },
      from: [metadata.traceparent],
    });

  return async ({ event, upTo }: Read, handler: Handler): Promise<void> => {
    const work = beginOf(event);
    try {
      await work.run(() => handler(event, causeOf(event, upTo)));
      work.end(null);
    } catch (error) {
      metrics.processFailed(name);
      const about = { process: name, event: event.id, type: event.type };
      work.run(() => log.error({ ...about, err: error }, 'process failed'));
      work.end(codeOf(error));
      throw error;
    }
  };
};

/**
 * Runs a process from its checkpoint. The events of a batch are handled concurrently unless `inOrder` is set: each
 * handler reads its stream's current state, so order does not matter. A failing handler is retried until it succeeds.
 * If reading events or saving the checkpoint fails, the process resumes from the last handled event.
 */
export const createProcessRunner = <Event extends AnyEvent>(
  { store, checkpoints, log, now, metrics = noMetrics, tracer = untraced }: Deps,
  process: Process<Event>,
): ProcessRunner => {
  const attempt = createAttempt({ log, now, metrics, tracer }, process.name);
  const stopping = new AbortController();
  const { signal } = stopping;
  let position = beginning;
  let saved = { position: beginning, at: 0 };
  let subscription: Subscription | undefined;
  let running: Promise<void> = Promise.resolve();
  let stopCollecting = (): void => undefined;

  const lag = async (): Promise<Reading[]> => {
    const value = await store.countAfter(position);
    return [{ figure: 'process_lag_events', labels: [process.name], value }];
  };

  const handle = async (read: Read): Promise<void> => {
    const handler = reactionTo(process.on, read.event.type);
    if (!handler) return;
    await retry(() => attempt(read, handler), { ...pauses, signal });
  };

  const save = async (): Promise<void> => {
    if (position === saved.position) return;
    await checkpoints.save(process.name, position);
    saved = { position, at: Date.now() };
  };

  const follow = async (progressed: () => void): Promise<void> => {
    subscription = store.subscribe({
      after: position,
      batchSize: 500,
      types: new Set(Object.keys(process.on)),
      impersonal: process.impersonal ?? false,
      linger: lingering,
      onBatch: async (events) => {
        const upTo = events.at(-1)!.position;
        await all(
          lanesOf(events, process.inOrder).map(async (lane) => {
            for (const event of lane) await handle({ event, upTo });
          }),
        );
        position = upTo;
        progressed();
        if (Date.now() - saved.at >= saveEvery) await save();
      },
    });
    await subscription.done;
  };

  const interrupted = (error: unknown): void => {
    metrics.processFailed(process.name);
    log.error({ process: process.name, err: error }, 'process interrupted: continuing');
  };

  return {
    start: async () => {
      position = await checkpoints.read(process.name);
      saved = { position, at: Date.now() };
      stopCollecting = metrics.collect(lag);
      running = repeat(follow, { ...pauses, signal, onFailure: interrupted });
    },
    stop: async () => {
      stopping.abort();
      stopCollecting();
      await subscription?.stop();
      await running;
      // If the save fails, events are repeated, which changes nothing.
      await save().catch((error: unknown) =>
        log.warn({ process: process.name, code: codeOf(error) }, 'cannot save a checkpoint'),
      );
    },
  };
};
