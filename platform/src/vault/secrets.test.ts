import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createKeyedHash } from './hash.ts';
import { deriveSecrets, loadSecrets } from './secrets.ts';

const emptyDirectory = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'visita-secrets-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
};

const none = { environment: 'test' as const, masterKey: null };

describe('secrets', () => {
  it('make the master key once, for the owner only, however many start at once', async () => {
    const varDirectory = await emptyDirectory();
    const loads = Array.from({ length: 8 }, () => loadSecrets({ ...none, varDirectory }));
    const all = await Promise.all(loads);
    expect(new Set(all.map(({ wrapping }) => wrapping.toString('hex'))).size).toBe(1);
    const folder = join(varDirectory, 'secrets');
    expect(await readdir(folder)).toEqual(['master.key']);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, 'master.key'))).mode & 0o777).toBe(0o600);
    expect(await loadSecrets({ ...none, varDirectory })).toEqual(all[0]);
  });

  it('take the key from the configuration, and make none then', async () => {
    const varDirectory = await emptyDirectory();
    const master = Buffer.alloc(32, 7);
    const masterKey = master.toString('base64');
    expect(await loadSecrets({ environment: 'production', varDirectory, masterKey })).toEqual(
      deriveSecrets(master),
    );
    expect(await readdir(varDirectory)).toEqual([]);
  });

  it('make no key in production', async () => {
    const varDirectory = await emptyDirectory();
    const load = loadSecrets({ ...none, environment: 'production', varDirectory });
    await expect(load).rejects.toThrow('Production needs MASTER_KEY');
    expect(await readdir(varDirectory)).toEqual([]);
  });

  it('refuse a damaged key instead of making another one', async () => {
    const varDirectory = await emptyDirectory();
    await loadSecrets({ ...none, varDirectory });
    const path = join(varDirectory, 'secrets', 'master.key');
    await writeFile(path, 'c2hvcnQ=');
    await expect(loadSecrets({ ...none, varDirectory })).rejects.toThrow('does not hold 32 bytes in base64');
    expect(await readFile(path, 'utf8')).toBe('c2hvcnQ=');
  });

  it('differ by purpose', () => {
    const keys = Object.values(deriveSecrets(Buffer.alloc(32, 7))).map((key) => key.toString('hex'));
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.every((key) => /^[0-9a-f]{64}$/.test(key))).toBe(true);
  });
});

describe('keyed hash', () => {
  const hash = createKeyedHash(Buffer.alloc(32, 1));

  it('follows from key, kind and value', () => {
    expect(hash.keyed('email', 'rosa@example.com')).toMatch(/^[0-9a-f]{64}$/);
    expect(hash.keyed('email', 'rosa@example.com')).toBe(hash.keyed('email', 'rosa@example.com'));
    expect(hash.keyed('handle', 'rosa@example.com')).not.toBe(hash.keyed('email', 'rosa@example.com'));
    const otherKey = createKeyedHash(Buffer.alloc(32, 2));
    expect(otherKey.keyed('email', 'rosa@example.com')).not.toBe(hash.keyed('email', 'rosa@example.com'));
  });

  it('gives UUIDs that tell the cuts between their parts', () => {
    expect(hash.uuid('patient', 'a', 'b')).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-/,
    );
    expect(hash.uuid('patient', 'a', 'b')).toBe(hash.uuid('patient', 'a', 'b'));
    expect(hash.uuid('patient', 'ab', '')).not.toBe(hash.uuid('patient', 'a', 'b'));
  });
});
