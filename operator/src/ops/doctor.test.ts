import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { runDoctor } from './doctor.ts';

it('reports within ten seconds a database that accepts connections but does not answer', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'visita-doctor-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const frozen = createServer((socket) => void socket.on('error', () => undefined)).listen(0, '127.0.0.1');
  onTestFinished(() => void frozen.close());
  await once(frozen, 'listening');
  const { port } = frozen.address() as AddressInfo;
  const lines: string[] = [];
  const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
  onTestFinished(() => stdout.mockRestore());
  const code = await runDoctor(['--json'], {
    DATABASE_URL: `postgres://user:geheim@127.0.0.1:${port}/visita`,
    // Another name for the same address, to cover both ways of waiting.
    REDIS_URL: `redis://:geheim@127.0.0.1:${port}`,
    SMTP_URL: `smtp://user:geheim@127.0.0.1:${port}`,
    VAR_DIRECTORY: directory,
    SIGNUP: 'invited',
  });
  const { findings } = JSON.parse(lines.join('')) as {
    findings: { name: string; state: string; detail: string }[];
  };
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
  expect(lines.join('')).not.toContain('geheim');
}, 10_000);
