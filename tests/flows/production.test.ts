import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@visita/platform/machine/free-port';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { runOps } from '../support/ops.ts';
import { createProductDatabase } from '../support/product-database.ts';
import { startStack } from '../support/stack.ts';
import { mountDisk } from '../support/topology/limited-disk.ts';

const root = join(import.meta.dirname, '../..');

/** Starts an entry point without required settings; returns its output and exit code. */
const startUndecided = async (main: string) => {
  const { PATH } = process.env;
  const env = { PATH, NODE_ENV: 'production', PORT: String(await freePort()) };
  const child: ChildProcess = spawn(process.execPath, [main], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, named: [...said.matchAll(/^ {2}([A-Z_]+): /gm)].map(([, name]) => name) };
};

describe('production', () => {
  const gate = '%s does not start undecided, and says all at once';
  it.each([
    [
      'bin/start.ts',
      ['MASTER_KEY', 'SMTP_URL', 'MAIL_FROM', 'PUBLIC_ORIGIN', 'TRUST_PROXY', 'BACKUP_RECIPIENT'],
    ],
    ['notifier/src/main.ts', ['MASTER_KEY', 'SMTP_URL', 'MAIL_FROM', 'PUBLIC_ORIGIN', 'TRUST_PROXY']],
  ])(gate, async (main, variables) => {
    expect(await startUndecided(main)).toEqual({ code: 1, named: variables });
  });

  it.each([
    ['bin/gateway.ts', ['PUBLIC_ORIGIN', 'TRUST_PROXY']],
    ['command-service/src/main.ts', ['MASTER_KEY', 'PUBLIC_ORIGIN', 'TRUST_PROXY']],
    ['query-service/src/main.ts', ['MASTER_KEY', 'PUBLIC_ORIGIN', 'TRUST_PROXY']],
    ['projector/src/main.ts', ['MASTER_KEY']],
    ['operator/src/main.ts', ['MASTER_KEY', 'PUBLIC_ORIGIN', 'TRUST_PROXY']],
  ])(gate, { tags: ['release'] }, async (main, variables) => {
    expect(await startUndecided(main)).toEqual({ code: 1, named: variables });
  });

  it('with its settings, is strict, has no mail viewer, exempts no client from limits, and stops at SIGHUP', async () => {
    const database = await createProductDatabase();
    onTestFinished(() => database.close());
    const decided = {
      NODE_ENV: 'production',
      MASTER_KEY: randomBytes(32).toString('base64'),
      SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
      MAIL_FROM: 'Visita <no-reply@visita.example>',
      PUBLIC_ORIGIN: 'http://localhost:3000',
      TRUST_PROXY: 'off',
      RATE_LIMIT_FACTOR: '1',
      BACKUP_AT: 'off',
      DATABASE_URL: database.url,
    };
    const stack = await startStack(decided);
    onTestFinished(stack.stop);
    await expect.poll(stack.output).toMatch(/^Trust is strict: /m);
    const asked = await runOps({ ...decided, VAR_DIRECTORY: stack.varDirectory }, 'doctor');
    expect(asked.stdout).toMatch(/^ok +trust +strict/m);
    expect((await fetch(`${stack.address}/dev/mail`)).headers.get('content-security-policy')).toContain(
      'script-src',
    );
    const ask = async () => (await fetch(`${stack.address}/api/pros/url/nobody`)).status;
    const statuses: number[] = [];
    for (let time = 0; time < 61; time++) statuses.push(await ask());
    expect([statuses.indexOf(429), statuses.at(-1)]).toEqual([60, 429]);
    const ended = once(stack.process, 'exit');
    stack.process.kill('SIGHUP');
    expect(await ended).toEqual([0, null]);
  }, 300_000);
});

it('readiness reports a full disk, and recovers', async ({ skip }) => {
  const parent = await mkdtemp(join(tmpdir(), 'visita-disk-'));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  const mounted = await mountDisk(join(parent, 'disk'), 128);
  if ('missing' in mounted) return skip(mounted.missing);
  const { disk } = mounted;
  onTestFinished(() => disk.remove());
  const database = await createProductDatabase();
  onTestFinished(() => database.close());
  const stack = await startStack({ DATABASE_URL: database.url, VAR_DIRECTORY: disk.directory });
  onTestFinished(stack.stop);
  const ready = async () => {
    const response = await fetch(`${stack.address}/api/health/ready`);
    const { checks } = (await response.json()) as { checks: Record<string, string> };
    return `${response.status} ${checks['disk']}`;
  };
  await vi.waitFor(async () => expect(await ready()).toBe('200 ok'), 20_000);
  await disk.fill();
  expect(await ready()).toBe('503 failed');
  await disk.free();
  expect(await ready()).toBe('200 ok');
}, 300_000);
