import { expect, test } from 'vitest';
import { createHotStatements } from './hot-statements.ts';

test('names frequent statements, and only a few', () => {
  const statement = createHotStatements();
  const nameOf = (text: string) => statement(text, []).name;
  const often = (text: string) => Array.from({ length: 10 }, () => nameOf(text)).at(-1);
  expect(nameOf('select 0')).toBeUndefined();
  const names = Array.from({ length: 30 }, (_, number) => often(`select ${number + 1}`));
  const given = names.filter((name) => name !== undefined);
  expect(given).toHaveLength(12);
  expect(new Set(given).size).toBe(12);
  expect(nameOf('select 1')).toBe(given[0]);
});
