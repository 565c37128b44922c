import { expect, it } from 'vitest';
import { runKillRounds } from './kill.ts';

it('survives kill -9 under booking load: no acknowledged booking is lost or doubled, no mail is sent twice', async () => {
  const report = await runKillRounds({ rounds: 1, acknowledged: 12 });
  expect(report.findings).toEqual({
    lostBookings: [],
    doubleBookings: [],
    wrongMails: [],
    sentTwice: [],
    differingTables: [],
    holes: [],
  });
  // Guards against a run without load.
  expect(report.acknowledged).toBeGreaterThan(10);
  expect(report.lost).toBeGreaterThan(0);
  expect(report.mails).toBeGreaterThan(5);
  expect(report.sent).toBeGreaterThan(5);
  expect(report.tables).toBeGreaterThan(5);
  // Generous, for busy machines.
}, 1_200_000);
