import { parentPort, workerData } from 'node:worker_threads';
import { eventDefinitions } from '@visita/contracts/events';
import { createLogger } from '@visita/platform/logging/logger';
import { pagesOf } from '@visita/platform/event-store/pages';
import { createPostgresEventStore } from '@visita/platform/event-store/postgres';
import { connectDatabase } from '@visita/platform/postgres/connect';
import { applyEvents } from '@visita/platform/projection/projection';
import { createUnitOfWork } from '@visita/platform/projection/rows';
import { prepare } from '@visita/platform/projection/write';
import { withPersonalData } from '@visita/platform/vault/personal-data';
import { createVault } from '@visita/platform/vault/vault';
import { projections as all } from '../projections.ts';
import type { FoldedStretch, LaneAnswer, LaneData, Stretch } from './stretch.ts';

// Runs in a worker thread: reads, decrypts and folds stretches of the log, one after the other.
const { url, wrapping, projections: names } = workerData as LaneData;
const log = createLogger({ name: 'projector', level: 'warn' });
const database = connectDatabase({ url, log, poolSize: 2, statementTimeout: 0, planOnce: true });
const plain = createPostgresEventStore({ database, log });
const projections = all.filter(({ name }) => names.includes(name));

const wrapKey = { current: () => wrapping[0]!, all: () => wrapping, refresh: () => Promise.resolve() };
const store = withPersonalData(
  plain,
  createVault({ database, wrapKey, clock: () => new Date() }),
  eventDefinitions,
);

const fold = async ({ after, until }: Stretch): Promise<FoldedStretch> => {
  const work = createUnitOfWork();
  let events = 0;
  for await (const page of pagesOf(store, after, until)) {
    applyEvents(projections, page.events, work);
    events += page.events.length;
  }
  return { changes: prepare(work.changes()), events };
};

parentPort?.on('message', (stretch: Stretch) => {
  void fold(stretch).then(
    (folded) => parentPort?.postMessage({ folded } satisfies LaneAnswer, []),
    (failure: unknown) => parentPort?.postMessage({ failure } satisfies LaneAnswer, []),
  );
});
