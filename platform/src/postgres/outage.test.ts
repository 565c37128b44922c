import { Client } from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { createTestDatabase, silent } from '../../testing/database.ts';
import { openLink } from '../../testing/services/link.ts';
import { codeOf } from '../logging/log.ts';
import { connectDatabase } from './connect.ts';
import { connectionSettings } from './connection-settings.ts';
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

it('recognises a database that is down', async () => {
  const database = connectDatabase({ url: 'postgres://nobody@127.0.0.1:1/none', log: silent });
  onTestFinished(() => database.close());
  expect(isOutage(await failureOf(database.pool.query('select 1')))).toBe(true);
  expect(isOutage(await failureOf(database.knex.raw('select 1')))).toBe(true);
});

it('recognises a database that is shutting down', async () => {
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

it('recognises a broken connection, also with the statement in the message', async () => {
  const { pool, url } = await withDatabase();
  const to = new URL(url);
  const link = await openLink(Number(to.port));
  onTestFinished(() => link.close());
  to.host = `127.0.0.1:${link.port}`;
  const cut = connectDatabase({ url: to.href, log: silent });
  onTestFinished(() => cut.close());
  const asleep = async () =>
    (
      await pool.query(`select from pg_stat_activity where wait_event = 'PgSleep'
                       and datname = current_database()`)
    ).rowCount;
  const failed = [
    failureOf(cut.pool.query('select pg_sleep(60)')),
    failureOf(cut.knex.raw('select pg_sleep(60)')),
  ];
  await expect.poll(asleep).toBe(2);
  link.cut();
  const errors = await Promise.all(failed);
  expect(errors.map(codeOf)).toEqual(['unknown', 'unknown']);
  expect(errors.map(isOutage)).toEqual([true, true]);
});

it.each([
  ['disk full', '53100'],
  ['an I/O error', '58030'],
  ['a deadlock', '40P01'],
  ['a statement timeout', '57014'],
  ['a lock held by others', '55P03'],
  ['a read-only server', '25006'],
])('treats %s as temporary', (_name, code) => {
  expect(isOutage(Object.assign(new Error('x'), { code }))).toBe(true);
});

it('recognises pools that were ended', async () => {
  const { url } = await withDatabase();
  const ended = connectDatabase({ url, log: silent });
  const client = await ended.pool.connect();
  const [closing] = [ended.close()];
  client.release();
  await closing;
  expect(isOutage(await failureOf(ended.pool.query('select 1')))).toBe(true);
  expect(isOutage(await failureOf(ended.knex.raw('select 1')))).toBe(true);
});

it('does not treat refused statements as an outage', async () => {
  const { pool } = await withDatabase();
  expect(isOutage(await failureOf(pool.query('select nothing')))).toBe(false);
  for (const code of ['23505', '22P02', '42P01', 'XX000', 'ENOENT']) {
    expect(isOutage(Object.assign(new Error('x'), { code }))).toBe(false);
  }
  expect(isOutage(new TypeError('undefined is not a function'))).toBe(false);
});
