import { expect, it, onTestFinished } from 'vitest';
import { startMailServer } from '../support/mail-server.ts';
import { runStop, runStopAtStart } from './stop.ts';

const nothing = { cutOff: [], kept: [], lostBookings: [], complaints: [] };

it('stops on SIGINT under load: accepted requests are answered and no acknowledged booking is lost', async () => {
  const report = await runStop({ signals: ['SIGINT'] });
  expect(report).toMatchObject({ exitCode: 0, findings: nothing });
}, 600_000);

const clinging = 'ends on SIGTERM likewise, asked for twice, whatever mail server and clients cling to it';
it(clinging, { tags: ['release'], timeout: 600_000 }, async () => {
  const mailServer = await startMailServer({ manner: 'silent' });
  onTestFinished(() => mailServer.close());
  const report = await runStop({
    signals: ['SIGTERM', 'SIGTERM'],
    clinging: true,
    environment: { SMTP_URL: `smtp://127.0.0.1:${mailServer.port}` },
  });
  expect(report).toMatchObject({ exitCode: 0, findings: nothing });
  // Guards against a run without load.
  expect(report.answeredLate).toBeGreaterThan(1);
  expect(mailServer.recipients.length).toBeGreaterThan(0);
});

it('stops its database if it is stopped during startup', async () => {
  expect(await runStopAtStart()).toEqual({ exitCode: 0, left: [] });
}, 600_000);
