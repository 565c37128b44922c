import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { BookingEvent } from '@visita/contracts/booking/events';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openBackstage } from '../support/backstage.ts';
import { type CalendarStack, startCalendarStack } from '../support/calendar-stack.ts';
import { dayAhead, openClinic, registerPro } from '../support/http-practice.ts';
import { type Client, createClient, succeed } from '../support/http.ts';
import { lookInside } from '../support/inside.ts';
import { runOps } from '../support/ops.ts';
import { searchEverywhere } from '../support/personal-search.ts';

let product: CalendarStack;
let stack: CalendarStack['stack'];
let client: Client;
beforeAll(async () => {
  product = await startCalendarStack({ LOG_LEVEL: 'trace' });
  ({ stack } = product);
  client = createClient(stack.address);
}, 600_000);
afterAll(() => product?.stop());

const soon = { timeout: 20_000, interval: 100 };

/** Appends an equal booking a month ago, which no call can place. */
const placeInThePast = async (bookingId: string): Promise<string> => {
  await using backstage = await openBackstage(stack.place);
  const [placed] = await backstage.store.readStream(`booking-${bookingId}`);
  const data = placed!.data as Record<string, string>;
  const earlier = (instant: string) => new Date(Date.parse(instant) - 40 * 86_400_000).toISOString();
  const id = randomUUID();
  const past = {
    ...data,
    bookingId: id,
    reservationId: randomUUID(),
    start: earlier(data['start']!),
    end: earlier(data['end']!),
    proNotes: 'Zsofia tollera la lidocaina',
  };
  await backstage.append(`booking-${id}`, { type: 'BookingPlaced', data: past } as BookingEvent);
  return id;
};

const assignPremium = async (proId: string): Promise<void> => {
  await using backstage = await openBackstage(stack.place);
  await backstage.assignPremium(proId);
};

const eventTypes = async (stream: string): Promise<string[]> => {
  await using inside = await lookInside(stack.place);
  return (await inside.events()).filter((event) => event.stream === stream).map(({ type }) => type);
};

const zsofia = { name: 'Zsofia Quaranta', email: 'zsofia.q@example.net', prefix: '+36', phone: '709998877' };
const secrets = ['zsofia', 'quaranta', '709998877', 'lidocaina', 'pollini'];

it('erases a patient from every layer, and does not recognise them when the email returns', async () => {
  const { call } = client;
  const anna = await registerPro(client, 'anna');
  const other = await registerPro(client, 'other');
  const { token } = anna;
  await assignPremium(anna.proId);
  const { clinicId, offers } = await openClinic(client, anna, 'Studio Roma');
  const { data: way } = await succeed(call('authorizeCalendar', { params: { id: anna.proId }, token }));
  const { code, state } = await product.double.allow(way.url);
  await succeed(call('connectCalendar', { params: { id: anna.proId }, body: { code, state }, token }));

  const book = (date: string, patient = zsofia) =>
    succeed(
      call('placeBooking', {
        body: { booking: { hubServiceId: offers[0], date }, patient },
        token,
        key: date,
      }),
    );
  const ahead = await book(`${dayAhead(9)}T10:00`);
  const { id: patientId } = ahead.patient;
  const past = await placeInThePast(ahead.data.id);
  const { name, email, prefix, phone } = zsofia;
  const contactInfo = {
    name,
    email,
    prefix,
    phone,
    patientNotes: 'Allergica ai pollini',
    privacyPolicy: true as const,
  };
  const held = { clinicId, serviceHubId: offers[0], date: `${dayAhead(10)}T11:00`, contactInfo };
  await succeed(call('requestBooking', { body: held }));
  await book(`${dayAhead(9)}T12:00`, {
    ...zsofia,
    name: 'Dora Blu',
    email: 'dora@example.com',
    phone: '111222333',
  });

  const summaries = () =>
    [...product.double.events.values()]
      .filter(({ status }) => status === 'confirmed')
      .map(({ summary }) => summary);
  await vi.waitFor(() => expect(summaries()).toHaveLength(3), soon);
  await vi.waitFor(async () => {
    const found = (await searchEverywhere(stack, secrets)).join('\n');
    for (const place of ['read.bookings', 'read.patients', '/mail/']) expect(found).toContain(place);
    expect(found).not.toMatch(/in log |eventstore|bullmq|command\.|vault\./);
  }, soon);

  // The address before a correction is erased as well.
  const corrected = { ...zsofia, patientId, email: 'z.quaranta@example.org' };
  await succeed(call('updatePatient', { body: corrected, token }));
  await vi.waitFor(
    async () => expect((await eventTypes(`booking-${ahead.data.id}`)).at(-1)).toBe('BookingEmailCorrected'),
    soon,
  );
  const looked = { params: { patientId, proId: anna.proId }, token };
  await succeed(call('getPatientBookings', looked));
  const views = async () => {
    await using inside = await lookInside(stack.place);
    return (await inside.pool.query('select from vault.viewings where patient_id = $1', [patientId]))
      .rowCount;
  };
  expect(await views()).toBe(1);
  for (const params of [{ patientId: randomUUID() }, { patientId: ahead.data.id }]) {
    expect((await call('erasePatient', { params, token })).status).toBe(404);
  }
  expect((await call('erasePatient', { params: { patientId }, token: other.token })).status).toBe(404);
  const { position } = await succeed(call('erasePatient', { params: { patientId }, token }));
  const from = position!;
  const listed = await succeed(call('getPatients', { params: { key: anna.proId }, token, from }));
  expect(listed.data).toMatchObject([{ email: 'dora@example.com' }]);
  expect((await call('erasePatient', { params: { patientId }, token })).status).toBe(404);

  await vi.waitFor(
    async () => expect((await eventTypes(`patient-${patientId}`)).at(-1)).toBe('PatientErased'),
    soon,
  );
  expect(await eventTypes(`booking-${past}`)).toEqual(['BookingPlaced', 'BookingPatientErased']);
  expect((await eventTypes(`booking-${ahead.data.id}`)).slice(-2)).toEqual([
    'BookingPatientErased',
    'BookingCancelled',
  ]);
  // A later backup is searched like all other files.
  const directory = join(stack.place.VAR_DIRECTORY, 'backup-after');
  expect(await runOps(stack.place, 'backup', directory, '--plain')).toMatchObject({ code: 0 });
  await vi.waitFor(async () => expect(await searchEverywhere(stack, secrets)).toEqual([]), soon);
  await vi.waitFor(() => expect(summaries()).toEqual(['Visita – Dora Blu']), soon);

  expect(await views()).toBe(0);

  // Past bookings stay in the calendar anonymously; future ones are free again.
  const { data: calendar } = await succeed(call('getProCalendar', { params: { proId: anna.proId }, token }));
  expect(
    calendar.bookings
      .map(({ id, patient_name }) => [id, patient_name])
      .filter(([, who]) => who !== 'Dora Blu'),
  ).toEqual([[past, '']]);
  const again = await book(`${dayAhead(9)}T10:00`);
  expect(again.patient.id).not.toBe(patientId);
  await using inside = await lookInside(stack.place);
  const events = await inside.events();
  const old = events
    .filter(({ data }) => JSON.stringify(data).includes(patientId))
    .map(({ stream }) => stream);
  const fresh = events
    .filter(({ data }) => JSON.stringify(data).includes(again.patient.id))
    .map(({ stream }) => stream);
  expect(fresh.filter((stream) => old.includes(stream))).toEqual([]);
  expect(events.filter(({ stream }) => stream === `quota-${patientId}`)).not.toEqual([]);
}, 600_000);
