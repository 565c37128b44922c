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
    attendance: 'expected',
    ...changes,
  }) as BookingView;

const vacation = (id: string, pro_email: string, hub_id: string) => ({
  id,
  title: 'Ferie',
  hub_id,
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
    booking('erased', { patient_name: '' }),
    booking('waiting', { attendance: 'arrived' }),
    booking('seen', { attendance: 'attended' }),
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
  blocks: [
    {
      id: 'blocked',
      pro_id: 'anna',
      hub_id: 'own hub',
      clinic_id: 'roma',
      timezone: 'Europe/Rome',
      date: '2026-11-23T15:00:00+01:00',
      ending_date: '2026-11-23T16:00:00+01:00',
      note: 'dentista',
    },
  ],
  held: [
    {
      id: 'held',
      pro_id: 'bruno',
      hubId: 'hub',
      clinic_id: 'roma',
      timezone: 'Europe/Rome',
      date: '2026-11-23T17:00:00+01:00',
      ending_date: '2026-11-23T17:30:00+01:00',
      until: '2026-11-22T14:05:00+01:00',
    },
  ],
  hubInactivities: [
    vacation('own vacation', viewer.email, 'own hub'),
    vacation('a colleague’s vacation', 'b@x.it', 'hub'),
  ],
};

const everything = { clinicId: null, proIds: [] };
const look = (filters: object, of = calendar) => {
  const hubPros = new Map([['hub', 'bruno']]);
  return entriesOf(of, { viewer, filters: { ...everything, ...filters }, hubPros });
};
const shown = (filters = {}) => Object.values(look(filters)).flat();
const entry = (id: string) => shown().find((one) => one.id === id);

describe('calendar entries', () => {
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
    ['blocked', 'block'],
    ['held', 'held'],
  ])('show %s as %s', (id, kind) => expect(entry(id)?.kind).toBe(kind));

  it('name another treating professional, else the service', () => {
    expect(entry('a colleague’s')?.detail).toBe('Bruno Bianchi');
    expect(entry('as owner')?.detail).toBe('Visita');
  });

  it('show a block’s note, and only the end of a hold', () => {
    expect(entry('blocked')).toMatchObject({ title: 'dentista', start: '2026-11-23T15:00', proId: 'anna' });
    expect(entry('held')).toMatchObject({
      title: '',
      detail: '14:05',
      end: '2026-11-23T17:30',
      movable: false,
    });
  });

  it('can be dragged except orphans, erased patients’ bookings and those with attendance', () => {
    const still = look({}).bookings.filter(({ movable }) => !movable);
    expect(still.map(({ id }) => id)).toEqual(['own orphan', 'a colleague’s orphan', 'erased', 'seen']);
  });

  it('have wall times of the clinic, and end with the day if they end in its last minute', () => {
    expect(entry('as owner')).toMatchObject({ start: '2026-11-23T09:00', end: '2026-11-23T09:30' });
    expect(entry('closing')).toMatchObject({ start: '2026-11-23T12:00', end: '2026-11-23T14:00' });
    expect(entry('own vacation')).toMatchObject({ start: '2026-11-23T00:00', end: '2026-11-25T00:00' });
  });

  it('are filtered by clinic and professionals', () => {
    const bookings = (filters: object) => look(filters).bookings.map(({ id }) => id);
    expect(bookings({ clinicId: 'ostia' })).toEqual(['as guest']);
    expect(bookings({ proIds: ['bruno'] })).toEqual(['a colleague’s', 'a colleague’s orphan']);
    expect(bookings({ proIds: ['anna', 'bruno'] })).toHaveLength(calendar.bookings.length);
    expect(shown({ clinicId: 'ostia' })).toHaveLength(1);
  });

  it('contain vacations of the chosen professionals only, and all closings', () => {
    const behind = (filters: object) => look(filters).behind.map(({ id }) => id);
    expect(behind({ proIds: ['bruno'] })).toEqual(['closing', 'a colleague’s vacation']);
    expect(behind({ proIds: ['anna'] })).toEqual(['closing', 'own vacation']);
    expect(behind({ proIds: ['carla'] })).toEqual(['closing']);
  });
});

it('show a dropped booking at its new time, and others unchanged', () => {
  const moved = movedIn(calendar, { id: 'as owner', date: '2026-11-24T11:00', end: '2026-11-24T11:30' });
  const start = (of: ProCalendar, id: string) => look({}, of).bookings.find((one) => one.id === id)?.start;
  expect(start(moved, 'as owner')).toBe('2026-11-24T11:00');
  expect(start(moved, 'as manager')).toBe(start(calendar, 'as manager'));
  expect(movedIn(calendar, null)).toBe(calendar);
});
