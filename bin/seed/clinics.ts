import type { ProKey } from './people.ts';

/** Booking rules of a service, if not the default. */
type Rules = {
  stepMinutes?: number;
  bufferBefore?: number;
  bufferAfter?: number;
  noticeHours?: number;
  bookableBy?: 'known';
};

export type SeedService = {
  name: string;
  specialization: string;
  duration: number;
  price: number;
  rules?: Rules;
};

type Hours = { working_day: number; starting_hour: string; ending_hour: string };

export type SeedClinic = {
  key: string;
  owner: ProKey;
  place: {
    name: string;
    provinceId: string;
    city: string;
    address: string;
    postalCode: string;
    phone: string;
    email: string;
  };
  /** Country and region of its public holidays. */
  holidays: { country: string; region: string | null };
  services: readonly SeedService[];
  /** Team members with their hours and services (by index). */
  team: readonly { pro: ProKey; hours: readonly Hours[]; services: readonly number[] }[];
  reception?: ProKey;
};

export const split = (working_day: number): Hours[] => [
  { working_day, starting_hour: '09:00', ending_hour: '13:00' },
  { working_day, starting_hour: '14:30', ending_hour: '18:30' },
];
export const mornings = (...days: number[]): Hours[] =>
  days.map((working_day) => ({ working_day, starting_hour: '08:30', ending_hour: '13:00' }));

/** Three clinics in three regions: Italy, mainland Spain and the Canary Islands. */
export const clinics: readonly SeedClinic[] = [
  {
    key: 'milano',
    owner: 'giulia',
    place: {
      name: 'Studio Dermatologico Brera',
      provinceId: 'IT-MI',
      city: 'Milano',
      address: 'Via Solferino 24',
      postalCode: '20121',
      phone: '+39 02 5550 1234',
      email: 'segreteria@brera.example',
    },
    holidays: { country: 'IT', region: null },
    services: [
      { name: 'Visita dermatologica', specialization: 'dermatology', duration: 30, price: 110 },
      {
        name: 'Controllo nei',
        specialization: 'dermatology',
        duration: 20,
        price: 80,
        rules: { stepMinutes: 10 },
      },
      {
        name: 'Crioterapia',
        specialization: 'dermatology',
        duration: 15,
        price: 60,
        rules: { bufferAfter: 5 },
      },
      { name: 'Consulenza nutrizionale', specialization: 'nutrition', duration: 45, price: 75 },
      {
        name: 'Seduta di fisioterapia',
        specialization: 'physiotherapy',
        duration: 50,
        price: 55,
        rules: { bufferAfter: 10 },
      },
    ],
    team: [
      { pro: 'giulia', hours: [...split(1), ...split(2), ...split(4)], services: [0, 1, 2] },
      { pro: 'marco', hours: [...mornings(1, 3, 5), ...split(2)], services: [3, 4] },
    ],
  },
  {
    key: 'madrid',
    owner: 'carmen',
    place: {
      name: 'Clínica Salamanca',
      provinceId: 'ES-M',
      city: 'Madrid',
      address: 'Calle de Goya 58',
      postalCode: '28001',
      phone: '+34 91 555 12 34',
      email: 'recepcion@salamanca.example',
    },
    holidays: { country: 'ES', region: 'MD' },
    services: [
      { name: 'Primera consulta', specialization: 'cardiology', duration: 40, price: 120 },
      { name: 'Revisión', specialization: 'cardiology', duration: 20, price: 70 },
      { name: 'Electrocardiograma', specialization: 'cardiology', duration: 15, price: 45.5 },
      {
        name: 'Prueba de esfuerzo',
        specialization: 'cardiology',
        duration: 60,
        price: 150,
        rules: { bufferBefore: 10, bufferAfter: 15, noticeHours: 48 },
      },
    ],
    team: [{ pro: 'carmen', hours: [...split(1), ...split(3), ...mornings(5)], services: [0, 1, 2, 3] }],
  },
  {
    key: 'las-palmas',
    owner: 'carmen',
    place: {
      name: 'Consultorio Triana',
      provinceId: 'ES-GC',
      city: 'Las Palmas de Gran Canaria',
      address: 'Calle Mayor de Triana 81',
      postalCode: '35002',
      phone: '+34 928 55 51 23',
      email: 'cita@laspalmas.example',
    },
    holidays: { country: 'ES', region: 'CN' },
    services: [
      { name: 'Consulta de cardiología', specialization: 'cardiology', duration: 30, price: 90 },
      {
        name: 'Control de tensión',
        specialization: 'cardiology',
        duration: 15,
        price: 25,
        rules: { bookableBy: 'known' },
      },
      { name: 'Segunda opinión', specialization: 'cardiology', duration: 45, price: 100 },
    ],
    team: [{ pro: 'carmen', hours: [...split(2), ...mornings(4)], services: [0, 1, 2] }],
  },
];
