import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Described, likenessOf, namesAgree } from './duplicates.ts';

const carla: Described = {
  id: 'carla',
  email: 'carla@example.com',
  phone: '+393330001111',
  nameKey: 'carla verdi',
  birthDate: '1980-05-02',
  responsibleId: null,
};
const unlike = { id: 'other', email: 'other@example.com', phone: '+393330002222', birthDate: null } as const;
const other = (changes: Partial<Described>): Described => ({ ...carla, ...unlike, ...changes });

it.each([
  ['carla verdi', 'carla verdi', true],
  ['carla verdi', 'verdi carla', true],
  ['carla verdi', 'carla verdi neri', true],
  ['carla maria verdi', 'carla verdi', true],
  ['carla verdi', 'luca verdi', false],
  ['maria verdi', 'anna maria verdi', false],
  ['carla', 'carla verdi', false],
  ['', '', false],
])('%s and %s: %s', (one, another, agree) => {
  expect(namesAgree(one, another)).toBe(agree);
  expect(namesAgree(another, one)).toBe(agree);
});

describe('two records', () => {
  it.each([
    ['the same name', {}, ['name']],
    [
      'the same phone and an additional surname',
      { phone: carla.phone, nameKey: 'carla verdi neri' },
      ['phone'],
    ],
    ['everything', { ...carla, id: 'other' }, ['email', 'phone', 'name', 'birthDate']],
    [
      'the same email, name and birth',
      { email: carla.email, birthDate: carla.birthDate },
      ['email', 'name', 'birthDate'],
    ],
  ])('with %s may be one person', (_, changes, because) => {
    expect(likenessOf(carla, other(changes as Partial<Described>))).toEqual(because);
  });

  const shared = { email: carla.email, phone: carla.phone };
  it.each([
    ['of a mother and a child', { ...shared, nameKey: 'luca verdi', birthDate: '2018-03-01' }],
    ['of twins', { ...shared, nameKey: 'lara verdi', birthDate: carla.birthDate }],
    ['of a grandmother and her namesake', { ...shared, birthDate: '2014-09-09' }],
    ['of a patient and the responsible person', { ...shared, responsibleId: carla.id }],
    ['with only a part of the name in common', { nameKey: 'carla verdi neri' }],
    ['without any data', { email: null, phone: null, nameKey: '' }],
  ])('%s are of two people', (_, changes) => {
    expect(likenessOf(carla, other(changes))).toEqual([]);
    expect(likenessOf(other(changes), carla)).toEqual([]);
  });

  it('of one family are never suggested, whatever they share, in either order', () => {
    const maybe = <Value>(value: Value) => fc.constantFrom(null, value);
    const person = fc.record({
      email: maybe('famiglia@example.com'),
      phone: maybe('+393330001111'),
      nameKey: fc.constantFrom('ada neri', 'bea neri', 'ciro neri', 'neri ada'),
      birthDate: fc.constantFrom(null, '1980-05-02', '2018-03-01'),
      responsibleId: fc.constantFrom(null, 'one', 'other'),
    });
    fc.assert(
      fc.property(person, person, (a, b) => {
        const [one, another] = [
          { ...a, id: 'one' },
          { ...b, id: 'other' },
        ];
        const because = likenessOf(one, another);
        expect(likenessOf(another, one)).toEqual(because);
        if (because.length === 0) return;
        expect(one.nameKey.includes('ada')).toBe(another.nameKey.includes('ada'));
        expect((one.birthDate ?? another.birthDate) === (another.birthDate ?? one.birthDate)).toBe(true);
        expect([one.responsibleId === 'other', another.responsibleId === 'one']).toEqual([false, false]);
      }),
    );
  });
});
