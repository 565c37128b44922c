import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { checkoutApart } from './product.ts';

it(
  'is built after its sources changed, and an interrupted build keeps the former one',
  { tags: ['release'], timeout: 600_000 },
  async () => {
    const directory = await checkoutApart(['bin', 'web']);
    const texts = join(directory, 'web/public/locales/en/common.json');
    const build = () => promisify(execFile)(process.execPath, ['bin/build-web.ts'], { cwd: directory });
    const built = async () => ({
      names: (await readdir(join(directory, 'web'))).filter((name) => name.startsWith('dist')),
      texts: await readFile(join(directory, 'web/dist/locales/en/common.json'), 'utf8').catch(() => null),
    });

    await build();
    const before = await built();
    expect(before.names).toEqual(['dist']);
    expect((await build()).stdout, 'nothing changed').toBe('');

    const changed = `${await readFile(texts, 'utf8')}\n\n`;
    await writeFile(texts, changed);
    const killed = spawn(process.execPath, ['bin/build-web.ts'], {
      cwd: directory,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(killed.stdout, 'data');
    await expect.poll(async () => (await built()).names.length, { timeout: 120_000 }).toBeGreaterThan(1);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    expect((await built()).texts).toBe(before.texts);

    expect((await build()).stdout).toContain('Building');
    expect((await built()).texts).toBe(changed);
  },
);
