import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RecordedEvent } from '@visita/contracts/envelope';
import { findRunningPostgres } from '@visita/platform/postgres/running-embedded';
import { connectDatabase } from '@visita/platform/postgres/connect';
import { createPostgresEventStore } from '@visita/platform/event-store/postgres';
import { beginning } from '@visita/platform/event-store/port';
import { silent } from '@visita/platform/testing/database';
import type { Place } from './stack.ts';

export const databaseOf = async ({ VAR_DIRECTORY, DATABASE_URL }: Place): Promise<string> => {
  const url = DATABASE_URL ?? (await findRunningPostgres(join(VAR_DIRECTORY, 'postgres')));
  if (url === null) throw new Error('the embedded database does not answer');
  return url;
};

/** Opens a running product's database. Personal fields stay encrypted. */
export const lookInside = async (place: Place) => lookInto(await databaseOf(place));

/** Opens the database of an address. */
export const lookInto = async (url: string) => {
  const database = connectDatabase({ url, log: silent, poolSize: 2 });
  const store = createPostgresEventStore({ database, log: silent });
  return {
    pool: database.pool,
    head: () => store.head(),
    /** Locks a table until released, for readers and writers. */
    hold: async (table: string) => {
      const client = await database.pool.connect();
      await client.query(`begin; lock table ${table} in access exclusive mode`);
      return {
        /** Returns whether another transaction waits for the lock. */
        wanted: async (): Promise<boolean> => {
          const waiting = 'select from pg_locks where relation = $1::regclass and not granted';
          return (await database.pool.query(waiting, [table])).rows.length > 0;
        },
        giveBack: async (): Promise<void> => {
          await client.query('rollback');
          client.release();
        },
      };
    },
    events: async (after = beginning): Promise<RecordedEvent[]> => {
      const all: RecordedEvent[] = [];
      for (let position = after; ; position = all.at(-1)!.position) {
        const page = await store.readAll(position, 5000);
        all.push(...page);
        if (page.length < 5000) return all;
      }
    },
    [Symbol.asyncDispose]: async () => {
      await store.close();
      await database.close();
    },
  };
};
export type Inside = Awaited<ReturnType<typeof lookInside>>;

/** Returns the mails sent so far as .eml text. */
export const sentMails = async (varDirectory: string): Promise<string[]> => {
  const directory = join(varDirectory, 'mail');
  const files = (await readdir(directory).catch(() => [])).filter((file) => file.endsWith('.eml'));
  // Mails to an erased person may be deleted at any time.
  const read = files.map((file) => readFile(join(directory, file), 'utf8').catch(() => null));
  return (await Promise.all(read)).filter((mail) => mail !== null);
};

/** Returns the token of a mail's link to a page, undoing the transfer encoding. */
export const tokenIn = (mail: string, page = 'confirmation'): string => {
  const text = mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
  const token = new RegExp(`/${page}/?\\?token=([\\w.%~-]+)`).exec(text)?.[1];
  if (!token) throw new Error('no link in this mail');
  return decodeURIComponent(token);
};
