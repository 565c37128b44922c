import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const packageOfNode = `node-${process.platform}-${process.arch}`;

let checkout: string;
beforeEach(async () => {
  checkout = await mkdtemp(join(tmpdir(), 'visita-install-'));
  await mkdir(join(checkout, 'bin'));
  for (const name of ['check-node.mjs', 'link-node.mjs', 'complete-install.mjs', '../package.json']) {
    await cp(join(root, 'bin', name), join(checkout, 'bin', name));
  }
});
afterEach(() => rm(checkout, { recursive: true }));

/** Creates node_modules as npm 9 and 10 do: with the package that contains Node but without a link to it. */
const bringNode = async (): Promise<void> => {
  await mkdir(join(checkout, 'node_modules', packageOfNode, 'bin'), { recursive: true });
  await mkdir(join(checkout, 'node_modules/.bin'));
  await symlink(process.execPath, join(checkout, 'node_modules', packageOfNode, 'bin/node'));
};

const runOn = (version: string, file: string) => {
  const url = pathToFileURL(join(checkout, 'bin', file)).href;
  const pretend = `Object.defineProperty(process, 'versions', { value: { node: '${version}' } });
    await import('${url}');`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', pretend], { encoding: 'utf8' });
};

const npmRun = (script: string) =>
  spawnSync('npm', ['run', '--silent', script], { cwd: checkout, encoding: 'utf8' });

describe.skipIf(process.platform === 'win32')('the bundled Node', () => {
  const linked = () => join(checkout, 'node_modules/.bin/node');

  it('is found first by every script after an install with an npm that did not link it', async () => {
    await bringNode();
    const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    expect(scripts['postinstall']).toBe('node bin/complete-install.mjs');
    expect(npmRun('postinstall').status).toBe(0);
    expect(spawnSync(linked(), ['--version'], { encoding: 'utf8' }).stdout.trim()).toBe(process.version);
    // Again, with npm 11's link in place.
    expect(npmRun('postinstall').status).toBe(0);
  });

  it.each(['18.20.8', '20.20.2', '22.23.3'])(
    'accepts %s, even if install scripts were ignored',
    async (old) => {
      await bringNode();
      expect(runOn(old, 'check-node.mjs').stderr).toBe('');
      expect(existsSync(linked())).toBe(true);
    },
  );

  it('is reported if missing', () => {
    const { status, stderr } = runOn('18.20.8', 'check-node.mjs');
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/needs Node 24 or newer; .*run it again\.\n$/),
    ]);
    expect(runOn('24.0.0', 'check-node.mjs').status).toBe(0);
  });
});
