import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { BackupPlace } from '@visita/platform/config/backup-place';
import { namesIn } from './deliver.ts';
import { openStorage } from './open-storage.ts';
import { type BackupStorage, isPlainName, StorageFailed } from './storage.ts';

export const inStorage = async <Answered>(
  place: BackupPlace,
  work: (storage: BackupStorage) => Promise<Answered>,
): Promise<Answered> => {
  const storage = await openStorage(place, new AbortController().signal);
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
};

/** Lists the names of the complete backups of a storage, newest first. */
export const listBackups = (place: BackupPlace): Promise<string[]> => inStorage(place, namesIn);

export const fetchBackup = (place: BackupPlace, name: string, directory: string): Promise<void> =>
  inStorage(place, async (storage) => {
    const files = (await storage.list()).get(name);
    if (files === undefined) throw new StorageFailed('NO-SUCH-BACKUP');
    if (files === null) throw new StorageFailed('EACCES');
    if (!files.every(isPlainName)) throw new StorageFailed('ODD-NAME');
    await mkdir(directory, { mode: 0o700 });
    for (const file of files) {
      const to = createWriteStream(join(directory, file), { flags: 'wx', mode: 0o600, flush: true });
      await pipeline(await storage.read(name, file), to);
    }
  });
