import type { CallName } from '@visita/contracts/api/table';
import { beforeAll, expect, it } from 'vitest';
import { openBackstage } from '../support/backstage.ts';
import { type Practice, usePractice } from '../support/hooks.ts';
import type { Client } from '../support/http.ts';
import { dayAhead, requestOf } from '../support/http-practice.ts';
import { lookInside } from '../support/inside.ts';

const practice = usePractice();
beforeAll(async () => {
  const { stack, anna } = practice();
  await using backstage = await openBackstage(stack.place);
  await backstage.assignPremium(anna.proId);
});

type Creating = {
  readonly name: CallName;
  /** Event that shows how often the command was executed. */
  readonly event: string;
  /** Returns two distinct bodies by number. */
  body(practice: Practice, one: number): unknown;
};

const patient = { name: 'carla', email: 'carla@example.com', prefix: '+39', phone: '3330001111' };
const place = {
  provinceId: 'IT-RM',
  city: 'Roma',
  address: 'Via 1',
  postalCode: '00100',
  onlineBooking: true,
};
const hours = { working_day: 1, starting_hour: '09:00' };
const stretch = (one: number) => ({
  title: `Ponte ${one}`,
  starting_date: `${dayAhead(100)}T00:00`,
  ending_date: `${dayAhead(100)}T23:59`,
});

const creating: readonly Creating[] = [
  {
    name: 'signUp',
    event: 'ProSignedUp',
    body: (_, one) => ({
      username: `bea${one}`,
      email: `bea${one}@example.com`,
      password: 'secret123',
      comunicationsLanguage: 'it',
      configStatus: 1,
      termsConditions: true,
      privacyPolicy: true,
      marketingConsent: false,
    }),
  },
  {
    name: 'openClinic',
    event: 'ClinicOpened',
    body: ({ anna }, one) => ({ ...place, name: `Studio ${one}`, ownerId: anna.proId }),
  },
  {
    name: 'addClinicServices',
    event: 'ClinicServiceAdded',
    body: ({ clinic: { clinicId } }, one) => [
      { clinicId, specializationId: 'acupuncture', serviceName: `Visita ${one}`, duration: 30, price: 80 },
    ],
  },
  {
    name: 'addCollaborator',
    event: 'CollaboratorInvited',
    body: ({ clinic: { clinicId, services } }, one) => ({
      clinicId,
      proEmail: `guest${one}@example.com`,
      availability: [{ ...hours, ending_hour: '12:00' }],
      services,
    }),
  },
  {
    name: 'addHubAvailabilities',
    event: 'AvailabilityAdded',
    body: ({ clinic: { hubId } }, one) => [{ ...hours, hubId, ending_hour: `1${one}:00` }],
  },
  {
    name: 'planClosing',
    event: 'ClosingPlanned',
    body: ({ clinic }, one) => ({ ...stretch(one), clinic_id: clinic.clinicId, type: 'closing' }),
  },
  {
    name: 'planVacation',
    event: 'VacationPlanned',
    body: ({ clinic }, one) => ({ ...stretch(one), hub_id: clinic.hubId, type: 'vacation' }),
  },
  {
    name: 'requestBooking',
    event: 'BookingPlaced',
    body: ({ clinic: { clinicId, offers } }, one) =>
      requestOf(clinicId, offers[0], `${dayAhead(11)}T0${one}:00`, 'repeat'),
  },
  {
    name: 'placeBooking',
    event: 'BookingPlaced',
    body: ({ clinic: { offers } }, one) => ({
      booking: { hubServiceId: offers[0], date: `${dayAhead(12)}T0${one}:00` },
      patient,
    }),
  },
  { name: 'submitSurvey', event: 'SurveySubmitted', body: (_, one) => ({ rating: one }) },
];

/** Returns a function that sends a call with this test's idempotency key. */
const sender = (name: CallName) => {
  const { client, anna } = practice();
  return async (body: unknown) => {
    const reply = await (client.call as (...sent: unknown[]) => ReturnType<Client['call']>)(name, {
      body,
      key: `the key of ${name}`.replaceAll(' ', '-'),
      token: anna.token,
    });
    const { data } = reply.body as { data?: unknown };
    return { status: reply.status, code: reply.body.code, data };
  };
};

it.each(creating)('$name is executed once per key', async ({ name, event, body }) => {
  await using inside = await lookInside(practice().stack.place);
  const happened = async () => (await inside.events()).filter(({ type }) => type === event).length;
  const send = sender(name);
  const [wanted, other] = [body(practice(), 1), body(practice(), 2)];
  const before = await happened();

  const atOnce = await Promise.all([1, 2, 3, 4].map(() => send(wanted)));
  const [first, ...more] = atOnce.filter(({ status }) => status === 200);
  expect(first?.status).toBe(200);
  const late = atOnce.filter(({ status }) => status !== 200);
  expect(late.filter(({ code }) => code !== 'idempotency-in-progress')).toEqual([]);
  for (const reply of [...more, await send(wanted)]) expect(reply).toEqual(first);
  expect(await send(other)).toMatchObject({ status: 409, code: 'idempotency-mismatch' });

  // State after a crash between the append and storing the response.
  const minuteAgo = new Date(Date.now() - 60_000);
  await inside.pool.query('update command.idempotency set answer = null, created = $1', [minuteAgo]);
  expect(await send(wanted)).toEqual(first);
  expect(await happened()).toBe(before + 1);

  const dayAgo = new Date(Date.now() - 25 * 3_600_000);
  await inside.pool.query('update command.idempotency set created = $1', [dayAgo]);
  const next = await send(other);
  expect(next.status).toBe(200);
  if (next.data) expect(next.data).not.toEqual(first?.data);
  expect(await happened()).toBe(before + 2);
});

it('a response with a secret is given once; a repetition with the same key gets another secret', async () => {
  const { client, anna } = practice();
  const create = () =>
    client.call('createCalendarFeed', {
      params: { id: anna.proId },
      key: 'the-key-of-a-feed',
      token: anna.token,
    });
  const [first, second] = [await create(), await create()];
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.body).not.toEqual(first.body);
});
