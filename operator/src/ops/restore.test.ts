import { randomBytes } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKeyedHash } from '@visita/platform/vault/hash';
import { lastingKeyIn } from '@visita/platform/vault/key-ring';
import { expect, it, vi } from 'vitest';
import { authenticate, type Manifest } from '../backup/manifest.ts';
import { runRestore } from './restore.ts';

const ring = randomBytes(32).toString('base64');
const otherRing = randomBytes(32).toString('base64');
const bare: Manifest = {
  format: 1,
  product: '1.0.0',
  takenAt: '2026-11-20T08:00:00.000Z',
  position: '0',
  hash: '0'.repeat(64),
  encryption: '',
  // An unknown migration: the check after the authentication refuses it, before a database is opened.
  migrations: { vault: ['9999-later'] },
  files: [],
};
const writtenWith = (text: string): Manifest => ({
  ...bare,
  authentication: authenticate(bare, createKeyedHash(lastingKeyIn(text, 'hashing')!)),
});

/** Restores a backup with this manifest; returns the error message. */
const restore = async (manifest: Manifest, ...options: string[]): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'visita-restore-'));
  await writeFile(join(directory, 'manifest.json'), JSON.stringify(manifest));
  const output: string[] = [];
  const stderr = vi
    .spyOn(process.stderr, 'write')
    .mockImplementation((text) => output.push(String(text)) > 0);
  try {
    const code = await runRestore([directory, '--without-erasures', ...options], {
      VAR_DIRECTORY: directory,
      MASTER_KEY: ring,
    });
    expect(code).toBe(2);
  } finally {
    stderr.mockRestore();
  }
  return output.join('');
};

it('a backup is restored only if the key ring authenticates it, or the operator skips that', async () => {
  expect(await restore(bare)).toContain('of a release before 1.1');
  expect(await restore(writtenWith(otherRing))).toContain('another master key');
  expect(await restore({ ...writtenWith(ring), position: '1' })).toContain('--unauthenticated');
  for (const message of [await restore(writtenWith(ring)), await restore(bare, '--unauthenticated')])
    expect(message).toContain('of another release');
});
