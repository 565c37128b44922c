import { addDays, weekdayOf } from '@visita/contracts/availability/zones';
import { clinics, type SeedClinic } from './clinics.ts';
import type { ProKey, SeedPatient } from './people.ts';
import type { Random } from './random.ts';

export type SeedAppointment = {
  key: string;
  clinic: string;
  pro: ProKey;
  /** Index of the clinic's service. */
  service: number;
  /** Wall clock of the clinic. */
  date: string;
  patient: SeedPatient;
  notes: string;
};

const daysAround = 60;
const wanted = 1500;
const pauses = [0, 0, 5, 10, 20] as const;
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

/** The closed days of the demo, so that appointments keep clear of them: `YYYY-MM-DD` from today. */
export const closedDays = (today: string) => ({
  closing: { clinic: 'milano', first: addDays(today, 21), last: addDays(today, 23) },
  vacations: [
    { pro: 'carmen', clinic: 'madrid', first: addDays(today, 32), last: addDays(today, 39) },
    { pro: 'carmen', clinic: 'las-palmas', first: addDays(today, 32), last: addDays(today, 39) },
    { pro: 'giulia', clinic: 'milano', first: addDays(today, -18), last: addDays(today, -12) },
  ] as const,
});

type Member = SeedClinic['team'][number];

const isClosed = (today: string, clinic: SeedClinic, member: Member, day: string): boolean => {
  const { closing, vacations } = closedDays(today);
  const inside = (stretch: { first: string; last: string }) => stretch.first <= day && day <= stretch.last;
  return (
    (closing.clinic === clinic.key && inside(closing)) ||
    vacations.some((one) => one.pro === member.pro && one.clinic === clinic.key && inside(one))
  );
};

/** Every appointment that one day could hold, one after the other with pauses. */
const fillDay = (random: Random, clinic: SeedClinic, member: Member, day: string) => {
  const windows = member.hours.filter((hours) => hours.working_day === weekdayOf(day));
  return windows.flatMap((hours) => {
    const starts: { service: number; date: string }[] = [];
    let at = minutesOf(hours.starting_hour);
    for (;;) {
      const service = random.pick(member.services);
      const { duration } = clinic.services[service]!;
      if (at + duration > minutesOf(hours.ending_hour)) return starts;
      starts.push({ service, date: `${day}T${timeOf(at)}` });
      at += duration + random.pick(pauses);
    }
  });
};

/** 1,500 appointments over 60 days to either side of today, the same at every run for the same day. */
export const makeAppointments = (
  random: Random,
  today: string,
  patients: readonly SeedPatient[],
): SeedAppointment[] => {
  const possible = clinics.flatMap((clinic) =>
    clinic.team.flatMap((member) =>
      Array.from({ length: 2 * daysAround + 1 }, (_, index) => addDays(today, index - daysAround))
        .filter((day) => !isClosed(today, clinic, member, day))
        .flatMap((day) => fillDay(random, clinic, member, day))
        .map((slot) => ({ ...slot, clinic: clinic.key, pro: member.pro })),
    ),
  );
  while (possible.length > wanted) possible.splice(random.below(possible.length), 1);
  return possible.map((slot, index) => ({
    ...slot,
    key: `appointment-${index}`,
    // Everybody comes at least once.
    patient: patients[index] ?? random.pick(patients),
    notes: random.below(8) === 0 ? random.pick(remarks) : '',
  }));
};
