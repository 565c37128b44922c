import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { pino } from 'pino';
import { inject } from 'vitest';
import { connectDatabase, type Database } from '../src/postgres/connect.ts';
import { connectionSettings } from '../src/postgres/connection-settings.ts';

/** A database of one test, which is dropped when closed. */
export type TestDatabase = Database & AsyncDisposable;

/** Creates a database, empty or from a template, on the server of this test run unless another is given. */
export const createTestDatabase = async (
  server = inject('databaseUrl'),
  template = 'template1',
): Promise<TestDatabase> => {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(server, `create database ${name} template ${template}`);
  const database = connectDatabase({ url: addressOf(server, name), log: silent });
  const close = async () => {
    await database.close();
    await administer(server, `drop database if exists ${name} with (force)`);
  };
  return { ...database, close, [Symbol.asyncDispose]: close };
};

/**
 * Creates a template for {@link createTestDatabase} if it does not exist; `fill` creates its tables. With concurrent
 * callers, also in other processes, one fills it and the others wait.
 */
export const ensureTemplate = async (
  name: string,
  fill: (database: Database) => Promise<unknown>,
  server = inject('databaseUrl'),
): Promise<void> => {
  const client = new Client(connectionSettings({ url: server }));
  await client.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount) return;
    // The database is renamed when it is complete: a failed fill leaves no template.
    const unfinished = `${name}_unfinished`;
    await client.query(`drop database if exists ${unfinished}`);
    await client.query(`create database ${unfinished}`);
    const database = connectDatabase({ url: addressOf(server, unfinished), log: silent });
    try {
      await fill(database);
    } finally {
      await database.close();
    }
    await client.query(`alter database ${unfinished} rename to ${name}`);
  } finally {
    await client.end();
  }
};

const addressOf = (server: string, name: string): string => {
  const url = new URL(server);
  url.pathname = name;
  return url.href;
};

export const silent = pino({ level: 'silent' });

const administer = async (url: string, statement: string): Promise<void> => {
  const client = new Client(connectionSettings({ url }));
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};
