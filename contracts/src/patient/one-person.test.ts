import { describe, expect, it } from 'vitest';
import type { Described } from './duplicates.ts';
import { isOnePerson } from './one-person.ts';

const anna: Described = {
  id: 'anna',
  email: 'anna@example.com',
  phone: '+393330001111',
  nameKey: 'anna verdi',
  birthDate: '1980-05-02',
  responsibleId: null,
};
const differs = { id: 'other', email: 'other@example.com', phone: '+393330002222', nameKey: 'bea neri' };

describe('records of two professionals', () => {
  it.each<[string, Partial<Described>, boolean]>([
    ['with the same email', { email: anna.email, birthDate: null }, true],
    ['with the same phone and name', { phone: anna.phone, nameKey: anna.nameKey, birthDate: null }, true],
    ['with the same phone, name and birth date', { phone: anna.phone, nameKey: anna.nameKey }, true],
    ['with the same phone and another name', { phone: anna.phone }, false],
    ['with the same name', { nameKey: anna.nameKey }, false],
    [
      'with the same phone and name, and another birth date',
      { phone: anna.phone, nameKey: anna.nameKey, birthDate: '2014-05-02' },
      false,
    ],
    ['with the same email, one of whom is a dependant', { email: anna.email, responsibleId: 'x' }, false],
    ['without email and phone', { email: null, phone: null, nameKey: anna.nameKey }, false],
  ])('%s', (_, changes, same) => {
    const other = { ...anna, ...differs, ...changes };
    expect(isOnePerson(anna, other)).toBe(same);
    expect(isOnePerson(other, anna)).toBe(same);
  });
});
