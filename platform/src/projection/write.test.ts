import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { createUnitOfWork, type Rows } from './rows.ts';
import { defineTable } from './table.ts';
import { writeChanges } from './write.ts';

const words = defineTable('words', ['language', 'number'], {
  language: 'text',
  number: 'integer',
  word: 'text?',
  loud: 'boolean',
  since: 'timestamptz?',
});

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(`create schema side; create table side.words (
    language text, number integer, word text, loud boolean not null, since timestamptz, primary key (language, number))`);
});
afterAll(() => database.close());

const write = async (work: (rows: Rows) => void) => {
  const unit = createUnitOfWork();
  work(unit);
  const client = await database.pool.connect();
  try {
    await writeChanges(client, 'side', unit.changes());
  } finally {
    client.release();
  }
};
const read = async () =>
  (await database.pool.query(`select number, word, loud from side.words order by language, number`)).rows;

const odd = [
  'così',
  '"quoted" \\ and {braced}, null',
  'null',
  'NULL',
  '',
  '\\N',
  '\\.',
  'tab\tline\nreturn\r',
  ' 🦷 ',
  null,
];
const row = (number: number, word: string | null) => ({
  language: 'it',
  number,
  word,
  loud: number % 2 === 0,
  since: '2026-11-20T08:00:00.000Z',
});

// Few rows are upserted, many are copied: both must keep every character and replace existing rows.
test.each([1, 100])('keeps every character, ten rows times %i', async (times) => {
  const all = Array.from({ length: times }, () => odd).flat();
  await write((rows) => all.forEach((_, number) => rows.put(words, row(number, 'earlier'))));
  await write((rows) => all.forEach((word, number) => rows.put(words, row(number, word))));
  expect(await read()).toEqual(all.map((word, number) => ({ number, word, loud: number % 2 === 0 })));
  await write((rows) => all.forEach((_, number) => rows.remove(words, { language: 'it', number })));
  expect(await read()).toEqual([]);
});

test('merges changes of one row in a batch', async () => {
  const key = { language: 'it', number: 1 };
  await write((rows) => {
    rows.patch(words, key, { word: 'nobody' });
    rows.put(words, row(1, 'first'));
    rows.patch(words, key, { word: 'second' });
    rows.patch(words, key, { loud: true });
    rows.put(words, row(2, 'gone'));
    rows.remove(words, { ...key, number: 2 });
    rows.patch(words, { ...key, number: 2 }, { word: 'still gone' });
  });
  expect(await read()).toEqual([{ number: 1, word: 'second', loud: true }]);
  await write((rows) => {
    rows.patch(words, key, { word: null });
    rows.patch(words, key, { loud: false });
    rows.patch(words, { ...key, number: 3 }, { word: 'not there' });
  });
  expect(await read()).toEqual([{ number: 1, word: null, loud: false }]);
});

test('a refused row fails the write, and the connection stays usable', async () => {
  const wrong = { ...row(1, 'x'), since: 'never' };
  for (const times of [1, 600]) {
    const refused = write((rows) => {
      for (let number = 0; number < times; number += 1) rows.put(words, { ...wrong, number });
    });
    await expect(refused).rejects.toMatchObject({ code: '22007' });
  }
  await write((rows) => rows.put(words, row(5, 'after')));
  expect(await read()).toContainEqual({ number: 5, word: 'after', loud: false });
});
