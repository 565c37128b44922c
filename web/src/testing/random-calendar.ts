import { createZones } from '@visita/contracts/availability/zones';
import type { BookingView, ProCalendar } from '@visita/contracts/booking/views';
import type { ClinicView, HubView } from '@visita/contracts/clinic/views';
import type { Pro } from '@visita/contracts/pro/views';
import * as fc from 'fast-check';
import { views } from '../lib/time/calendar-address.ts';
import { addDays } from '../lib/time/wall-clock.ts';

const zones = createZones();
/** The logged-in professional. */
export const viewer = { id: 'anna', email: 'anna@example.com', name: 'Anna', lastname: 'Rossi' } as Pro;
const others = ['bruno', 'carla', 'dario', 'zoe'];
const pros = [viewer.id, ...others];
const clinicIds = ['rome', 'milan', 'archived'];

/**
 * Days of clock changes: an hour is skipped or repeated during the night, at midnight, or the hour before.
 */
export const changes = [
  ['Europe/Rome', '2026-03-29'],
  ['Europe/Rome', '2026-10-25'],
  ['America/Sao_Paulo', '2018-11-04'],
  ['America/Sao_Paulo', '2018-02-18'],
  ['Africa/Cairo', '2025-04-25'],
  ['Africa/Cairo', '2025-10-31'],
  ['Asia/Beirut', '2026-03-29'],
  ['Asia/Beirut', '2026-10-25'],
  ['Atlantic/Azores', '2026-03-29'],
  ['Atlantic/Azores', '2026-10-25'],
] as const;

const minuteMs = 60_000;

type Stretch = { from: number; minutes: number };
/** A period in minutes from the midnight before the day of the change. */
export const stretch = fc.record({
  from: fc
    .oneof(
      { weight: 3, arbitrary: fc.integer({ min: 22 * 4, max: 28 * 4 }) },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 72 * 4 }) },
    )
    .map((quarters) => quarters * 15),
  minutes: fc.integer({ min: 1, max: 16 }).map((quarters) => quarters * 15),
});

/** Converts a period to the dates of API responses. */
export const datesOf = ([timezone, day]: (typeof changes)[number], { from, minutes }: Stretch) => {
  const zone = zones(timezone);
  const start = zone.midnight(addDays(day, -1)) + from * minuteMs;
  return {
    date: zone.offsetIso(start),
    ending_date: zone.offsetIso(start + minutes * minuteMs),
    timezone,
  };
};

const occupied = fc.record({
  pro_id: fc.constantFrom(...pros, 'gone'),
  clinic_id: fc.constantFrom(...clinicIds),
  when: stretch,
});

/** Arbitrary of random calendars: hubs, their entries and the view. */
export const drawing = fc.record({
  change: fc.constantFrom(...changes),
  hubs: fc.array(
    fc.record({
      proId: fc.constantFrom(...pros),
      clinicId: fc.constantFrom('rome', 'milan'),
      status: fc.constantFrom('active', 'paused', 'stop', 'rejected', 'pending'),
    }),
    { maxLength: 8 },
  ),
  bookings: fc.array(
    fc.record({ occupied, status: fc.constantFrom('confirmed', 'confirmed', 'orfan'), erased: fc.boolean() }),
    { maxLength: 8 },
  ),
  blocks: fc.array(occupied, { maxLength: 4 }),
  held: fc.array(occupied, { maxLength: 3 }),
  closings: fc.array(occupied, { maxLength: 2 }),
  vacations: fc.array(occupied, { maxLength: 2 }),
  owner: fc.boolean(),
  view: fc.constantFrom(...views),
  day: fc.integer({ min: -1, max: 1 }),
  clinicId: fc.constantFrom(null, null, 'rome', 'milan'),
  proIds: fc.subarray(pros, { maxLength: 3 }),
});
export type Drawing = typeof drawing extends fc.Arbitrary<infer Value> ? Value : never;

export const clinicsOf = ({ hubs, owner }: Drawing): ClinicView[] =>
  ['rome', 'milan'].map(
    (id) =>
      ({
        id,
        owner_id: owner ? viewer.id : 'other',
        status: 'active',
        hubs: hubs
          .filter(({ clinicId }) => clinicId === id)
          .map(
            (hub, index) =>
              ({
                ...hub,
                id: `${id} ${index}`,
                role: 'manager',
                pro: { name: hub.proId, lastname: 'Rossi', email: '', phone: null },
                services: [],
                availabilities: [],
                day_hours: [],
              }) as unknown as HubView,
          ),
      }) as unknown as ClinicView,
  );

export const calendarOf = (drawn: Drawing): ProCalendar => {
  const at = (when: Stretch) => datesOf(drawn.change, when);
  const wallOf = (when: Stretch) => {
    const { date, ending_date: end } = at(when);
    return { starting_date: date.slice(0, 16), ending_date: end.slice(0, 16) };
  };
  return {
    bookings: drawn.bookings.map(
      ({ occupied: { when, ...ids }, status, erased }, index) =>
        ({
          ...ids,
          ...at(when),
          id: `booking ${index}`,
          status,
          patient_name: erased ? '' : `Paziente ${index}`,
          service: 'Visita',
          doctor_name: '',
          doctor_role: 'guest',
          attendance: 'expected',
        }) as BookingView,
    ),
    blocks: drawn.blocks.map(({ when, ...ids }, index) => ({
      ...ids,
      ...at(when),
      id: `block ${index}`,
      hub_id: '',
      note: `block ${index}`,
    })),
    held: drawn.held.map(({ when, ...ids }, index) => ({
      ...ids,
      ...at(when),
      id: `held ${index}`,
      hubId: '',
      until: `2026-01-01T01:0${index}:00Z`,
    })),
    clinicInactivities: drawn.closings
      .map(({ when, clinic_id }, index) => ({
        ...wallOf(when),
        clinic_id,
        id: `closing ${index}`,
        title: `closing ${index}`,
        clinic_name: '',
        type: 'closing' as const,
      }))
      .filter((one) => one.starting_date < one.ending_date),
    hubInactivities: drawn.vacations
      .map(({ when, pro_id, clinic_id }, index) => ({
        ...wallOf(when),
        clinic_id,
        id: `vacation ${index}`,
        hub_id: '',
        title: `vacation ${index}`,
        pro_name: pro_id,
        pro_email: `${pro_id}@example.com`,
        clinic_name: '',
        role: 'guest' as const,
        type: 'vacation' as const,
      }))
      .filter((one) => one.starting_date < one.ending_date),
  };
};

/** Returns the days of the view that a period touches. */
export const daysIn = (
  { date, ending_date: end, timezone }: { date: string; ending_date: string; timezone: string },
  visible: { from: string; to: string },
): string[] => {
  const zone = zones(timezone);
  const last = zone.dayOf(Date.parse(end) - 1);
  const days: string[] = [];
  for (let day = zone.dayOf(date); day <= last; day = addDays(day, 1))
    if (day >= visible.from && day < visible.to) days.push(day);
  return days;
};
