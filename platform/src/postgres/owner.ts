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
import { retry } from '../core/retry.ts';

/** Whose marks they are: the one process that owns a directory, or the programs of PostgreSQL that work in it. */
type Kind = 'owner' | 'server';

/** A sign of life in a directory. */
export type Mark = {
  readonly path: string;
  /** To be handed to child processes that it stands for as well. */
  readonly fd: number;
  /** Closes our descriptor; the mark goes where nobody else has it open. */
  close(): Promise<void>;
};

type Account = { readonly uid: number; readonly gid: number };

const separator = '~';
const attempts = 50;

/**
 * Leaves a mark: a named pipe, open for reading here and in the children that its descriptor is handed to. The kernel
 * closes it with the last of them, however they end, and tells every process that shares the directory on this kernel
 * whether anybody reads it. A process id says nothing outside its own container.
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
      // Under its own name nobody ever sees it without a reader, and that name will never be anyone else's.
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
      // Another process that removes dead marks took the draft, which nobody read yet, for one.
      if (!hasCode(error, 'ENOENT') || attempt === attempts || !(await isThere(directory))) throw error;
    },
  });
};

/** Living marks of a kind, each with who left it; dead ones are removed. */
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
 * Claims a directory for this process until the answer is called or the process dies, however it dies. Throws where a
 * living process (or this one) holds it, in whichever container.
 *
 * Every claimant leaves a mark and then looks for others: of two that come at once at least one sees the other, and a
 * dead one can be removed by anybody. That leaves no moment at which two could both believe they won, as taking over
 * one shared lock file would.
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
    // Who gives way comes back with another mark: one that is still there owns the directory.
    const owner = [...others].find(([path]) => before.has(path) || attempt === attempts);
    if (owner) throw new Error(`${directory} is already in use by ${owner[1]}`);
    before = new Set(others.keys());
    // Two that came at once both gave way: a random pause lets one of them be first.
    await delay(20 + Math.random() * 100 * Math.min(attempt, 5));
  }
};

/** Windows has one space of names for such pipes, and frees a name with its process. */
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

/** Whether somebody has a named pipe open for reading. Throws where this user may not ask. */
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
