import { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { createTestDatabase, silent } from '../testing/database.ts';
import { connectDatabase, connectionSettings } from './connect.ts';
import { isOutage } from './outage.ts';

const failureOf = async (work: PromiseLike<unknown>): Promise<unknown> => {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('it was expected to fail');
};

const withDatabase = async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.close());
  return database;
};

it('knows a database that is not there', async () => {
  const database = connectDatabase({ url: 'postgres://nobody@127.0.0.1:1/none', log: silent });
  onTestFinished(() => database.close());
  expect(isOutage(await failureOf(database.pool.query('select 1')))).toBe(true);
  expect(isOutage(await failureOf(database.knex.raw('select 1')))).toBe(true);
});

it('knows one that ends what is in hand', async () => {
  const { pool, url } = await withDatabase();
  const client = new Client(connectionSettings({ url }));
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const failed = failureOf(client.query('select pg_sleep(60)'));
  await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
  expect(isOutage(await failed)).toBe(true);
  expect(isOutage(await failureOf(client.query('select 1')))).toBe(true);
});

it('knows no outage in what the database refuses', async () => {
  const { pool } = await withDatabase();
  expect(isOutage(await failureOf(pool.query('select nothing')))).toBe(false);
  expect(isOutage(new TypeError('undefined is not a function'))).toBe(false);
});
