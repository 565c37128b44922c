import { openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import type { BackupPlace } from '@visita/platform/config/backup-place';
import { S3mini, S3NetworkError, S3ServiceError } from 's3mini';
import { type BackupStorage, StorageFailed, timeOf } from './storage.ts';

/** Converts an error to a code: status of the service, or system code of the network. */
const failed = (error: unknown): unknown => {
  if (error instanceof S3ServiceError) return new StorageFailed(`S3-${error.status}`, { cause: error });
  if (error instanceof S3NetworkError)
    return new StorageFailed(error.code ?? 'S3-UNREACHABLE', { cause: error });
  // The error of fetch has the system's code in its cause.
  const cause = error instanceof Error ? error.cause : null;
  if (cause instanceof Error && 'code' in cause)
    return new StorageFailed(String(cause.code), { cause: error });
  return error;
};

const telling = async <Answered>(work: Promise<Answered>): Promise<Answered> => {
  try {
    return await work;
  } catch (error) {
    throw failed(error);
  }
};

const missing = (key: string) => new StorageFailed('S3-404', { cause: new Error(key) });

/** Opens a bucket of S3 or a compatible service for backups. */
export const openS3 = (place: Extract<BackupPlace, { kind: 's3' }>, signal: AbortSignal): BackupStorage => {
  const { endpoint, region, accessKey: accessKeyId, secretKey: secretAccessKey, prefix } = place;
  const bucket = new S3mini({
    endpoint,
    region,
    accessKeyId,
    secretAccessKey,
    fetch: (input, init) => fetch(input, { ...init, signal }),
  });
  const keyOf = (backup: string, file: string) => `${prefix}${backup}/${file}`;
  return {
    place: `${endpoint}/${prefix}`,
    list: async () => {
      const objects = await telling(bucket.listObjects('/', prefix));
      if (objects === null) throw missing(endpoint);
      const found = new Map<string, string[]>();
      for (const { Key } of objects) {
        const [backup, file, ...deeper] = Key.slice(prefix.length).split('/');
        if (!Key.startsWith(prefix) || !backup || !file || deeper.length > 0 || timeOf(backup) === null)
          continue;
        found.set(backup, [...(found.get(backup) ?? []), file]);
      }
      return found;
    },
    put: async (backup, file, from) => {
      await telling(bucket.putAnyObject(keyOf(backup, file), await openAsBlob(from)));
    },
    read: async (backup, file) => {
      const answer = await telling(bucket.getObjectResponse(keyOf(backup, file)));
      if (!answer?.body) throw missing(keyOf(backup, file));
      return Readable.fromWeb(answer.body);
    },
    remove: async (backup, files) => {
      for (const file of files) await telling(bucket.deleteObject(keyOf(backup, file)));
    },
    close: async () => undefined,
  };
};
