import { notifierMigrations, notifierSchema } from '@visita/notifier/migrations';
import { rulesOf } from '@visita/platform/core/trust';
import { addDays, createZones } from '@visita/contracts/availability/zones';
import type { Log } from '@visita/platform/core/log';
import type { Database } from '@visita/platform/postgres/connect';
import { migrate } from '@visita/platform/postgres/migrate';
import { overviewHandlers } from '@visita/query-service/overview/queries';
import { fillReadModels, placeOf } from '../tests/support/clinics-with-history.ts';

/** Milliseconds of an answer, without HTTP. */
export type OverviewFigures = {
  readonly weeks: number;
  readonly history: number;
  readonly p50: number;
  readonly p99: number;
};

const rounds = 200;
/** An hour apart, they reach back more than a year. */
const history = 10_000;

/** Measures the figures of a clinic with much behind it, over the shortest and the longest stretch of the screen. */
export const benchOverview = async ({ database }: { database: Database; log: Log }) => {
  await fillReadModels(database, [history, history]);
  // Figures say who was reminded.
  await migrate(database.knex, notifierSchema, notifierMigrations);
  const { proId } = placeOf(0);
  const { getProOverview } = overviewHandlers({
    pool: database.pool,
    clock: () => new Date(),
    rules: rulesOf('open'),
    zones: createZones(),
    viewings: { note: async () => undefined, of: async () => [] },
    passkeys: { list: async () => [] },
    settled: async () => undefined,
  });
  const today = new Date().toISOString().slice(0, 10);
  const ask = (weeks: number) =>
    getProOverview({
      params: { proId },
      query: { from: addDays(today, 1 - weeks * 7), to: today },
      body: undefined,
      caller: { kind: 'pro', proId, sessionId: '' },
      request: { requestId: '', correlationId: '', commandId: '', actor: 'anonymous', address: '' },
      wrote: () => undefined,
    });
  const figures: OverviewFigures[] = [];
  for (const weeks of [4, 52]) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const start = performance.now();
      await ask(weeks);
      times.push(performance.now() - start);
    }
    const sorted = times.toSorted((one, other) => one - other);
    const at = (share: number) => sorted[Math.floor(rounds * share)] ?? 0;
    figures.push({ weeks, history, p50: at(0.5), p99: at(0.99) });
  }
  return figures;
};
