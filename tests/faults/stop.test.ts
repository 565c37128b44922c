import { expect, it, onTestFinished } from 'vitest';
import { startMailServer } from '../support/mail-server.ts';
import { runStop, runStopAtStart } from './stop.ts';

const nothing = { cutOff: [], kept: [], lostBookings: [], complaints: [] };

it('ends on SIGINT under load: what was taken is answered, nothing acknowledged is lost', async () => {
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
  // A run in which nothing happened would prove nothing.
  expect(report.answeredLate).toBeGreaterThan(1);
  expect(mailServer.recipients.length).toBeGreaterThan(0);
});

it('ends with its database when it is told to while it starts', async () => {
  expect(await runStopAtStart()).toEqual({ exitCode: 0, left: [] });
}, 600_000);
