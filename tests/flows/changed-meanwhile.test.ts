import type { CallName } from '@visita/contracts/api/table';
import { expect, it } from 'vitest';
import { usePractice } from '../support/hooks.ts';
import { type Reply, type Sent, succeed } from '../support/http.ts';
import { dayAhead } from '../support/http-practice.ts';

const practice = usePractice();

type Fields = Record<string, unknown>;
type Change = {
  name: CallName;
  sent: Omit<Sent<'editBookingNotes'>, 'params' | 'body'> & { params?: Record<string, string> };
  /** Bodies of two concurrent changes. */
  bodies: readonly [Fields, Fields];
  /** Reads the version. */
  read: () => Promise<string>;
  current: (body: Fields) => Fields;
};

const patient = { name: 'Dora', email: 'dora@example.com', prefix: '+39', phone: '3330001111' };
const service = { specializationId: 'acupuncture', serviceName: 'Visita', price: 80 };

const place = {
  name: 'Studio Roma',
  provinceId: 'IT-RM',
  city: 'Roma',
  address: 'Via Appia 1',
  postalCode: '00100',
  phone: '',
  email: '',
  directions: '',
};

const setUp = async () => {
  const { client, anna, clinic } = practice();
  const { token, proId } = anna;
  const day = dayAhead(20 + booked++);
  const booking = { hubServiceId: clinic.offers[0], date: `${day}T09:00` };
  const placed = await succeed(client.call('placeBooking', { body: { booking, patient }, token }));
  const from = placed.position!;
  const range = { params: { proId }, query: { from: day, to: day }, token, from };
  const record = async () => {
    const params = { patientId: placed.patient.id, proId };
    return (await succeed(client.call('getPatientBookings', { params, token, from }))).data.patient;
  };
  const clinicRead = async () => {
    const { data } = await succeed(client.call('getProClinics', { params: { id: proId }, token, from }));
    const found = data[0]!;
    if (!('hubs' in found)) throw new Error('a pro sees the whole clinic');
    return found;
  };
  return { token, proId, clinic, placed, range, record, clinicRead, client };
};
let booked = 0;

type World = Awaited<ReturnType<typeof setUp>>;
const whole = (body: Fields) => body;

const cases: Record<string, (world: World) => Change> = {
  notes: ({ placed, client, range }) => ({
    name: 'editBookingNotes',
    sent: { params: { id: placed.data.id } },
    bodies: [{ pro_notes: 'hers' }, { pro_notes: 'his' }],
    read: async () => (await succeed(client.call('getProCalendar', range))).data.bookings[0]!.notes_version,
    current: whole,
  }),
  patient: ({ placed, record }) => ({
    name: 'updatePatient',
    sent: {},
    bodies: ['Hers', 'His'].map((name) => ({
      patientId: placed.patient.id,
      name,
      prefix: null,
      phone: null,
    })) as never,
    read: async () => (await record()).version,
    current: ({ patientId: _, ...contact }) => ({ ...contact, email: patient.email, birthDate: null }),
  }),
  'a patient’s email': ({ placed, record }) => ({
    name: 'updatePatient',
    sent: {},
    bodies: ['hers', 'his'].map((name) => ({
      patientId: placed.patient.id,
      name: 'Dora',
      prefix: '+39',
      phone: '3330001111',
      email: `${name}@example.com`,
    })) as never,
    read: async () => (await record()).version,
    current: ({ patientId: _, ...contact }) => ({ ...contact, birthDate: null }),
  }),
  remarks: ({ placed, record }) => ({
    name: 'setPatientRemarks',
    sent: { params: { patientId: placed.patient.id } },
    bodies: [
      { tags: ['a'], note: 'hers' },
      { tags: ['b'], note: 'his' },
    ],
    read: async () => (await record()).remarks_version,
    current: whole,
  }),
  clinic: ({ clinic, clinicRead }) => ({
    name: 'updateClinic',
    sent: { params: { id: clinic.clinicId } },
    bodies: ['Ostia', 'Tivoli'].map((city) => ({ ...place, city })) as never,
    read: async () => (await clinicRead()).version,
    current: whole,
  }),
  service: ({ clinic, clinicRead }) => ({
    name: 'changeClinicService',
    sent: { params: { id: clinic.services[1]! } },
    bodies: [
      { ...service, duration: 35 },
      { ...service, duration: 40 },
    ],
    read: async () =>
      (await clinicRead()).clinic_services.find(({ id }) => id === clinic.services[1])!.version,
    current: expect.objectContaining as never,
  }),
  terms: ({ clinic, clinicRead }) => ({
    name: 'setHubServiceTerms',
    sent: { params: { id: clinic.offers[1] } },
    bodies: [
      { duration: 50, price: null },
      { duration: 60, price: 12.5 },
    ],
    read: async () =>
      (await clinicRead()).hubs[0]!.services.find(({ id }) => id === clinic.offers[1])!.version,
    current: whole,
  }),
  hours: ({ clinic, clinicRead }) => ({
    name: 'setDayHours',
    sent: { params: { id: clinic.hubId } },
    bodies: ['10:00', '11:00'].map((starting_hour) => ({
      days: [{ date: dayAhead(90), windows: [{ starting_hour, ending_hour: '12:00' }] }],
    })) as never,
    read: async () => (await clinicRead()).hubs[0]!.hours_version,
    current: whole,
  }),
  options: ({ proId, token, client }) => ({
    name: 'updateOptions',
    sent: { params: { id: proId } },
    bodies: [{ calendarAvailabilityLimit: 41 }, { calendarAvailabilityLimit: 42 }],
    read: async () => {
      const own = await succeed(client.call('getOptions', { params: { proId }, token }));
      return own.version ?? '';
    },
    current: expect.objectContaining as never,
  }),
  'the booking address': ({ proId, token, client }) => ({
    name: 'updateOptions',
    sent: { params: { id: proId } },
    bodies: [{ calendarPageUrl: 'hers' }, { calendarPageUrl: 'his' }],
    read: async () => (await succeed(client.call('authenticate', { token }))).data.optionsVersion,
    current: expect.objectContaining as never,
  }),
};

