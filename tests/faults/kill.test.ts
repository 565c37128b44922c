import { expect, it } from 'vitest';
import { runKillRounds } from './kill.ts';

it('survives kill -9 under booking load: nothing acknowledged is lost, doubled or mailed twice', async () => {
  const report = await runKillRounds({ rounds: 1, acknowledged: 12 });
  expect(report.findings).toEqual({
    lostBookings: [],
    doubleBookings: [],
    wrongMails: [],
    sentTwice: [],
    differingTables: [],
    holes: [],
  });
  // A run in which nothing happened would prove nothing.
  expect(report.acknowledged).toBeGreaterThan(10);
  expect(report.lost).toBeGreaterThan(0);
  expect(report.mails).toBeGreaterThan(5);
  expect(report.sent).toBeGreaterThan(5);
  expect(report.tables).toBeGreaterThan(5);
  // Not a limit of the product: a busy machine may take its time.
}, 1_200_000);
