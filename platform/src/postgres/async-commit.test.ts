import { createTestDatabase } from '@visita/platform/testing/database';
import { expect, test } from 'vitest';
import { withAsyncCommit } from './async-commit.ts';

test('an asynchronous commit is visible at once and does not wait for the disk; the next commit does', async () => {
  const database = await createTestDatabase();
  const client = await database.pool.connect();
  const setting = async () =>
    (await client.query<{ now: string }>(`select current_setting('synchronous_commit') as now`)).rows[0]?.now;
  await client.query(`create table words (word text primary key); set synchronous_commit = 'on'`);
  const write = withAsyncCommit(
    'put-words',
    'insert into words select unnest($1::text[]) on conflict do nothing',
  );
  for (const values of [[['one', 'two']], [['two', 'three']]]) await client.query({ ...write, values });
  expect((await client.query('select word from words')).rows).toHaveLength(3);
  expect(await setting()).toBe('on');
  await client.query('begin');
  await client.query({ ...write, values: [['four']] });
  expect(await setting()).toBe('off');
  await client.query('commit');
  expect(await setting()).toBe('on');
  client.release();
  await database.close();
});
