import { expect, it } from 'vitest';
import { searchPatients } from './patient-search.ts';

const patient = (name: string) => ({
  name,
  email: `${name.slice(0, 2).toLowerCase()}@example.com`,
  prefix: '+39',
  phone: '333',
});
const patients = ['Ánna', 'Bruno', 'Carla'].map(patient);

it('finds by name regardless of case and accents, by email and by phone', () => {
  expect(searchPatients(patients, 'CARLA')).toEqual([patients[2]]);
  expect(searchPatients(patients, ' ann')).toEqual([patients[0]]);
  expect(searchPatients(patients, 'BR@ex')).toEqual([patients[1]]);
  expect(searchPatients(patients, '33')).toEqual(patients);
});

it('finds an email in either spelling of its domain', () => {
  const found = [
    { ...patient('Anna'), email: 'anna@пример.рф' },
    { ...patient('Bruno'), email: 'bruno@xn--e1afmkfd.xn--p1ai' },
  ];
  for (const query of ['ПРИМЕР.РФ', '@xn--e1afmkfd.xn--p1ai'])
    expect(searchPatients([...found, ...patients], query)).toEqual(found);
});

it('finds no one for an empty query', () => {
  expect(searchPatients(patients, '  ')).toEqual([]);
});

it('finds a phone in any notation', () => {
  for (const query of ['+39 333', '0039333', '33-3', '3 33'])
    expect(searchPatients(patients, query)).toEqual(patients);
  expect(searchPatients(patients, '+34 333')).toEqual([]);
});
