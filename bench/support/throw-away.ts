import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Log } from '@visita/platform/logging/log';
import { connectDatabase, type Database } from '@visita/platform/postgres/connect';
import { connectionSettings } from '@visita/platform/postgres/connection-settings';
import { startEmbeddedPostgres } from '@visita/platform/postgres/embedded';

/** A temporary PostgreSQL that syncs to disk as the product's does. */
export type ThrowAwayServer = AsyncDisposable & {
  readonly directory: string;
  /** Runs work with an empty database of its own. */
  withDatabase<Result>(name: string, work: (database: Database) => Promise<Result>): Promise<Result>;
};

export const startThrowAwayServer = async (log: Log): Promise<ThrowAwayServer> => {
  const directory = await mkdtemp(join(tmpdir(), 'visita-bench-'));
  // Under root, the user that PostgreSQL runs as must reach the directory; otherwise the data would be stored
  // elsewhere and remain.
  await chmod(directory, 0o711);
  const postgres = await startEmbeddedPostgres({ directory: join(directory, 'postgres'), log });
  const administer = async (statement: string) => {
    const client = new Client(connectionSettings({ url: postgres.url }));
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  return {
    directory,
    withDatabase: async (name, work) => {
      await administer(`create database "${name}"`);
      const url = new URL(postgres.url);
      url.pathname = name;
      const database = connectDatabase({ url: url.href, log });
      try {
        return await work(database);
      } finally {
        await database.close();
        await administer(`drop database "${name}" with (force)`);
      }
    },
    [Symbol.asyncDispose]: async () => {
      await postgres.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
};
