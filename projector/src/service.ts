import type { RecordedEvent } from '@visita/contracts/envelope';
import { codeOf, type Log } from '@visita/platform/logging/log';
import { repeat } from '@visita/platform/async/retry';
import type { Database } from '@visita/platform/postgres/connect';
import { migrate } from '@visita/platform/postgres/migrate';
import type { EventStore, Subscription } from '@visita/platform/event-store/port';
import { foldEvents, type Projection } from '@visita/platform/projection/projection';
import { noMetrics } from '@visita/platform/telemetry/metrics';
import type { Telemetry } from '@visita/platform/telemetry/telemetry';
import { untraced } from '@visita/platform/telemetry/tracer';
import { createReadModels } from '@visita/read-model/schema';
import { projectorMigrations } from '../migrations/migrations.ts';
import {
  type Batch,
  commitBatch,
  initializeCheckpoints,
  readCheckpoint,
  type Target,
} from './checkpoints.ts';
import type { Lanes } from './lanes/lanes.ts';
import { projections as allProjections } from './projections.ts';
import { catchUpPrevious, isErasure } from './previous.ts';
import { rebuild } from './rebuild.ts';
import { createRelay, type Publisher } from './relay.ts';
import { live } from './schemas.ts';
import { createCleanup } from './cleanup.ts';
import { collectReadModels } from './figures.ts';

export type ProjectorDependencies = {
  store: EventStore;
  database: Database;
  bus: Publisher;
  log: Log;
  projections?: readonly Projection[];
  /** Lets a rebuild use all cores. */
  lanes?: Lanes;
} & Partial<Telemetry>;

/** Keeps the read models up to date and announces their events. */
export type Projector = {
  /** Resolves once the schemas exist and the subscription runs. */
  start(): Promise<void>;
  /** Stops after the current batch. */
  stop(): Promise<void>;
  /** False before the start and while a batch fails: nothing is ever skipped. */
  ready(): boolean;
};

/**
 * Creates the projector: one subscription for all projections; each batch commits its rows and checkpoint
 * together.
 */
export const createProjector = (dependencies: ProjectorDependencies): Projector => {
  const { store, database, bus, log, lanes, projections = allProjections } = dependencies;
  const { metrics = noMetrics, tracer = untraced } = dependencies;
  const target: Target = { pool: database.pool, schema: live, projections };
  const relay = createRelay({ store, pool: database.pool, bus, log, tracer });
  const stopping = new AbortController();
  const { signal } = stopping;
  const followPrevious = () => catchUpPrevious({ store, database, log, projections, signal });
  const cleanup = createCleanup({ pool: database.pool, log, followPrevious });
  let subscription: Subscription | undefined;
  let running: Promise<void> = Promise.resolve();
  let ready = false;
  let stopCollecting = (): void => undefined;

  const project = async (events: readonly RecordedEvent[], { from, to }: Omit<Batch, 'changes'>) => {
    const about = { attributes: { events: events.length }, from: events.map(traceparentOf) };
    const started = performance.now();
    await tracer.span('project', { kind: 'consumer', ...about }, () =>
      commitBatch(
        target,
        { changes: foldEvents(projections, events), from, to },
        { durable: true, announce: true },
      ),
    );
    metrics.projected({ events: events.length, seconds: (performance.now() - started) / 1_000 });
  };

  const follow = async (after: string, progressed: () => void): Promise<void> => {
    let position = after;
    subscription = store.subscribe({
      after,
      onBatch: async (events: readonly RecordedEvent[]) => {
        const to = events.at(-1)?.position ?? position;
        await project(events, { from: position, to });
        position = to;
        ready = true;
        progressed();
        relay.offer(events);
        if (events.some(isErasure)) cleanup.ask();
      },
    });
    if (signal.aborted) await subscription.stop();
    await subscription.done;
  };

  const checkpoint = async (): Promise<string> => {
    const known = await readCheckpoint(target);
    if (known !== null) return known;
    await rebuild({ store, database, log, projections, ...(lanes && { lanes }) });
    return (await readCheckpoint(target)) ?? fail('the rebuilt read models have no checkpoint');
  };

  const failed = (error: unknown): void => {
    ready = false;
    metrics.projectingFailed();
    log.error({ code: codeOf(error), error: nameOf(error) }, 'projecting failed: trying again');
  };

  const run = async (first: string): Promise<void> => {
    let known: string | undefined = first;
    const work = async (progressed: () => void): Promise<void> => {
      const after = known;
      known = undefined;
      await follow(after ?? (await checkpoint()), progressed);
    };
    await repeat(work, { pause: 50, longest: 5_000, signal, onFailure: failed });
  };

  return {
    start: async () => {
      await migrate(database.knex, 'projector', projectorMigrations);
      await createReadModels(database, target.schema);
      await initializeCheckpoints(target);
      const first = await checkpoint();
      await relay.start(first);
      ready = true;
      // Finishes the cleanup of an earlier run.
      cleanup.ask();
      stopCollecting = collectReadModels(metrics, { store, pool: database.pool });
      running = run(first);
    },
    stop: async () => {
      stopping.abort();
      stopCollecting();
      ready = false;
      await subscription?.stop();
      await running;
      await relay.stop();
      await cleanup.stop();
    },
    ready: () => ready,
  };
};

const fail = (message: string): never => {
  throw new Error(message);
};

const traceparentOf = ({ metadata }: RecordedEvent) => metadata.traceparent;

/** Returns the class of an error: its message may quote values. */
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown');
