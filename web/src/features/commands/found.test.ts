import type { BookingView, PatientView } from '@visita/contracts/booking/views';
import { describe, expect, it } from 'vitest';
import { findAll } from './found.ts';

const patient = (id: string, name: string): PatientView => ({
  id,
  name,
  email: `${id}@example.com`,
  prefix: '+39',
  phone: '333',
  birth_date: '',
  responsible_id: '',
  relation: '',
  version: '',
});
const booking = (id: string, patientId: string, date: string) =>
  ({ id, patient_id: patientId, date }) as BookingView;

const run = () => undefined;
const known = {
  patients: [patient('p1', 'Marco Riva'), patient('p2', 'Ada Bruni')],
  bookings: [booking('past', 'p1', '2026-11-20T10:00'), booking('b1', 'p1', '2026-11-30T10:00')],
  actions: [
    { name: 'New booking', run },
    { name: 'Márgenes', run },
  ],
  now: '2026-11-25T09:00',
};
const kinds = (query: string) => findAll(query, known).map(({ kind }) => kind);

describe('findAll', () => {
  it('offers every action for an empty query', () => {
    expect(kinds(' ')).toEqual(['action', 'action']);
  });

  it('ranks patients before a day for a short prefix, and the day first once it is clear', () => {
    expect(kinds('mar')).toEqual(['patient', 'booking', 'day', 'day', 'action']);
    expect(kinds('marted')).toEqual(['day', 'day']);
  });

  it('finds patients by a part of their phone in any notation', () => {
    expect(kinds('+39 33')).toEqual(['patient', 'patient', 'booking']);
    expect(kinds('33-3')).toEqual(['patient', 'patient', 'booking']);
  });

  it('finds upcoming bookings by patient, and actions without accents', () => {
    expect(findAll('riva', known)).toEqual([
      { kind: 'patient', patient: known.patients[0] },
      { kind: 'booking', booking: known.bookings[1] },
    ]);
    expect(kinds('margenes')).toEqual(['action']);
    expect(kinds('nobody')).toEqual([]);
  });
});
