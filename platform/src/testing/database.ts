import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { pino } from 'pino';
import { inject } from 'vitest';
import { connectDatabase, connectionSettings, type Database } from '../database/connect.ts';

/** A database of a test's own; closing it drops it. */
export type TestDatabase = Database & AsyncDisposable;

/** Creates an empty database in the PostgreSQL of this run, or in the one told. */
export const createTestDatabase = async (server = inject('databaseUrl')): Promise<TestDatabase> => {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = name;
  const database = connectDatabase({ url: url.href, log: silent });
  const close = async () => {
    await database.close();
    await administer(server, `drop database if exists ${name} with (force)`);
  };
  return { ...database, close, [Symbol.asyncDispose]: close };
};

/** A log for tests: nothing is written. */
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
