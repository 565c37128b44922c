import type { BookingView } from '@visita/contracts/booking/views';
import { describe, expect, it } from 'vitest';
import { filterHistory, writtenDate } from './history.ts';

const booking = {
  id: 'one',
  date: '2026-11-20T09:30:00+01:00',
  status: 'confirmed',
  service: 'Mole check',
  clinic_name: 'Studio Aurora',
  clinic_address: 'Via Garibaldi 12',
  clinic_city: 'Milano',
  clinic_country: 'IT',
  doctor_name: 'Marco De Santis',
  doctor_email: 'marco@example.com',
  patient_name: 'Ana Ruiz',
  patient_email: 'ana@example.com',
  patient_phone: '612345678',
  patient_prefix: '+34',
  patient_notes: 'allergic',
  pro_notes: 'private',
  specialization_it: 'Dermatologia',
  specialization_en: 'Dermatology',
} as BookingView;
const reader = { language: 'en', statusOf: () => 'Booked' } as const;
const found = (query: string) => filterHistory([booking], query, reader).length === 1;

describe('history of a patient', () => {
  it('is shown newest first', () => {
    const later = { ...booking, id: 'two', date: '2027-01-02T09:00:00+01:00' };
    const earlier = { ...booking, id: 'three', date: '2025-12-31T09:00:00+01:00' };
    expect(filterHistory([booking, earlier, later], '', reader).map(({ id }) => id)).toEqual([
      'two',
      'one',
      'three',
    ]);
  });

  it.each([
    'garibaldi',
    'milano',
    'italy',
    'AURORA',
    'marco@',
    'de santis',
    'ana@example',
    'ruiz',
    '61234',
    '612 345-678',
    '+34 612',
    '0034 612345',
    'mole',
    'dermatology',
    '20-11-2026',
    '2026-11-20',
    'confirmed',
    'booked',
    '  mole ',
  ])('is found by %s', (query) => expect(found(query)).toBe(true));

  it.each(['dermatologia', 'allergic', 'private', 'madrid'])('is not found by %s', (query) =>
    expect(found(query)).toBe(false),
  );

  it('writes days as DD-MM-YYYY', () => expect(writtenDate(booking.date)).toBe('20-11-2026'));
});
