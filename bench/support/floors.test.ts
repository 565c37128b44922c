import { expect, test } from 'vitest';
import { fallen, floors } from './floors.ts';

test('reports a ratio that fell by a third or was not measured', () => {
  const usual = Object.fromEntries(floors.map(({ what, least }) => [what, least * 1.5]));
  expect(fallen('reads', usual)).toEqual([]);
  expect(fallen('reads', { ...usual, 'a clinic page': (usual['a clinic page'] ?? 0) * 0.66 })).toMatchObject([
    { what: 'a clinic page' },
  ]);
  expect(fallen('appends', {})).toMatchObject([{ what: 'appends' }]);
});
