import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { constants, type Stats } from 'node:fs';
import { chown, lstat, open, readdir, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { retry } from '../async/retry.ts';

/** Kind of a mark: left by the process that owns a directory, or by PostgreSQL programs that work in it. */
type Kind = 'owner' | 'server';

/** A mark in a directory that shows that its process is alive. */
export type Mark = {
  readonly path: string;
  /** Inherited by child processes that also keep the mark alive. */
  readonly fd: number;
  /** Closes the descriptor. The mark is removed when no process has it open. */
  close(): Promise<void>;
};

type Account = { readonly uid: number; readonly gid: number };

const separator = '~';
const attempts = 50;

/**
 * Leaves a mark: a named pipe, open for reading in this process and in children that inherit the
 * descriptor. The kernel closes the pipe when the last of them ends, for any reason, and tells
 * every process on the same kernel whether a reader exists. A process id would be meaningless
 * outside its container.
 */
export const leaveMark = async (directory: string, kind: Kind, account?: Account): Promise<Mark> => {
  const host = hostname().replaceAll(/[^\w.-]/g, '');
  const path = join(directory, [kind, process.pid, host.slice(0, 60), randomUUID()].join(separator));
  const draft = `${path}.new`;
  const make = async (): Promise<Mark> => {
    await promisify(execFile)('mkfifo', ['-m', '600', draft]);
    const reading = await open(draft, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      if (account) await chown(draft, account.uid, account.gid);
      // The pipe has a reader before it gets its final name, and the name is never reused.
      await rename(draft, path);
    } catch (error) {
      await reading.close();
      throw error;
    }
    const close = async () => {
      await reading.close();
      if (!(await isRead(path))) await rm(path, { force: true });
    };
    return { path, fd: reading.fd, close };
  };
  return retry(make, {
    pause: 0,
    onFailure: async (error, attempt) => {
      // Another process removed the draft, which had no reader yet, as a dead mark.
      if (!hasCode(error, 'ENOENT') || attempt === attempts || !(await isThere(directory))) throw error;
    },
  });
};

/** Returns the living marks of a kind with their authors; removes dead ones. */
export const livingMarks = async (directory: string, kind: Kind): Promise<Map<string, string>> => {
  const found = new Map<string, string>();
  for (const name of await readdir(directory)) {
    if (!name.startsWith(`${kind}${separator}`)) continue;
    const path = join(directory, name);
    const made = await lstat(path).catch(() => undefined);
    if (made && (await isRead(path))) found.set(path, describe(name, made));
    else await rm(path, { force: true });
  }
  return found;
};

/**
 * Claims a directory for this process; the returned function releases it, as does the end of the process. Throws if a
 * living process, in any container, has claimed it. Every claimant leaves a mark, then looks for others: of two at
 * once, at least one sees the other, and anyone can remove a dead mark. A shared lock file could be taken over by two
 * processes at once.
 */
export const claimDirectory = async (directory: string, account?: Account): Promise<() => Promise<void>> => {
  if (process.platform === 'win32') return claimByName(directory);
  let before = new Set<string>();
  for (let attempt = 1; ; attempt += 1) {
    const mark = await leaveMark(directory, 'owner', account);
    const others = await livingMarks(directory, 'owner').catch(async (error: unknown) => {
      await mark.close();
      throw error;
    });
    others.delete(mark.path);
    if (others.size === 0) return mark.close;
    await mark.close();
    // A process that gives way returns later with another mark: a mark that stays belongs to the
    // owner.
    const owner = [...others].find(([path]) => before.has(path) || attempt === attempts);
    if (owner) throw new Error(`${directory} is already in use by ${owner[1]}`);
    before = new Set(others.keys());
    // Two processes gave way to each other: a random pause lets one be first.
    await delay(20 + Math.random() * 100 * Math.min(attempt, 5));
  }
};

/** Windows has one namespace for pipes, and frees a name with its process. */
const claimByName = async (directory: string): Promise<() => Promise<void>> => {
  const name = createHash('sha256').update(directory.toLowerCase()).digest('hex');
  const server = createServer().listen(`\\\\.\\pipe\\visita-${name}`);
  await once(server, 'listening').catch((error: unknown) => {
    throw hasCode(error, 'EADDRINUSE')
      ? new Error(`${directory} is already in use by another process`)
      : error;
  });
  server.unref();
  return async () => {
    server.close();
    await once(server, 'close');
  };
};

const describe = (name: string, { mtime }: Stats): string => {
  const [, pid, host] = name.split(separator);
  return `process ${pid} on ${host}, since ${mtime.toISOString()}`;
};

/** Whether a named pipe has a reader. Throws if this user may not open it. */
const isRead = async (path: string): Promise<boolean> => {
  try {
    await (await open(path, constants.O_WRONLY | constants.O_NONBLOCK)).close();
    return true;
  } catch (error) {
    if (hasCode(error, 'ENXIO') || hasCode(error, 'ENOENT')) return false;
    throw error;
  }
};

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
