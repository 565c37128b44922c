import { pagesOf } from '@visita/platform/event-store/pages';
import type { EventStore } from '@visita/platform/event-store/port';
import { applyEvents } from '@visita/platform/projection/projection';
import { createUnitOfWork } from '@visita/platform/projection/rows';
import { type Batch, commitBatch, type Target } from './checkpoints.ts';

export type FillProgress = { readonly events: number; readonly position: string; readonly head: string };

export type FillOptions = {
  readonly store: Pick<EventStore, 'readAll' | 'head'>;
  onProgress?(progress: FillProgress): void;
  /** Position of the last event to read; by default the end of the log. */
  readonly until?: string;
  /** Writes a batch, after the previous one; by default in a transaction of its own. */
  readonly write?: (batch: Batch) => Promise<void>;
  /** Stops early, with rows and checkpoint at one position. */
  readonly signal?: AbortSignal;
};

/** Rows changed in memory before a write: about 20 MB of bookings. */
const rowsPerWrite = 20_000;

/** Position reached and number of events read. */
export type Filled = { readonly position: string; readonly events: number };

/**
 * Reads and folds the next page while earlier ones are written. Many pages make one write: most changes of a
 * row come soon after its first event and are folded into one insert.
 */
export const fill = async (target: Target, from: Filled, options: FillOptions): Promise<Filled> => {
  const { store, onProgress, until, signal } = options;
  const commit = (batch: Batch) => commitBatch(target, batch, { durable: false, announce: false });
  const { write: writeBatch = commit } = options;
  const head = until ?? (await store.head());
  let reached = from;
  let written = from.position;
  let work = createUnitOfWork();
  let writing: Promise<void> = Promise.resolve();

  const write = async (): Promise<void> => {
    await writing;
    writing = writeBatch({ changes: work.changes(), from: written, to: reached.position });
    // The write is awaited before the next write and at the end; until then a failure must not end
    // the process.
    writing.catch(() => undefined);
    written = reached.position;
    work = createUnitOfWork();
  };

  for await (const page of pagesOf(store, from.position, until)) {
    if (signal?.aborted) break;
    applyEvents(target.projections, page.events, work);
    reached = { position: page.position, events: reached.events + page.events.length };
    if (work.size() >= rowsPerWrite) await write();
    onProgress?.({ ...reached, head });
  }
  if (written !== reached.position) await write();
  await writing;
  return reached;
};
