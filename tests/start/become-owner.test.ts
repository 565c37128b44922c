import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const unprivileged = 65_534;

it.skipIf(process.getuid?.() !== 0)(
  'root becomes the data’s owner, so that the product can read its files',
  () => {
    const directory = mkdtempSync(join(tmpdir(), 'visita-owner-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    chmodSync(directory, 0o755);
    const data = join(directory, 'var');
    mkdirSync(data);
    chownSync(data, unprivileged, unprivileged);
    const script = `
    const { becomeOwner } = await import('${import.meta.resolve('../../bin/become-owner.ts')}');
    const { mkdirSync } = await import('node:fs');
    becomeOwner({ VAR_DIRECTORY: process.argv[1] });
    mkdirSync(process.argv[1] + '/made');`;
    const run = (at: string) =>
      execFileSync(process.execPath, ['--input-type=module', '--eval', script, at], { stdio: 'inherit' });
    run(data);
    expect(statSync(join(data, 'made'))).toMatchObject({ uid: unprivileged, gid: unprivileged });
    // For a test run by root.
    chownSync(data, 0, 0);
    rmSync(join(data, 'made'), { recursive: true });
    run(data);
    expect(statSync(join(data, 'made')).uid).toBe(0);
  },
);
