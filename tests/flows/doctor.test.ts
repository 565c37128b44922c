import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startMailServer } from '../support/mail-server.ts';
import { runDoctor } from '@visita/operator/ops/doctor';

type Found = { readonly name: string; readonly state: string; readonly detail: string };

/** Runs the doctor in an empty directory; returns its exit code, findings and whole output. */
const doctor = async (options: readonly string[], environment: Readonly<Record<string, string>>) => {
  const directory = await mkdtemp(join(tmpdir(), 'visita-doctor-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const lines: string[] = [];
  const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
  onTestFinished(() => stdout.mockRestore());
  const code = await runDoctor(['--json', ...options], { ...environment, VAR_DIRECTORY: directory });
  const output = lines.join('');
  const { findings } = JSON.parse(output) as { findings: readonly Found[] };
  return { code, findings, output };
};

it('reports within ten seconds a database that accepts connections but does not answer', async () => {
  const frozen = createServer((socket) => void socket.on('error', () => undefined)).listen(0, '127.0.0.1');
  onTestFinished(() => void frozen.close());
  await once(frozen, 'listening');
  const { port } = frozen.address() as AddressInfo;
  const { code, findings, output } = await doctor([], {
    DATABASE_URL: `postgres://user:geheim@127.0.0.1:${port}/visita`,
    // Another name for the same address, to cover both ways of waiting.
    REDIS_URL: `redis://:geheim@127.0.0.1:${port}`,
    SMTP_URL: `smtp://user:geheim@127.0.0.1:${port}`,
    SIGNUP: 'invited',
  });
  expect(code).toBe(1);
  expect(findings).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'database', detail: 'does not answer' }),
      expect.objectContaining({ name: 'Redis', state: 'wrong' }),
      expect.objectContaining({ name: 'SMTP', state: 'wrong' }),
      expect.objectContaining({
        name: 'settings',
        detail: 'SIGNUP is unknown and ignored: did you mean SIGN_UP?',
      }),
    ]),
  );
  expect(output).not.toContain('geheim');
}, 10_000);

it('sends a test mail on request, and names the code of a refusal', async () => {
  const server = await startMailServer();
  onTestFinished(() => server.close());
  server.turnAway('bea@example.com', '550 5.1.1 bea@example.com is unknown');
  const settings = { SMTP_URL: `smtp://127.0.0.1:${server.port}`, PUBLIC_ORIGIN: 'https://visita.example' };
  const testMail = async (to: string) => {
    const { findings } = await doctor(['--mail', to], settings);
    return findings.find(({ name }) => name === 'test mail');
  };
  expect(await testMail('ada@example.com')).toMatchObject({ state: 'ok' });
  expect(server.mails).toMatchObject([
    { to: 'ada@example.com', text: expect.stringContaining('https://visita.example') },
  ]);
  expect(await testMail('bea@example.com')).toMatchObject({
    state: 'wrong',
    detail: 'refused: EENVELOPE 550',
  });
});
