import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Config } from '@visita/platform/config/config';
import type { Database } from '@visita/platform/postgres/connect';
import type { KeyRing } from '@visita/platform/vault/key-ring';
import type { PurposeKeys } from '@visita/platform/vault/purpose-keys';
import type { PreparedBatch } from '../checkpoints.ts';
import type { Filled, FillProgress } from '../fill.ts';
import type { FoldedStretch, LaneAnswer, LaneData, Stretch } from './stretch.ts';

/** Minimum number of events: with fewer, one thread finishes before several have started. */
const leastEvents = 100_000;
/** Positions per stretch. */
const stretchSize = 5_000;
/** Maximum number of lanes; each takes about 70 MB. */
const mostLanes = 3;
/** Heap limit of one thread (MB): enough for a stretch of the largest possible events. */
const heap = 192;

type Lane = { fold(stretch: Stretch): Promise<FoldedStretch>; stop(): Promise<unknown> };

const openLane = (data: LaneData): Lane => {
  const worker = new Worker(new URL('./lane.worker.ts', import.meta.url), {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: heap },
  });
  const broken = once(worker, 'exit').then(() => {
    throw new Error('a lane ended');
  });
  broken.catch(() => undefined);
  return {
    fold: async (stretch) => {
      const answer = once(worker, 'message') as Promise<[LaneAnswer]>;
      worker.postMessage(stretch, []);
      const [folded] = await Promise.race([answer, broken]);
      if ('failure' in folded) throw folded.failure;
      return folded.folded;
    },
    stop: () => worker.terminate(),
  };
};

const positionAt = (count: number): string => String(count).padStart(16, '0');

/** Splits the range between two positions into stretches. The log must have gapless numeric positions. */
const stretchesOf = (after: string, until: string, size: number): Stretch[] => {
  const [from, to] = [Number(after), Number(until)];
  return Array.from({ length: Math.ceil((to - from) / size) }, (_, nth) => ({
    after: positionAt(from + nth * size),
    until: positionAt(Math.min(to, from + (nth + 1) * size)),
  }));
};

/** Returns the connection data for lanes; null on EventStoreDB, whose positions do not count events. */
export const lanesOn = (
  { eventStoreUrl }: Pick<Config, 'eventStoreUrl'>,
  { database, keys }: { database: Pick<Database, 'url'>; keys: Pick<KeyRing, 'for'> },
): Lanes | null => (eventStoreUrl ? null : { url: database.url, wrapping: keys.for('wrapping') });

/** Connection data of the lanes, and optional limits. */
export type Lanes = Pick<LaneData, 'url'> & {
  /** Keys that are read at each rebuild, since they may have been rotated. */
  readonly wrapping: Pick<PurposeKeys, 'refresh' | 'all'>;
  readonly least?: number;
  readonly stretch?: number;
};

/** Tells whether a rebuild up to this position is long enough for threads to pay off. */
export const isLongEnough = ({ least = leastEvents }: Lanes, until: string): boolean =>
  Number(until) >= least;

type LanesOptions = {
  readonly lanes: Lanes;
  readonly projections: readonly { readonly name: string }[];
  readonly until: string;
  readonly write: (batch: PreparedBatch) => Promise<void>;
  onProgress?(progress: FillProgress): void;
};

/**
 * Does the same as `fill`, on all cores, from a log in PostgreSQL: threads read, decrypt and fold stretches
 * in parallel, and the results are written in order. Each thread has one stretch in progress while one more
 * is written.
 */
export const fillInLanes = async (from: Filled, options: LanesOptions): Promise<Filled> => {
  const { lanes, projections, until, write, onProgress } = options;
  const names = projections.map(({ name }) => name);
  const stretches = stretchesOf(from.position, until, lanes.stretch ?? stretchSize);
  const count = Math.min(mostLanes, Math.max(1, availableParallelism()), stretches.length);
  await lanes.wrapping.refresh();
  const data = { url: lanes.url, wrapping: lanes.wrapping.all(), projections: names };
  const all = Array.from({ length: count }, () => openLane(data));
  const inHand = new Map<number, Promise<FoldedStretch>>();
  const begin = (nth: number): void => {
    const [stretch, lane] = [stretches[nth], all[nth % count]];
    if (!stretch || !lane) return;
    const folding = lane.fold(stretch);
    // The result is awaited in its turn; until then a failure must not end the process.
    folding.catch(() => undefined);
    inHand.set(nth, folding);
  };
  try {
    for (let nth = 0; nth < count; nth += 1) begin(nth);
    let reached = from;
    for (const [nth, { after, until: to }] of stretches.entries()) {
      const { changes, events } = await inHand.get(nth)!;
      inHand.delete(nth);
      begin(nth + count);
      await write({ changes, from: after, to });
      reached = { position: to, events: reached.events + events };
      onProgress?.({ ...reached, head: until });
    }
    return reached;
  } finally {
    await Promise.all(all.map((lane) => lane.stop()));
  }
};
