import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Config } from '@visita/platform/core/config';
import type { Database } from '@visita/platform/postgres/connect';
import type { KeyRing } from '@visita/platform/vault/key-ring';
import type { PurposeKeys } from '@visita/platform/vault/purpose-keys';
import type { PreparedBatch } from '../checkpoints.ts';
import type { Filled, FillProgress } from '../fill.ts';
import type { FoldedStretch, LaneAnswer, LaneData, Stretch } from './stretch.ts';

/** Fewer events than this are read sooner than threads have begun. */
const leastEvents = 100_000;
/** Positions of one stretch. */
const stretchSize = 5_000;
/** Each takes about 70 MB. */
const mostLanes = 3;
/** Megabytes that one thread's heap may have: a stretch of the largest events there can be fits in. */
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

/** What lies between two positions of a log whose positions are numbers without gaps. */
const stretchesOf = (after: string, until: string, size: number): Stretch[] => {
  const [from, to] = [Number(after), Number(until)];
  return Array.from({ length: Math.ceil((to - from) / size) }, (_, nth) => ({
    after: positionAt(from + nth * size),
    until: positionAt(Math.min(to, from + (nth + 1) * size)),
  }));
};

/** How threads reach the events; null where EventStoreDB has them, whose positions are no numbers of events. */
export const lanesOn = (
  { eventStoreUrl }: Pick<Config, 'eventStoreUrl'>,
  { database, keys }: { database: Pick<Database, 'url'>; keys: Pick<KeyRing, 'for'> },
): Lanes | null => (eventStoreUrl ? null : { url: database.url, wrapping: keys.for('wrapping') });

/** How threads reach what they read, and when they begin and how much each takes at once where that is not as usual. */
export type Lanes = Pick<LaneData, 'url'> & {
  /** Asked anew by each rebuild, since keys may have been rotated. */
  readonly wrapping: Pick<PurposeKeys, 'refresh' | 'all'>;
  readonly least?: number;
  readonly stretch?: number;
};

/** Whether threads pay. */
export const areWorth = ({ least = leastEvents }: Lanes, until: string): boolean => Number(until) >= least;

type LanesOptions = {
  readonly lanes: Lanes;
  readonly projections: readonly { readonly name: string }[];
  readonly until: string;
  readonly write: (batch: PreparedBatch) => Promise<void>;
  onProgress?(progress: FillProgress): void;
};

/**
 * Fills as `fill` does, from a log in PostgreSQL, with all cores: threads read, decrypt and fold stretches of it side by
 * side, and what comes of them is written in their order. Each thread has one in hand, and one more is being written.
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
    // Awaited in its turn; until then a failure must not end the process.
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
