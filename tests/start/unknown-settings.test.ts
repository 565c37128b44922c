import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

it('an unknown name that looks like a setting is reported at start', { timeout: 60_000 }, () => {
  const directory = mkdtempSync(join(tmpdir(), 'visita-told-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const main = join(import.meta.dirname, '../../bin/start.ts');
  const { PATH } = process.env;
  // The settings are refused before anything is started.
  const env = {
    PATH,
    SIGNUP: 'invited',
    HOLD_MINUTES: 'x',
    TRUST_PROXY: '0.0.0.0/0',
    VAR_DIRECTORY: directory,
  };
  const { status, stderr } = spawnSync(process.execPath, [main], { cwd: directory, env, encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toContain('SIGNUP is unknown and ignored: did you mean SIGN_UP?');
  expect(stderr).toContain('  TRUST_PROXY: write addresses of proxies');
});
