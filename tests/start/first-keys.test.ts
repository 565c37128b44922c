import { cp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { signal } from '@visita/platform/postgres/running-process';
import { runTool, root, start, temporaryDirectory } from './product.ts';

const command = [process.execPath, 'bin/start.ts'];

const settingsIn = (varDirectory: string) => ({
  NODE_ENV: 'production',
  VAR_DIRECTORY: varDirectory,
  MASTER_KEY_FILE: join(varDirectory, 'secrets/master.key'),
  BACKUP_RECIPIENT_FILE: join(varDirectory, 'secrets/backup.recipient'),
  PUBLIC_ORIGIN: 'https://visita.example',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'Visita <no-reply@visita.example>',
  TRUST_PROXY: 'loopback',
});

const identityIn = (output: string): string | undefined => /AGE-SECRET-KEY-1\w+/.exec(output)?.[0];

it('a first start creates all keys, and writes the backup key to a file, never to the log', async () => {
  const varDirectory = await temporaryDirectory();
  const first = await start({ command, environment: settingsIn(varDirectory) });
  await first.ready();
  expect(identityIn(first.output())).toBeUndefined();
  const secrets = join(varDirectory, 'secrets');
  expect((await readdir(secrets)).toSorted()).toEqual([
    'backup.recipient',
    'backup.recipient.identity',
    'master.key',
  ]);
  const identity = join(secrets, 'backup.recipient.identity');
  expect(identityIn(await readFile(identity, 'utf8'))).toBeDefined();
  expect((await stat(identity)).mode & 0o777).toBe(0o600);
  expect(first.output()).toContain(identity);
  expect(await readFile(join(secrets, 'backup.recipient'), 'utf8')).toMatch(/^age1\w+\n$/);
}, 600_000);

it('a start refused for its settings creates and shows no keys', async () => {
  const varDirectory = await temporaryDirectory();
  const settings = { ...settingsIn(varDirectory), SMTP_URL: 'mail.example' };
  const { code, output } = await runTool(root, ['bin/start.ts'], settings);
  expect(code).toBe(1);
  expect(output).toContain('SMTP_URL');
  expect(output).not.toContain('MASTER_KEY');
  expect(identityIn(output)).toBeUndefined();
  expect(await readdir(varDirectory)).toEqual([]);
});

const comesBack = 'it is made once, and with the secrets and the newest backup a lost machine comes back';
it(comesBack, { tags: ['release'], timeout: 600_000 }, async () => {
  const [varDirectory, place] = [await temporaryDirectory(), await temporaryDirectory()];
  const BACKUP_TO = join(place, 'backups');
  const environment = { ...settingsIn(varDirectory), BACKUP_TO };
  const first = await start({ command, environment });
  await first.ready();
  const identity = identityIn(
    await readFile(join(varDirectory, 'secrets/backup.recipient.identity'), 'utf8'),
  );

  // Only the copied files are left of the machine.
  const elsewhere = await temporaryDirectory();
  await cp(join(varDirectory, 'secrets'), join(elsewhere, 'secrets'), { recursive: true });
  await writeFile(join(place, 'identity'), `${identity}\n`);
  const anew = { ...settingsIn(elsewhere), BACKUP_TO };
  const ops = (...args: readonly string[]) => runTool(root, ['bin/ops.ts', ...args], anew);
  // The first backup is due at once.
  await expect
    .poll(async () => (await ops('backup', '--list')).output, { timeout: 60_000, interval: 500 })
    .toMatch(/^\S+Z\n$/);
  const name = (await ops('backup', '--list')).output.trim();
  signal(await first.product(), 'SIGTERM');
  await first.gone();
  const again = await start({ command, environment });
  await again.ready();
  expect(identityIn(again.output())).toBeUndefined();

  const fetched = join(place, 'backup');
  expect(await ops('backup', '--fetch', name, fetched)).toMatchObject({ code: 0 });
  const asked = ['restore', fetched, '--identity', join(place, 'identity')];
  expect((await ops(...asked)).output).toContain('There is no erasure journal');
  const restored = await ops(...asked, '--erasures', join(fetched, 'erasures.jsonl.age'));
  expect(restored.output).toContain('The product can be started.');
  expect(restored.output).toMatch(/The list ends at \S+Z: persons erased later are restored/);
  expect(restored.code).toBe(0);
  const head = /(\d+:[0-9a-f]{64})/.exec(restored.output)![1]!;
  expect(await ops('verify', '--expect', head)).toMatchObject({ code: 0 });
});
