import { addDays, weekdayOf } from '@visita/contracts/availability/zones';
import { clinics, type SeedClinic } from './clinics.ts';
import type { ProKey, SeedPatient } from './people.ts';
import { createRandom, type Random } from './random.ts';

export type SeedAppointment = {
  key: string;
  clinic: string;
  pro: ProKey;
  /** Index of the clinic's service. */
  service: number;
  /** The clinic's local time. */
  date: string;
  patient: SeedPatient;
  notes: string;
  /** Days between booking and appointment, and whether it was cancelled. */
  leadDays: number;
  cancelled: boolean;
  /** Random number from 0 to 99 that decides the attendance. */
  chance: number;
};

/** Days since the clinics opened; bookings have grown since. */
const daysOpen = 28 * 7;
const daysAround = 60;
const wanted = 1500;
/** Booked share of the first and the last day's hours; cancellations in percent. */
const [firstShare, lastShare] = [0.3, 0.88];
const cancelledOfHundred = 7;
/** Relative demand by hour. */
const demand: Readonly<Record<number, number>> = { 8: 0.8, 9: 0.95, 12: 0.75, 14: 0.7, 15: 0.85, 18: 0.8 };
const pauses = [0, 0, 0, 5, 10] as const;
const remarks = [
  'Porta gli esami precedenti.',
  'Prima visita, familiarità per ipertensione.',
  'Trae los informes anteriores.',
  'Control en tres meses.',
  'Preferisce il mattino.',
] as const;

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

export const openedOn = (today: string): string => addDays(today, -daysOpen - 7);

/** Returns the closed days of the demo (`YYYY-MM-DD`), which appointments avoid. */
export const closedDays = (today: string) => ({
  closing: { clinic: 'milano', first: addDays(today, 21), last: addDays(today, 23) },
  vacations: [
    { pro: 'carmen', clinic: 'madrid', first: addDays(today, 32), last: addDays(today, 39) },
    { pro: 'carmen', clinic: 'las-palmas', first: addDays(today, 32), last: addDays(today, 39) },
    { pro: 'giulia', clinic: 'milano', first: addDays(today, -18), last: addDays(today, -12) },
  ] as const,
});

type Member = SeedClinic['team'][number];

type Place = { readonly clinic: SeedClinic; readonly member: Member };

const isClosed = (today: string, { clinic, member }: Place, day: string): boolean => {
  const { closing, vacations } = closedDays(today);
  const inside = (stretch: { first: string; last: string }) => stretch.first <= day && day <= stretch.last;
  return (
    (closing.clinic === clinic.key && inside(closing)) ||
    vacations.some((one) => one.pro === member.pro && one.clinic === clinic.key && inside(one))
  );
};

/** Returns all appointments that fit into a day, with pauses. */
const fillDay = (random: Random, { clinic, member }: Place, day: string) => {
  const windows = member.hours.filter((hours) => hours.working_day === weekdayOf(day));
  return windows.flatMap((hours) => {
    const starts: { service: number; date: string }[] = [];
    let at = minutesOf(hours.starting_hour);
    for (;;) {
      const service = random.pick(member.services);
      const { duration, rules: { bufferBefore = 0, bufferAfter = 0 } = {} } = clinic.services[service]!;
      if (starts.length > 0) at += bufferBefore;
      if (at + duration + bufferAfter > minutesOf(hours.ending_hour)) return starts;
      starts.push({ service, date: `${day}T${timeOf(at)}` });
      at += duration + bufferAfter + random.pick(pauses);
    }
  });
};

/** Returns a professional's appointments that fit into a day. */
export const dailySlots = (random: Random, place: Place, day: string): Slot[] =>
  fillDay(random, place, day).map((slot) => ({
    ...slot,
    clinic: place.clinic.key,
    pro: place.member.pro,
  }));

type Slot = { clinic: string; pro: ProKey; service: number; date: string };

export const daysFrom = (today: string, from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => addDays(today, from + index));

/** Returns the booked slots of some days: growing since the clinics opened, with busier weeks and hours. */
const bookedSlots = (random: Random, today: string, { from, to }: { from: number; to: number }): Slot[] =>
  clinics.flatMap((clinic) =>
    clinic.team.flatMap((member) => {
      let busy = 1;
      return daysFrom(today, from, to).flatMap((day, index) => {
        if (weekdayOf(day) === 1) busy = 0.8 + random.below(30) / 100;
        const age = Math.min(1, (daysOpen + from + index) / (daysOpen - daysAround));
        const share = (firstShare + (lastShare - firstShare) * age) * busy;
        if (isClosed(today, { clinic, member }, day)) return [];
        return dailySlots(random, { clinic, member }, day).filter(
          ({ date }) => random.below(1000) < 1000 * share * (demand[Number(date.slice(11, 13))] ?? 1),
        );
      });
    }),
  );

/** Assigns each slot a patient from the clinic's country: regular ones, and over time all others. */
const withPatients = (random: Random, slots: readonly Slot[], patients: readonly SeedPatient[]) => {
  const inItaly = (slot: Slot) => slot.clinic === 'milano';
  const given = new Map<Slot, SeedPatient>();
  for (const prefix of ['+39', '+34']) {
    const people = patients.filter((patient) => patient.prefix === prefix);
    const own = slots
      .filter((slot) => inItaly(slot) === (prefix === '+39'))
      .toSorted((one, other) => (one.date < other.date ? -1 : 1));
    let known = 0;
    for (const [index, slot] of own.entries()) {
      const due = Math.min(people.length, 20 + Math.ceil((people.length * index) / own.length));
      given.set(slot, known < due ? people[known++]! : people[random.below(known)]!);
    }
  }
  return slots.map((slot) => ({ ...slot, patient: given.get(slot)! }));
};

/** Adds keys with a prefix, notes, and the course of each appointment. */
export const withDetails = (
  random: Random,
  slots: readonly (Slot & Pick<SeedAppointment, 'patient'>)[],
  prefix: string,
): SeedAppointment[] =>
  slots.map((slot, index) => ({
    ...slot,
    key: `${prefix}-${index}`,
    notes: random.below(8) === 0 ? random.pick(remarks) : '',
    leadDays: 1 + random.below(28),
    cancelled: random.below(100) < cancelledOfHundred,
    chance: createRandom(index).below(100),
  }));

/**
 * Returns 1,500 appointments within 60 days of today, and those since the clinics opened; reproducible for
 * the same day.
 */
export const makeAppointments = (
  random: Random,
  today: string,
  patients: readonly SeedPatient[],
): SeedAppointment[] => {
  const around = bookedSlots(random, today, { from: -daysAround, to: daysAround });
  while (around.length > wanted) around.splice(random.below(around.length), 1);
  const before = bookedSlots(random, today, { from: -daysOpen, to: -daysAround - 1 });
  return withDetails(random, withPatients(random, [...around, ...before], patients), 'appointment');
};

export const isWithin =
  (today: string, days: number) =>
  ({ date }: SeedAppointment): boolean =>
    addDays(today, -days) <= date.slice(0, 10) && date.slice(0, 10) <= addDays(today, days);
