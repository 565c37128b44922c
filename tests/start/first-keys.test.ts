import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { signal } from '@visita/platform/postgres/running-process';
import { runTool, root, start, temporaryDirectory } from './product.ts';

const command = [process.execPath, 'bin/start.ts'];

/** Settings as `deploy/compose.small.yml` has them. */
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

it('a first start makes all keys, and shows what opens backups', async () => {
  const varDirectory = await temporaryDirectory();
  const first = await start({ command, environment: settingsIn(varDirectory) });
  await first.ready();
  expect(identityIn(first.output())).toBeDefined();
  const secrets = join(varDirectory, 'secrets');
  expect((await readdir(secrets)).toSorted()).toEqual(['backup.recipient', 'master.key']);
  expect(await readFile(join(secrets, 'backup.recipient'), 'utf8')).toMatch(/^age1\w+\n$/);
}, 600_000);

it('a start that the settings refuse makes and shows no keys', async () => {
  const varDirectory = await temporaryDirectory();
  const settings = { ...settingsIn(varDirectory), SMTP_URL: 'mail.example' };
  const { code, output } = await runTool(root, ['bin/start.ts'], settings);
  expect(code).toBe(1);
  expect(output).toContain('SMTP_URL');
  expect(output).not.toContain('MASTER_KEY');
  expect(identityIn(output)).toBeUndefined();
  expect(await readdir(varDirectory)).toEqual([]);
});

const backedUp = 'it is shown once, and the first backup comes back with it';
it(backedUp, { tags: ['release'], timeout: 600_000 }, async () => {
  const varDirectory = await temporaryDirectory();
  const environment = settingsIn(varDirectory);
  const first = await start({ command, environment });
  await first.ready();
  const identity = identityIn(first.output());
  const secrets = join(varDirectory, 'secrets');

  const listed = () => runTool(root, ['bin/ops.ts', 'backup', '--list'], environment);
  // The first one is due at once.
  await expect
    .poll(async () => (await listed()).output, { timeout: 60_000, interval: 500 })
    .toMatch(/^\S+Z\n$/);
  const name = (await listed()).output.trim();
  signal(await first.product(), 'SIGTERM');
  await first.gone();
  const again = await start({ command, environment });
  await again.ready();
  expect(identityIn(again.output())).toBeUndefined();

  const [elsewhere, place] = [await temporaryDirectory(), await temporaryDirectory()];
  await cp(secrets, join(elsewhere, 'secrets'), { recursive: true });
  await writeFile(join(place, 'identity'), `${identity}\n`);
  const fetched = join(place, 'backup');
  expect(await runTool(root, ['bin/ops.ts', 'backup', '--fetch', name, fetched], environment)).toMatchObject({
    code: 0,
  });
  const told = ['--identity', join(place, 'identity'), '--without-erasures'];
  const restored = await runTool(root, ['bin/ops.ts', 'restore', fetched, ...told], settingsIn(elsewhere));
  expect(restored.output).toContain('The product can be started.');
  expect(restored.code).toBe(0);
});
