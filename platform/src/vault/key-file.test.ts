import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createKeyedHash } from './hash.ts';
import { readKeys, replaceKeyFile } from './key-file.ts';
import { BadRing, deriveEntries, formatRing, newRoot, parseRing, purposes } from '../secrets/ring-text.ts';

const emptyDirectory = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'visita-secrets-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
};

const none = { environment: 'test' as const, masterKey: null, masterKeyFile: null };

describe('the key ring file', () => {
  it('is created once, for the owner only, by any number of concurrent starts', async () => {
    const varDirectory = await emptyDirectory();
    const loads = Array.from({ length: 8 }, () => readKeys({ ...none, varDirectory }));
    const all = await Promise.all(loads);
    expect(new Set(all).size).toBe(1);
    const folder = join(varDirectory, 'secrets');
    expect(await readdir(folder)).toEqual(['master.key']);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, 'master.key'))).mode & 0o777).toBe(0o600);
    expect(await readKeys({ ...none, varDirectory })).toBe(all[0]);
  });

  it('is not created if the configuration contains the ring', async () => {
    const varDirectory = await emptyDirectory();
    const masterKey = Buffer.alloc(32, 7).toString('base64');
    expect(await readKeys({ ...none, environment: 'production', varDirectory, masterKey })).toBe(masterKey);
    expect(await readdir(varDirectory)).toEqual([]);
  });

  it('is not created in production', async () => {
    const varDirectory = await emptyDirectory();
    const load = readKeys({ ...none, environment: 'production', varDirectory });
    await expect(load).rejects.toThrow('Production needs MASTER_KEY');
    expect(await readdir(varDirectory)).toEqual([]);
  });

  it('is not replaced if damaged: the start fails', async () => {
    const varDirectory = await emptyDirectory();
    await readKeys({ ...none, varDirectory });
    const path = join(varDirectory, 'secrets', 'master.key');
    await writeFile(path, 'c2hvcnQ=');
    await expect(readKeys({ ...none, varDirectory })).rejects.toThrow('does not hold 32 bytes in base64');
    expect(await readFile(path, 'utf8')).toBe('c2hvcnQ=');
  });

  it('is replaced atomically, with the same permissions, and read again', async () => {
    const varDirectory = await emptyDirectory();
    const before = await readKeys({ ...none, varDirectory });
    const path = join(varDirectory, 'secrets', 'master.key');
    const after = formatRing([newRoot(2), ...parseRing(before)]);
    await replaceKeyFile(path, after);
    expect(await readdir(join(varDirectory, 'secrets'))).toEqual(['master.key']);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const given = { ...none, varDirectory, masterKey: before, masterKeyFile: path };
    expect(await readKeys(given)).toBe(after);
  });
});

/** Key derived by the first release, which had a single key. */
const firstSigning = '06c8d5fe3252901bd3594d9c89f8e2596cc17a777eb312bf75f66b4411c2373a';

describe('the key ring text', () => {
  const one = Buffer.alloc(32, 1).toString('base64');
  const two = Buffer.alloc(32, 2).toString('base64');

  it('accepts a bare key as the first root key', () => {
    expect(parseRing(`${one}\n`)).toEqual([{ version: 1, purpose: null, key: Buffer.alloc(32, 1) }]);
    expect(formatRing(parseRing(one))).toBe(`${one}\n`);
  });

  it('has versions, and keys of one purpose without their root key', () => {
    const text = `2:${two}\n1.hashing:${one}\n`;
    expect(formatRing(parseRing(text))).toBe(text);
    const keys = deriveEntries(parseRing(text), ['hashing', 'wrapping']);
    expect(keys.map(({ version, purpose }) => [version, purpose])).toEqual([
      [2, 'hashing'],
      [1, 'hashing'],
      [2, 'wrapping'],
    ]);
  });

  it('gives the same key for a purpose with and without the root key', () => {
    const root = [newRoot(1)];
    const derived = deriveEntries(root, purposes);
    expect(deriveEntries(parseRing(formatRing(derived)), purposes)).toEqual(derived);
  });

  it('derives the keys of the first releases', () => {
    const [signing] = deriveEntries(parseRing(Buffer.alloc(32, 7).toString('base64')), ['signing']);
    expect(signing?.key.toString('hex')).toBe(firstSigning);
  });

  it('differs by purpose', () => {
    const keys = deriveEntries([newRoot(1)], purposes).map(({ key }) => key.toString('hex'));
    expect(new Set(keys).size).toBe(purposes.length);
  });

  it.each([
    'c2hvcnQ=',
    '',
    `0:${one}`,
    `1.cooking:${one}`,
    `1:${one},1:${two}`,
    randomBytes(31).toString('base64'),
  ])('refuses %j', (text) => {
    expect(() => parseRing(text)).toThrow(BadRing);
  });
});

describe('keyed hash', () => {
  const hash = createKeyedHash(Buffer.alloc(32, 1));

  it('depends on key, kind and value', () => {
    expect(hash.keyed('email', 'rosa@example.com')).toMatch(/^[0-9a-f]{64}$/);
    expect(hash.keyed('email', 'rosa@example.com')).toBe(hash.keyed('email', 'rosa@example.com'));
    expect(hash.keyed('handle', 'rosa@example.com')).not.toBe(hash.keyed('email', 'rosa@example.com'));
    const otherKey = createKeyedHash(Buffer.alloc(32, 2));
    expect(otherKey.keyed('email', 'rosa@example.com')).not.toBe(hash.keyed('email', 'rosa@example.com'));
  });

  it('gives different UUIDs for different splits into parts', () => {
    expect(hash.uuid('patient', 'a', 'b')).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-/,
    );
    expect(hash.uuid('patient', 'a', 'b')).toBe(hash.uuid('patient', 'a', 'b'));
    expect(hash.uuid('patient', 'ab', '')).not.toBe(hash.uuid('patient', 'a', 'b'));
  });
});
