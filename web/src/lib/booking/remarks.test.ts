import type { BookingView } from '@visita/contracts/booking/views';
import type { HubView } from '@visita/contracts/clinic/views';
import { expect, it } from 'vitest';
import { remarksOf } from './remarks.ts';

const monday = '2026-11-23';
const mornings = { working_day: 1, starting_hour: '09:00', ending_hour: '13:00' };
const days: HubView['day_hours'] = [];
const hub = {
  proId: 'anna',
  day_hours: days,
  availabilities: [mornings as never],
} as Partial<HubView> as HubView;
const booking = {
  date: `${monday}T10:00:00+01:00`,
  ending_date: `${monday}T10:30:00+01:00`,
  status: 'confirmed',
  pro_id: 'anna',
  patient_email: 'ada@example.com',
} as BookingView;
const usual = {
  day: monday,
  time: '11:00',
  now: '2026-11-22T12:00',
  hub,
  duration: 30,
  email: 'lea@example.com',
  bookings: [booking],
  taken: false,
};

it.each([
  ['nothing for a free time within the hours', {}, []],
  ['past for a past time', { now: '2026-11-23T11:01' }, ['past']],
  ['outside for a time without work', { time: '12:45' }, ['outside']],
  ['outside for a day without work', { day: '2026-11-24' }, ['outside']],
  ['taken for a time with another visit', { taken: true }, ['taken']],
  ['again for a patient with a visit that day', { email: 'Ada@Example.com' }, ['again']],
  [
    'again for the other spelling of an email’s domain',
    {
      email: 'ada@xn--e1afmkfd.xn--p1ai',
      bookings: [{ ...booking, patient_email: 'ada@пример.рф' }],
    },
    ['again'],
  ],
  ['nothing before a time is chosen', { time: '' }, []],
])('returns %s', (_what, change, remarks) => expect(remarksOf({ ...usual, ...change })).toEqual(remarks));
