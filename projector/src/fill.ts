import { pagesOf } from '@visita/platform/event-store/pages';
import type { EventStore } from '@visita/platform/event-store/port';
import { applyEvents } from '@visita/platform/projection/projection';
import { createUnitOfWork } from '@visita/platform/projection/rows';
import { type Batch, commitBatch, type Target } from './checkpoints.ts';

/** How far work on all events is. */
export type FillProgress = { readonly events: number; readonly position: string; readonly head: string };

export type FillOptions = {
  readonly store: Pick<EventStore, 'readAll' | 'head'>;
  onProgress?(progress: FillProgress): void;
  /** The last position to be read; the last there is by default. */
  readonly until?: string;
  /** Writes a batch, after the one before; in a transaction of its own by default. */
  readonly write?: (batch: Batch) => Promise<void>;
  /** Ends it early, with rows and checkpoint at one position. */
  readonly signal?: AbortSignal;
};

/** Rows changed in memory before they are written: about 20 MB of bookings. */
const rowsPerWrite = 20_000;

/** How far a schema was filled, from how many events. */
export type Filled = { readonly position: string; readonly events: number };

/**
 * Reads a page ahead and folds it while earlier ones are being written. Many pages make one write: most of what
 * happens to a row happens soon after its first event, and is then folded into one insert.
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
    // Awaited before the next one and at the end; until then a failure must not end the process.
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
