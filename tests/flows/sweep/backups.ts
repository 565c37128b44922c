import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { newIdentity, openWith, readPlain } from '@visita/operator/backup/age';
import { expect } from 'vitest';
import { type OpsOutcome, runOps } from '../../support/ops.ts';
import type { Stack } from '../../support/stack.ts';

/** Prepares encrypted backups with a known identity, in a directory that is removed afterwards. */
export const prepareBackups = async () => {
  const place = await mkdtemp(join(tmpdir(), 'visita-sweep-'));
  const { file, recipient } = await newIdentity();
  const identity = join(place, 'identity');
  await writeFile(identity, file);
  const open = openWith(file);
  return {
    /** Makes an encrypted backup as in production; returns its directory. */
    make: async ({ place: of }: Stack): Promise<string> => {
      const directory = join(place, randomUUID());
      const outcome = await runOps({ ...of, BACKUP_RECIPIENT: recipient }, 'backup', directory);
      expect(outcome).toMatchObject({ code: 0 });
      return directory;
    },
    /** Returns the decrypted contents of a backup. */
    decrypt: async (directory: string): Promise<string> => {
      const opened = `${directory}-opened`;
      await mkdir(opened);
      for (const file of await readdir(directory)) {
        const plain = file.replace(/\.age$/, '');
        const [from, to] = [join(directory, plain), join(opened, plain)];
        if (plain === file) await copyFile(from, to);
        else await pipeline(await readPlain(from, open), createWriteStream(to));
      }
      return opened;
    },
    /** Restores a backup into an empty database with its product's keys and erasure journal. */
    restore: async (
      { varDirectory }: Stack,
      { directory, url }: { directory: string; url: string },
    ): Promise<OpsOutcome & { place: { VAR_DIRECTORY: string; DATABASE_URL: string } }> => {
      const restored = join(place, 'restored', randomUUID());
      await mkdir(join(restored, 'secrets'), { recursive: true });
      await copyFile(join(varDirectory, 'secrets/master.key'), join(restored, 'secrets/master.key'));
      const environment = { VAR_DIRECTORY: restored, DATABASE_URL: url };
      const args = ['--identity', identity, '--erasures', join(varDirectory, 'erasures.jsonl'), '--json'];
      return { ...(await runOps(environment, 'restore', directory, ...args)), place: environment };
    },
    remove: () => rm(place, { recursive: true }),
  };
};
