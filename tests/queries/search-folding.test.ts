import { fold } from '@visita/contracts/folding';
import { isMeant } from '@visita/contracts/patient/search';
import { createTestDatabase } from '@visita/platform/testing/database';
import { contactColumns } from '@visita/read-model/patient/columns';
import { afterAll, beforeAll, expect, it } from 'vitest';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/**
 * Returns whether PostgreSQL finds each folded query in the stored key of its name, as the patient list does.
 */
const foundInSql = async (pairs: readonly (readonly [string, string])[]): Promise<boolean[]> => {
  const keys = pairs.map(([name]) => contactColumns({ name, prefix: null, phone: null }).name_key);
  const { rows } = await database.pool.query<{ found: boolean }>(
    'select position(query in key) > 0 as found from unnest($1::text[], $2::text[]) with ordinality as t (key, query, n) order by n',
    [keys, pairs.map(([, query]) => fold(query))],
  );
  return rows.map(({ found }) => found);
};

const foundInWeb = (pairs: readonly (readonly [string, string])[]): boolean[] =>
  pairs.map(([name, query]) => isMeant({ name, email: '', prefix: '', phone: '' }, query));

it.each([
  ['Łukasz', 'lukasz'],
  ['Øyvind', 'oyvind'],
  ['Đorđe', 'dorde'],
  ['Ħal', 'hal'],
  ['Strauß', 'STRAUSS'],
  ['Strauss', 'strauß'],
  ['STRAUẞ', 'strauss'],
  ['Æsa', 'aesa'],
  ['Lebœuf', 'leboeuf'],
  ['Kırmızı', 'KIRMIZI'],
  ['İnci', 'inci'],
  ['Guðrún', 'gudrun'],
  ['Þóra', 'thora'],
  ['Ŋugi', 'nugi'],
  ['D’Angelo', "d'angelo"],
  ["D'Angelo", 'd’ang'],
  ['Dʼangelo', 'd‘angelo'],
  ['Anne‐Marie', 'anne-marie'],
  ['Anne-Marie', 'anne–marie'],
  ['Οδυσσεύς', 'ΟΔΥΣΣΕΥΣ'],
  ['ΟΔΥΣΣΕΥΣ', 'οδυσσεύς'],
  ['Οδυσσευς', 'οδυσσευσ'],
  ['Ma\u00adria', 'maria'],
])('%s is found by %s, in SQL and in the browser', async (name, query) => {
  expect(foundInWeb([[name, query]])).toEqual([true]);
  expect(await foundInSql([[name, query]])).toEqual([true]);
});

/** Letters, marks and symbols that folding may change. */
const concerned = Array.from({ length: 0x110000 - 0x21 }, (_, index) => index + 0x21)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((sign) =>
    /\p{Changes_When_NFKC_Casefolded}|\p{M}|\p{Dash}|\p{Quotation_Mark}|\p{Script=Latin}|\p{Lm}/u.test(sign),
  );

it('SQL and the browser agree on every letter, mark and symbol, in any case and normalisation', async () => {
  const pairs = concerned
    .map((sign) => `a${sign}b`)
    .flatMap((name) =>
      [name, fold(name), name.normalize('NFD'), name.toUpperCase()].map((query) => [name, query] as const),
    );
  expect(pairs.length).toBeGreaterThan(20_000);
  const web = foundInWeb(pairs);
  expect(await foundInSql(pairs)).toEqual(web);
  // A few letters of historic scripts have other capitals; each is found by itself and by its folded form.
  expect(pairs.filter((_, index) => index % 4 !== 3 && !web[index])).toEqual([]);
});

it('folding is idempotent', () => {
  const folded = concerned.map((sign) => fold(`a${sign}b`));
  expect(folded.map(fold)).toEqual(folded);
});
