import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { inject, expect, onTestFinished, test } from 'vitest';
import { openLink } from '../../testing/services/link.ts';
import { silent } from '../../testing/database.ts';
import { connectDatabase, type Database } from './connect.ts';

const open = async (poolSize = 1) => {
  const url = new URL(inject('databaseUrl'));
  const link = await openLink(Number(url.port));
  url.port = String(link.port);
  const database = connectDatabase({ url: url.href, log: silent, poolSize, look: 200 });
  onTestFinished(async () => {
    await link.close();
    await database.close();
  });
  return { link, database };
};

/** Parts that pg's types lack. */
const streamOf = (client: PoolClient) =>
  (client as unknown as { connection: { stream: Duplex } }).connection.stream;

test.each([
  ['pool', ({ pool }: Database) => pool.query('select 1')],
  ['knex', ({ knex }: Database) => knex.raw('select 1')],
])(
  'a silently dead connection fails its statement and is replaced: %s',
  async (_, ask) => {
    const { link, database } = await open();
    await ask(database);
    link.silence();
    await expect(ask(database)).rejects.toThrow();
    await ask(database);
  },
  60_000,
);

test('idle connections are closed with the one that was found dead', async () => {
  const { link, database } = await open(3);
  const three = () => Promise.all([1, 2, 3].map(() => database.pool.query('select pg_sleep(0.2)')));
  await three();
  expect(database.pool.totalCount).toBe(3);
  link.silence();
  await expect(database.pool.query('select 1')).rejects.toThrow();
  await expect.poll(() => database.pool.totalCount, { timeout: 20_000 }).toBe(0);
}, 60_000);

test('a slow answer is waited for', async () => {
  const { database } = await open();
  const { rows } = await database.pool.query<{ done: number }>('select 1 as done from pg_sleep(2)');
  expect(rows).toEqual([{ done: 1 }]);
}, 60_000);

test('a slow reader is left alone', async () => {
  const { database } = await open();
  const client = await database.pool.connect();
  onTestFinished(() => client.release());
  const stream = streamOf(client);
  const all = client.query(`select repeat('x', 1000) from generate_series(1, 50000)`);
  await once(stream, 'data');
  stream.pause();
  // This is longer than a dead connection is kept.
  await delay(2_000);
  stream.resume();
  expect((await all).rowCount).toBe(50_000);
}, 60_000);

test('an answer that can no longer be written is not waited for', async () => {
  const { link, database } = await open();
  const client = await database.pool.connect();
  onTestFinished(() => client.release());
  // The connection dies in the middle of an answer.
  streamOf(client).once('data', () => link.silence());
  const long = client.query(`select repeat('x', 1000) from generate_series(1, 200000)`);
  await expect(long).rejects.toThrow();
}, 60_000);
