import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runSetAside } from '@visita/operator/ops/set-aside';
import { runVerify } from '@visita/operator/ops/verify';
import { readConfig } from '@visita/platform/config/config';
import { layFoundation } from '@visita/platform/runtime/foundation';
import { silent } from '@visita/platform/testing/database';
import { createVault } from '@visita/platform/vault/vault';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createProductDatabase } from '../support/product-database.ts';

it('events written with a wrong master key are listed and parked', { timeout: 60_000 }, async () => {
  const directory = await mkdtemp(join(tmpdir(), 'visita-set-aside-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const database = await createProductDatabase();
  onTestFinished(() => database.close());
  const environment = {
    DATABASE_URL: database.url,
    VAR_DIRECTORY: directory,
    MASTER_KEY: randomBytes(32).toString('base64'),
  };
  const product = await layFoundation({ config: readConfig(environment), log: silent, url: database.url });
  await product.vault.keysFor(['pro-00000000-0000-4000-8000-000000000001']);
  await product.close();
  const foreign = 'patient-00000000-0000-4000-8000-000000000002';
  await createVault({ database, wrapKey: randomBytes(32), clock: () => new Date() }).keysFor([foreign]);
  const lines: string[] = [];
  const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
  onTestFinished(() => stdout.mockRestore());
  expect(await runSetAside([], environment)).toBe(1);
  expect(lines.splice(0).join('')).toContain(foreign);
  const file = join(directory, 'aside.jsonl');
  expect(await runSetAside([file], environment)).toBe(0);
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ subject: foreign, version: 1 });
  expect(await runSetAside([], environment)).toBe(0);
  expect(await runVerify(['log', 'agendas'], environment)).toBe(0);
});