const saving =
  ({ client, token }: World, { name, sent }: Change) =>
  (body: Fields, version?: string) =>
    client.call(name, { ...sent, body, token, ...(version && { version }) } as never) as Promise<
      Reply<Fields>
    >;

it.each(Object.keys(cases))('refuses a change of %s based on an outdated version', async (name) => {
  const world = await setUp();
  const change = cases[name]!(world);
  const save = saving(world, change);
  const [hers, his] = change.bodies;
  const version = await change.read();
  expect(version).toMatch(/^[\w-]{16}$/);
  await succeed(save(hers, version));
  const refused = await save(his, version);
  expect([refused.status, refused.body.code]).toEqual([409, 'changed-meanwhile']);
  expect(refused.body.current?.record).toEqual(change.current(hers));
  await succeed(save(hers, version));
  await succeed(save(his, refused.body.current!.version));
  await succeed(save(hers));
});

it('accepts exactly one of ten concurrent changes with the same version', async () => {
  const world = await setUp();
  for (const [field, name] of [
    ['notes', 'pro_notes'],
    ['remarks', 'note'],
  ] as const) {
    const change = cases[field]!(world);
    const save = saving(world, change);
    const version = await change.read();
    const texts = Array.from({ length: 10 }, (_, index) => `${field} ${index}`);
    const replies = await Promise.all(texts.map((text) => save({ [name]: text }, version)));
    const won = replies.flatMap(({ status }, index) => (status === 200 ? [texts[index]] : []));
    expect(won).toHaveLength(1);
    const lost = replies.filter(({ status }) => status !== 200);
    expect(new Set(lost.map(({ body }) => body.code))).toEqual(new Set(['changed-meanwhile']));
    for (const { body } of lost) expect(body.current?.record[name]).toBe(won[0]);
  }
});

it('refuses an invalid version, and requires none if nothing is replaced', async () => {
  const world = await setUp();
  const { client, token, placed } = world;
  const change = cases['notes']!(world);
  const malformed = await saving(world, change)(change.bodies[0], '*" ');
  expect([malformed.status, malformed.body.issues?.[0]?.path]).toEqual([400, 'if-match']);
  const params = { id: placed.data.id };
  await succeed(client.call('deleteBooking', { params, token, version: 'x' }));
});
