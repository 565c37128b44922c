import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { identityOf } from './running-process.ts';

const prefix = 'owner-';
const attempts = 5;

/**
 * Claims a directory for this process until the answer is called or the process dies, however it dies. Throws where a
 * living process (or this one) holds it.
 *
 * Every claimant puts down a file named after itself and then looks for others: of two that come at once at least one
 * sees the other, and a dead one's file can be removed by anybody, since its name will never be anyone else's. That
 * leaves no moment at which two could both believe they won, as taking over one shared lock file would.
 */
export const claimDirectory = async (directory: string): Promise<() => Promise<void>> => {
  const name = `${prefix}${process.pid}-${await identityOf(process.pid)}`;
  const mine = join(directory, name);
  for (let attempt = 1; ; attempt += 1) {
    await writeFile(mine, '', { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'EEXIST' ? new Error(`${directory} is already in use by this process`) : error;
    });
    const other = await livingOwner(directory, name);
    if (other === undefined) return () => rm(mine, { force: true });
    await rm(mine, { force: true });
    if (attempt === attempts) throw new Error(`${directory} is already in use by process ${other}`);
    // Two that came at once both gave way: a random pause lets one of them be first.
    await delay(20 + Math.random() * 100);
  }
};

const livingOwner = async (directory: string, self: string): Promise<number | undefined> => {
  for (const name of await readdir(directory)) {
    if (!name.startsWith(prefix) || name === self) continue;
    const [pid = '', identity] = name.slice(prefix.length).split('-');
    if ((await identityOf(Number(pid))) === identity) return Number(pid);
    await rm(join(directory, name), { force: true });
  }
  return undefined;
};
