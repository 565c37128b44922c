import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase, type Database } from '@visita/platform/postgres/connect';
import { createTestDatabase, silent } from '@visita/platform/testing/database';
import { copiedOut, copyInto } from './copy.ts';

describe('copying rows in a bench', () => {
  let created: Database;
  let database: Database;
  beforeAll(async () => {
    created = await createTestDatabase();
    database = connectDatabase({ url: created.url, log: silent });
    await database.pool.query('create table numbers (n integer)');
  });
  afterAll(async () => {
    await database.close();
    await created.close();
  });

  const withClient = async <T>(work: (client: PoolClient) => Promise<T>) => {
    const client = await database.pool.connect();
    try {
      return await work(client);
    } finally {
      client.release(true);
    }
  };

  it('reads what it wrote over a watched connection', async () => {
    const rows = Array.from({ length: 50_000 }, (_, n) => `${n}\n`);
    await withClient((client) => copyInto(client, 'copy numbers from stdin', rows));
    const read = await withClient((client) =>
      copiedOut(client, 'copy (select n from numbers order by n) to stdout'),
    );
    expect(read.toString()).toBe(rows.join(''));
  });

  it('only rejects if the connection ends meanwhile', async () => {
    const cut = withClient(async (client) => {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      const cutOff = async function* () {
        yield '1\n';
        // Not `once` of node:events, which rejects if the connection fails first.
        const ended = new Promise((resolve) => client.once('end', resolve));
        await database.pool.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
        await ended;
        yield '2\n';
      };
      await copyInto(client, 'copy numbers from stdin', cutOff());
    });
    await expect(cut).rejects.toThrow();
    const out = withClient((client) =>
      copiedOut(client, 'copy (select pg_terminate_backend(pg_backend_pid())) to stdout'),
    );
    await expect(out).rejects.toThrow();
    const { rows } = await database.pool.query<{ n: number }>('select count(*)::integer as n from numbers');
    expect(rows[0]?.n).toBe(50_000);
  });
});
