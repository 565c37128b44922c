import { expect, it } from 'vitest';
import { recentFirst, searchPatients } from './patient-search.ts';

const patient = (id: string) => ({
  id,
  name: id,
  email: `${id}@example.com`,
  prefix: '+39',
  phone: '333',
  birth_date: '',
  responsible_id: '',
  relation: '',
});
const patients = ['anna', 'bruno', 'carla', 'dora'].map(patient);

it('names first whose bookings are nearest to now, past or to come', () => {
  const bookings = [
    { patient_id: 'dora', date: '2026-11-26T09:00:00+01:00' },
    { patient_id: 'anna', date: '2026-10-01T09:00:00+02:00' },
    { patient_id: 'anna', date: '2027-03-01T09:00:00+01:00' },
    { patient_id: 'carla', date: '2026-11-24T09:00:00+01:00' },
  ];
  const order = recentFirst(patients, bookings, '2026-11-25T20:00:00').map(({ id }) => id);
  expect(order).toEqual(['dora', 'carla', 'anna', 'bruno']);
});

it('finds nobody without a query', () => {
  expect(searchPatients(patients, '  ')).toEqual([]);
  expect(searchPatients(patients, 'CARLA')).toEqual([patients[2]]);
});
