import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { productVersion } from '@visita/platform/config/product-version';
import { describe, expect, it } from 'vitest';
import { contract, type Json } from './contract.ts';
import { missing } from './missing.ts';

const directory = join(import.meta.dirname, 'releases');
const stored = await readdir(directory);

it.each(stored)('keeps all that clients, stored databases and operators rely on since %s', async (file) => {
  const before = JSON.parse(gunzipSync(await readFile(join(directory, file))).toString()) as Json;
  expect(missing(before, await contract())).toEqual([]);
});

it('has the contract of this release stored', async () => {
  const file = `${productVersion()}.json.gz`;
  if (stored.includes(file)) return;
  await writeFile(join(directory, file), gzipSync(JSON.stringify(await contract())));
  throw new Error(`${file} was written: commit it with the release.`);
});

describe('missing parts', () => {
  const before = {
    settings: ['PORT', 'TRUST'],
    api: { requestBody: { schema: { properties: { a: {} }, required: ['a'] } } },
  };

  it('are none after additions', () => {
    const now = {
      settings: ['PORT', 'NEW', 'TRUST'],
      api: { requestBody: { schema: { properties: { a: {}, b: {} }, required: [] } } },
    };
    expect(missing(before, now)).toEqual([]);
  });

  it('are removed or changed ones', () => {
    expect(missing(before, { ...before, settings: ['PORT'] })).toEqual(['.settings[1]']);
    expect(missing({ codes: { gone: 410 } }, { codes: { gone: 404 } })).toEqual(['.codes.gone']);
  });

  it('are newly required fields of requests', () => {
    const schema = { properties: { a: {}, b: {} }, required: ['a', 'b'] };
    const found = missing(before, { ...before, api: { requestBody: { schema } } });
    expect(found).toEqual(['.api.requestBody.schema.required: b is new']);
  });
});
