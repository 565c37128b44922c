import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { copyOut } from './copy-out.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const rows = 100_000;
const statement = `copy (select generate_series(1, ${rows})) to stdout`;

it('waits for a slow target, with one listener at a time', async () => {
  let lines = 0;
  let most = 0;
  const target: Writable = new Writable({
    highWaterMark: 100,
    write: (chunk: Buffer, _encoding, done) => {
      lines += chunk.toString().split('\n').length - 1;
      most = Math.max(most, target.listenerCount('drain'));
      setImmediate(done);
    },
  });
  const client = await database.pool.connect();
  try {
    await client.query(copyOut(statement, target)).done;
    await new Promise<void>((resolve) => target.end(resolve));
  } finally {
    client.release();
  }
  expect({ lines, most }).toEqual({ lines: rows, most: 1 });
});

it('fails if the target fails, and leaves the connection usable', async () => {
  const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  const target = new Writable({
    highWaterMark: 100,
    write: (_chunk, _encoding, done) => void setImmediate(done, full),
  });
  // A pipeline listens for errors too.
  target.on('error', () => undefined);
  const client = await database.pool.connect();
  try {
    await expect(client.query(copyOut(statement, target)).done).rejects.toBe(full);
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  } finally {
    client.release();
  }
});
