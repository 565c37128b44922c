import type { BookingView } from '@visita/contracts/booking/views';
import { expect, it } from 'vitest';
import { secondVisit } from './second-visit.ts';

const booking = {
  id: 'booked',
  status: 'confirmed',
  date: '2026-11-23T10:00:00+01:00',
  ending_date: '2026-11-23T10:30:00+01:00',
  patient_id: 'ada',
  patient_name: 'Ada Neri',
  patient_email: 'ada@example.com',
  patient_prefix: '+39',
  patient_phone: '3331234567',
  contact_id: '',
} as BookingView;
const lea = { id: 'lea', name: 'Lea Neri', email: 'lea@example.com', prefix: '+39', phone: '3330000000' };
const at = (from: string, until: string) => ({
  from: Date.parse(`2026-11-23T${from}:00+01:00`),
  until: Date.parse(`2026-11-23T${until}:00+01:00`),
});
const overlapping = at('10:15', '10:45');

it.each([
  ['the same record', { ...lea, id: 'ada' }],
  ['the same email', { ...lea, email: 'ADA@example.com' }],
  ['the same phone and name', { ...lea, id: null, name: 'ada néri', phone: '3331234567' }],
])('finds the visit of %s', (_what, visitor) =>
  expect(secondVisit([booking], visitor, overlapping)).toBe(booking),
);

it.each([
  ['another patient', lea, booking],
  ['a relative with the same phone', { ...lea, phone: '3331234567' }, booking],
  [
    'a child whose mails go to the patient',
    { ...lea, email: 'ada@example.com' },
    { ...booking, contact_id: 'eva' },
  ],
  ['a cancelled visit', { ...lea, id: 'ada' }, { ...booking, status: 'deleted' as never }],
])('finds nothing for %s', (_what, visitor, other) =>
  expect(secondVisit([other], visitor, overlapping)).toBeUndefined(),
);

it('counts a visit that only touches, and neither one further away nor the changed one', () => {
  const ada = { ...lea, id: 'ada' };
  expect(secondVisit([booking], ada, at('10:30', '11:00'))).toBe(booking);
  expect(secondVisit([booking], ada, at('09:30', '10:00'))).toBe(booking);
  expect(secondVisit([booking], ada, at('10:31', '11:00'))).toBeUndefined();
  expect(secondVisit([booking], ada, { ...overlapping, except: 'booked' })).toBeUndefined();
});
