import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { promisify } from 'node:util';
import type { BackupPlace } from '@visita/platform/config/backup-place';
import ssh2, {
  type Client,
  type FileEntryWithStats,
  type ServerHostKeyAlgorithm,
  type SFTPWrapper,
} from 'ssh2';
import { type BackupStorage, nullIf, StorageFailed, timeOf } from './storage.ts';

type Place = Extract<BackupPlace, { kind: 'sftp' }>;

/** Timeout of the handshake (ms). */
const patience = 20_000;

const forbidden = 'SFTP-PERMISSION-DENIED';

const statuses: Readonly<Record<number, string>> = {
  2: 'SFTP-NO-SUCH-FILE',
  3: forbidden,
  4: 'SFTP-FAILURE',
};

/** Returns a function that calls the server and rejects with a code. */
const telling =
  <Args extends unknown[], Answered>(ask: (...args: Args) => Promise<Answered>) =>
  async (...args: Args): Promise<Answered> => {
    try {
      return await ask(...args);
    } catch (error) {
      const status = error instanceof Error && 'code' in error ? error.code : null;
      if (typeof status !== 'number') throw error;
      throw new StorageFailed(statuses[status] ?? `SFTP-${status}`, { cause: error });
    }
  };

/** Bytes per read. */
const bytesAtOnce = 1 << 20;

const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;

const otherHostKey = 'SFTP-OTHER-HOST-KEY';

/** Tells whether a connection failed at the host key: it is another, or of no requested kind. */
const isAboutHostKey = ({ code, cause }: StorageFailed): boolean =>
  code === otherHostKey || (cause instanceof Error && /no matching host key/.test(cause.message));

/** Kinds of host keys: a server has several, any of which may be the known one. */
const kinds = [
  ['ssh-ed25519'],
  ['ecdsa-sha2-nistp256', 'ecdsa-sha2-nistp384', 'ecdsa-sha2-nistp521'],
  ['rsa-sha2-512', 'rsa-sha2-256', 'ssh-rsa'],
] as const satisfies readonly ServerHostKeyAlgorithm[][];

/** Converts a connection error to a code. */
const failed = (error: Error & { level?: string; code?: unknown }, isOther: boolean): StorageFailed => {
  if (isOther) return new StorageFailed(otherHostKey, { cause: error });
  if (error.level === 'client-authentication') return new StorageFailed('SFTP-REFUSED', { cause: error });
  return new StorageFailed(typeof error.code === 'string' ? error.code : 'SFTP-UNREACHABLE', {
    cause: error,
  });
};

/**
 * Connects with the known kind of host key; tries the next kind if the server's key of that kind differs or
 * is missing.
 */
const connect = async (place: Place, signal: AbortSignal): Promise<Client> => {
  let other: StorageFailed | null = null;
  for (const serverHostKey of kinds) {
    try {
      return await connectBy(place, [...serverHostKey], signal);
    } catch (error) {
      if (!(error instanceof StorageFailed) || !isAboutHostKey(error)) throw error;
      if (other?.code !== otherHostKey) other = error;
    }
  }
  throw other ?? new StorageFailed('SFTP-UNREACHABLE');
};

const connectBy = async (
  place: Place,
  serverHostKey: ServerHostKeyAlgorithm[],
  signal: AbortSignal,
): Promise<Client> => {
  const { host, port, user: username, password, keyFile, hostKey } = place;
  const proof = keyFile === null ? { password: password ?? '' } : { privateKey: await readFile(keyFile) };
  const client = new ssh2.Client();
  let isOther = false;
  return new Promise<Client>((resolve, reject) => {
    signal.addEventListener('abort', () => client.destroy(), { once: true });
    client.once('ready', () => resolve(client.setNoDelay(true)));
    // After the connection is open, failures concern the operations in progress.
    client.on('error', (error) => reject(failed(error, isOther)));
    client.once('close', () => reject(new StorageFailed('SFTP-CLOSED')));
    client.connect({
      host,
      port,
      username,
      ...proof,
      readyTimeout: patience,
      algorithms: { serverHostKey },
      hostVerifier: (key: Buffer) => !(isOther = fingerprintOf(key) !== hostKey),
    });
  });
};

const calls = (sftp: SFTPWrapper) => ({
  readdir: telling(promisify(sftp.readdir.bind(sftp)) as (path: string) => Promise<FileEntryWithStats[]>),
  mkdir: telling(
    promisify(sftp.mkdir.bind(sftp)) as (path: string, attributes: { mode: number }) => Promise<void>,
  ),
  // Several chunks are sent at once: one after the other, each would wait for a round trip.
  fastPut: telling(
    promisify(sftp.fastPut.bind(sftp)) as (
      from: string,
      to: string,
      options: { mode: number },
    ) => Promise<void>,
  ),
  unlink: telling(promisify(sftp.unlink.bind(sftp))),
  rmdir: telling(promisify(sftp.rmdir.bind(sftp))),
  exists: (path: string) => new Promise<boolean>((resolve) => sftp.stat(path, (error) => resolve(!error))),
});

/** Opens a directory of an SFTP server for backups. */
export const openSftp = async (place: Place, signal: AbortSignal): Promise<BackupStorage> => {
  const client = await connect(place, signal);
  const sftp = await new Promise<SFTPWrapper>((resolve, reject) =>
    client.sftp((error, opened) => (error ? reject(failed(error, false)) : resolve(opened))),
  );
  // Without a listener the process would end; operations fail on their own.
  sftp.on('error', () => undefined);
  const { readdir, mkdir, fastPut, unlink, rmdir, exists } = calls(sftp);
  const pathOf = (...parts: readonly string[]) => posix.join(place.directory, ...parts);
  const makeFolder = async (path: string): Promise<void> => {
    if (await exists(path)) return;
    await makeFolder(posix.dirname(path));
    await mkdir(path, { mode: 0o700 });
  };
  const filesOf = async (backup: string) => {
    const files = await readdir(pathOf(backup)).catch(nullIf(forbidden));
    return [backup, files?.map(({ filename }) => filename) ?? null] as const;
  };
  return {
    place: `sftp://${place.host}:${place.port}${place.directory.startsWith('/') ? '' : '/~/'}${place.directory}`,
    list: async () => {
      await makeFolder(place.directory);
      const names = (await readdir(place.directory)).map(({ filename }) => filename);
      return new Map(await Promise.all(names.filter((name) => timeOf(name) !== null).map(filesOf)));
    },
    put: async (backup, file, from) => {
      await makeFolder(pathOf(backup));
      await fastPut(from, pathOf(backup, file), { mode: 0o600 });
    },
    read: async (backup, file) => sftp.createReadStream(pathOf(backup, file), { highWaterMark: bytesAtOnce }),
    remove: async (backup, files) => {
      for (const file of files) await unlink(pathOf(backup, file));
      await rmdir(pathOf(backup));
    },
    close: async () => {
      client.end();
    },
  };
};
