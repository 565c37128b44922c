import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { inject, expect, onTestFinished, test } from 'vitest';
import { openLink } from '../testing/services/link.ts';
import { silent } from '../testing/database.ts';
import { connectDatabase } from './connect.ts';

const open = async () => {
  const url = new URL(inject('databaseUrl'));
  const link = await openLink(Number(url.port));
  url.port = String(link.port);
  const database = connectDatabase({ url: url.href, log: silent, poolSize: 1, look: 200 });
  onTestFinished(async () => {
    await link.close();
    await database.close();
  });
  return { link, database };
};

/** What pg's types leave out. */
const streamOf = (client: PoolClient) =>
  (client as unknown as { connection: { stream: Duplex } }).connection.stream;

test('connections that died in silence fail what is asked of them, and are replaced', async () => {
  const { link, database } = await open();
  const one = { pool: () => database.pool.query('select 1'), knex: () => database.knex.raw('select 1') };
  for (const ask of Object.values(one)) await ask();
  link.silence();
  for (const ask of Object.values(one)) {
    await expect(ask()).rejects.toThrow();
    await ask();
  }
}, 60_000);

test('an answer that takes its time is waited for', async () => {
  const { database } = await open();
  const { rows } = await database.pool.query<{ done: number }>('select 1 as done from pg_sleep(2)');
  expect(rows).toEqual([{ done: 1 }]);
}, 60_000);

test('who reads slowly is left alone', async () => {
  const { database } = await open();
  const client = await database.pool.connect();
  onTestFinished(() => client.release());
  const stream = streamOf(client);
  const all = client.query(`select repeat('x', 1000) from generate_series(1, 50000)`);
  await once(stream, 'data');
  stream.pause();
  // More looks than a dead connection is given.
  await delay(2_000);
  stream.resume();
  expect((await all).rowCount).toBe(50_000);
}, 60_000);

test('an answer that cannot be written any more is not waited for', async () => {
  const { link, database } = await open();
  const client = await database.pool.connect();
  onTestFinished(() => client.release());
  // It dies with much of the answer still to come.
  streamOf(client).once('data', () => link.silence());
  const long = client.query(`select repeat('x', 1000) from generate_series(1, 200000)`);
  await expect(long).rejects.toThrow();
}, 60_000);
