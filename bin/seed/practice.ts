import { weekdayOf } from '@visita/contracts/availability/zones';
import { dailySlots, daysFrom, withDetails, type SeedAppointment } from './appointments.ts';
import { mornings, split, type SeedClinic } from './clinics.ts';
import { makePatients, plain, type PracticeKey, type SeedPro } from './people.ts';
import type { Random } from './random.ts';

/** First and last days with visits, counted from today. */
const [firstDay, lastDay] = [-4, 10];
const visitsADay = 80;
const people = 1000;

type Colleague = { name: string; lastname: string; services: readonly number[] };

const colleagues: readonly Colleague[] = [
  { name: 'Sara', lastname: 'Marchetti', services: [0, 1] },
  { name: 'Luca', lastname: 'De Angelis', services: [0, 1] },
  { name: 'Elisa', lastname: 'Gatti', services: [2] },
  { name: 'Davide', lastname: 'Pellegrini', services: [2, 3] },
  { name: 'Martina', lastname: 'Sala', services: [3] },
  { name: 'Stefano', lastname: 'Rizzi', services: [3] },
  { name: 'Chiara', lastname: 'Monti', services: [4] },
  { name: 'Paolo', lastname: 'Ferrero', services: [5] },
  { name: 'Anna', lastname: 'Quaranta', services: [5] },
  { name: 'Giorgio', lastname: 'Bruno', services: [6] },
  { name: 'Irene', lastname: 'Costantini', services: [6] },
  { name: 'Federico', lastname: 'Alessandri', services: [7] },
];

const keyOf = (index: number): PracticeKey => `practice-${index}`;
const owner = keyOf(0);
const desk: PracticeKey = 'practice-desk';

const accountOf = (key: PracticeKey, { name, lastname }: Omit<Colleague, 'services'>, number: number) => {
  const names = [plain(name), plain(lastname)];
  return {
    key,
    plan: key === owner ? 'premium' : 'free',
    language: 'it',
    username: names.join('_'),
    email: `${names.join('.')}@visita.example`,
    profile: { name, lastname, prefix: '+39', phone: String(3_402_200_100 + number) },
    title: 'specialist',
    spoken: ['it'],
  } as const satisfies SeedPro;
};

/** Accounts of a practice: twelve professionals, of whom the first owns the clinic, and its reception. */
export const practicePros: readonly SeedPro[] = [
  ...colleagues.map((colleague, index) => accountOf(keyOf(index), colleague, index)),
  accountOf(desk, { name: 'Marta', lastname: 'Villa' }, colleagues.length),
];

/** Accounts of the practice whose logins are printed. */
export const shownPros = practicePros.filter(({ key }) => key === owner || key === desk);

const shifts = [
  [...split(1), ...split(2), ...split(3), ...split(4), ...split(5)],
  [...mornings(1, 3, 5), ...split(2), ...split(4)],
  [...split(1), ...split(3), ...split(5)],
] as const;

export const practice: SeedClinic = {
  key: 'torino',
  owner,
  place: {
    name: 'Poliambulatorio Valentino',
    provinceId: 'IT-TO',
    city: 'Torino',
    address: 'Corso Massimo d’Azeglio 12',
    postalCode: '10126',
    phone: '+39 011 555 1234',
    email: 'segreteria@valentino.example',
  },
  holidays: { country: 'IT', region: null },
  services: [
    { name: 'Visita cardiologica', specialization: 'cardiology', duration: 30, price: 120 },
    { name: 'Elettrocardiogramma', specialization: 'cardiology', duration: 15, price: 45 },
    { name: 'Visita ortopedica', specialization: 'orthopedics', duration: 30, price: 110 },
    { name: 'Fisioterapia', specialization: 'physiotherapy', duration: 45, price: 55 },
    { name: 'Visita dermatologica', specialization: 'dermatology', duration: 20, price: 100 },
    { name: 'Visita oculistica', specialization: 'ophthalmology', duration: 30, price: 110 },
    { name: 'Visita pediatrica', specialization: 'pediatrics', duration: 30, price: 90 },
    { name: 'Colloquio psicologico', specialization: 'psychology', duration: 50, price: 70 },
  ],
  team: colleagues.map(({ services }, index) => ({
    pro: keyOf(index),
    hours: shifts[index % shifts.length]!,
    services,
  })),
  reception: desk,
};

/** Returns 80 visits for each working day of the past days and the next ones. */
export const makePracticeAppointments = (random: Random, today: string): SeedAppointment[] => {
  const patients = makePatients(random, people).filter(({ prefix }) => prefix === '+39');
  const workdays = daysFrom(today, firstDay, lastDay).filter((day) => weekdayOf(day) <= 5);
  const slots = workdays.flatMap((day) => {
    const all = practice.team.flatMap((member) => dailySlots(random, { clinic: practice, member }, day));
    while (all.length > visitsADay) all.splice(random.below(all.length), 1);
    return all.map((slot) => ({ ...slot, patient: random.pick(patients) }));
  });
  return withDetails(random, slots, 'practice');
};
