import { notifierMigrations, notifierSchema } from '@visita/notifier/migrations';
import { addDays } from '@visita/contracts/availability/zones';
import type { Log } from '@visita/platform/logging/log';
import type { Database } from '@visita/platform/postgres/connect';
import { migrate } from '@visita/platform/postgres/migrate';
import { overviewHandlers } from '@visita/query-service/overview/queries';
import { contextOf, dependenciesOn, timesOf } from './support/asking.ts';
import { fillBusyClinic } from './support/busy-clinic.ts';

/** Milliseconds of an answer, without HTTP. */
export type OverviewFigures = {
  readonly weeks: number;
  readonly history: number;
  readonly p50: number;
  readonly p99: number;
};

const rounds = 200;

/** Measures the overview of a busy clinic, for the shortest and the longest period of the screen. */
export const benchOverview = async ({
  database,
  histories = [10_000, 100_000],
}: {
  database: Database;
  log: Log;
  histories?: readonly number[];
}) => {
  // Reminders are created, because the overview counts them.
  await migrate(database.knex, notifierSchema, notifierMigrations);
  const figures: OverviewFigures[] = [];
  for (const history of histories) {
    const proId = await fillBusyClinic(database, history);
    const { getProOverview } = overviewHandlers(dependenciesOn(database));
    const today = new Date().toISOString().slice(0, 10);
    for (const weeks of [4, 52]) {
      const query = { from: addDays(today, 1 - weeks * 7), to: today };
      const times = await timesOf(rounds, () => getProOverview({ ...contextOf(proId), query }));
      figures.push({ weeks, history, ...times });
    }
  }
  return figures;
};
