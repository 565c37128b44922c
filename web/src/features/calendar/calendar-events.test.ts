import type { BookingView, ProCalendar } from '@visita/contracts/booking/views';
import { describe, expect, it } from 'vitest';
import { entriesOf, movedIn } from './calendar-events.ts';

const viewer = { id: 'anna', email: 'anna@example.com' };

const booking = (id: string, changes: Partial<BookingView>) =>
  ({
    id,
    date: '2026-11-23T09:00:00+01:00',
    ending_date: '2026-11-23T09:30:00+01:00',
    status: 'confirmed',
    service: 'Visita',
    pro_id: 'anna',
    clinic_id: 'rome',
    doctor_name: 'Bruno Bianchi',
    doctor_role: 'owner',
    patient_name: 'Carla Verdi',
    ...changes,
  }) as BookingView;

const vacation = (id: string, pro_email: string) => ({
  id,
  title: 'Ferie',
  hub_id: 'hub',
  pro_name: 'Bruno Bianchi',
  pro_email,
  clinic_id: 'rome',
  clinic_name: 'Studio Roma',
  role: 'guest' as const,
  starting_date: '2026-11-23T00:00:00+01:00',
  ending_date: '2026-11-24T23:59:00+01:00',
  type: 'vacation' as const,
});

const calendar: ProCalendar = {
  bookings: [
    booking('as owner', {}),
    booking('as manager', { doctor_role: 'manager' }),
    booking('as guest', { doctor_role: 'guest', clinic_id: 'ostia' }),
    booking('a colleague’s', { pro_id: 'bruno', doctor_role: 'guest' }),
    booking('own orphan', { status: 'orfan' }),
    booking('a colleague’s orphan', { status: 'orfan', pro_id: 'bruno' }),
    booking('nobody’s', { patient_name: '' }),
  ],
  clinicInactivities: [
    {
      id: 'closing',
      title: 'Ponte',
      clinic_id: 'rome',
      clinic_name: 'Studio Roma',
      starting_date: '2026-11-23T12:00:00+01:00',
      ending_date: '2026-11-23T14:00:00+01:00',
      type: 'closing',
    },
  ],
  hubInactivities: [vacation('own vacation', viewer.email), vacation('a colleague’s vacation', 'b@x.it')],
};

const shown = (filters = {}) => entriesOf(calendar, viewer, { clinicId: null, proId: null, ...filters });
const entry = (id: string) => shown().find((one) => one.id === id);

describe('the calendar', () => {
  it.each([
    ['as owner', 'own'],
    ['as manager', 'own'],
    ['as guest', 'guest'],
    ['a colleague’s', 'others'],
    ['own orphan', 'orphan'],
    ['a colleague’s orphan', 'orphan'],
    ['closing', 'closing'],
    ['own vacation', 'vacation'],
    ['a colleague’s vacation', 'vacationOthers'],
  ])('shows what is %s as %s', (id, kind) => {
    expect(entry(id)).toMatchObject({ color: `var(--event-${kind})`, extendedProps: { kind } });
  });

  it('names the treating professional where it is another, else the service', () => {
    expect(entry('a colleague’s')?.extendedProps).toMatchObject({ detail: 'Bruno Bianchi' });
    expect(entry('as owner')?.extendedProps).toMatchObject({ detail: 'Visita' });
  });

  it('lets everything be dragged but orphans and what is nobody’s', () => {
    const still = shown().filter(({ startEditable }) => startEditable === false);
    expect(still.map(({ id }) => id)).toEqual(['own orphan', 'a colleague’s orphan', 'nobody’s']);
  });

  it('shows times of the clinic’s clock, and whole days as days', () => {
    expect(entry('as owner')).toMatchObject({ start: '2026-11-23T09:00', end: '2026-11-23T09:30' });
    expect(entry('closing')).toMatchObject({ start: '2026-11-23T12:00', end: '2026-11-23T14:00' });
    expect(entry('own vacation')).toMatchObject({ allDay: true, start: '2026-11-23', end: '2026-11-25' });
  });

  it('keeps to the clinic and the professional that were chosen', () => {
    const bookings = (filters: object) =>
      shown(filters)
        .filter(({ display }) => display !== 'background')
        .map(({ id }) => id);
    expect(bookings({ clinicId: 'ostia' })).toEqual(['as guest']);
    expect(bookings({ proId: 'bruno' })).toEqual(['a colleague’s', 'a colleague’s orphan']);
    expect(shown({ clinicId: 'ostia' })).toHaveLength(1);
  });
});

it('stands where it was dropped, and nothing else does', () => {
  const moved = movedIn(calendar, { id: 'as owner', date: '2026-11-24T11:00', end: '2026-11-24T11:30' });
  const start = (of: ProCalendar, id: string) =>
    entriesOf(of, viewer, { clinicId: null, proId: null }).find((entry) => entry.id === id)?.start;
  expect(start(moved, 'as owner')).toBe('2026-11-24T11:00');
  expect(start(moved, 'as manager')).toBe(start(calendar, 'as manager'));
  expect(movedIn(calendar, null)).toBe(calendar);
});
