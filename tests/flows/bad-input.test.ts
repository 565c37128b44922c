import { api, calls, type CallName } from '@visita/contracts/api/table';
import { problems } from '@visita/contracts/problem';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { badBodies, type BadBody } from '../support/bad-input.ts';
import { type Client, createClient, succeed } from '../support/http.ts';
import {
  dayAhead,
  openClinic,
  type OpenedClinic,
  registerPro,
  type RegisteredPro,
  requestOf,
} from '../support/http-practice.ts';
import { lookInside, sentMails, tokenIn } from '../support/inside.ts';
import { type Stack, startStack } from '../support/stack.ts';

let stack: Stack;
let client: Client;
let anna: RegisteredPro;
let clinic: OpenedClinic;
let bookingId: string;
let patientId: string;
let bookingToken: string;

beforeAll(async () => {
  stack = await startStack();
  client = createClient(stack.address);
  anna = await registerPro(client, 'anna');
  clinic = await openClinic(client, anna, 'Studio Roma');
  const { offers, clinicId } = clinic;
  const { name, email, prefix, phone } = requestOf(clinicId, offers[0], '', 'carla').contactInfo;
  const booking = { hubServiceId: offers[0], date: `${dayAhead(5)}T09:00` };
  const body = { booking, patient: { name, email, prefix, phone } };
  const placed = await succeed(client.call('placeBooking', { body, token: anna.token }));
  [bookingId, patientId] = [placed.data.id, placed.patient.id];
  await succeed(
    client.call('requestBooking', { body: requestOf(clinicId, offers[0], `${dayAhead(5)}T10:00`, 'dora') }),
  );
  const mail = await vi.waitUntil(
    async () => (await sentMails(stack.varDirectory)).find((one) => one.includes('To: dora@example.com')),
    15_000,
  );
  bookingToken = tokenIn(mail);
}, 180_000);
afterAll(() => stack?.stop());

/** A body that each write would take, and the ids in its address. */
const goodRequests = (): { [Name in CallName]?: { params?: Record<string, string>; body?: unknown } } => {
  const day = dayAhead(6);
  const { clinicId, hubId, services, offers } = clinic;
  const stretch = { title: 'Ponte', starting_date: `${day}T00:00`, ending_date: `${day}T23:59` };
  const profile = { name: 'Anna', lastname: 'Rossi', prefix: '+39', phone: '3331234567' };
  const hours = { working_day: 1, starting_hour: '09:00', ending_hour: '12:00' };
  const place = { name: 'Nuovo', provinceId: 'IT-RM', city: 'Roma', address: 'Via 1', postalCode: '00100' };
  const patient = { name: 'Elsa', email: 'elsa@example.com', prefix: '+39', phone: '3330001111' };
  const consents = { configStatus: 1, termsConditions: true, privacyPolicy: true, marketingConsent: false };
  const signUp = {
    username: 'bea',
    email: 'bea@example.com',
    password: 'secret123',
    comunicationsLanguage: 'it',
  };
  const row = {
    specializationId: 'acupuncture',
    serviceName: 'x',
    duration: 30,
    price: 10,
    activated: true,
    clinicId,
  };
  return {
    signUp: { body: { ...signUp, ...consents } },
    logIn: { body: { email: 'anna@example.com', password: 'secret123' } },
    logOut: {},
    requestPasswordReset: { body: { email: 'anna@example.com' } },
    verifyResetToken: { body: { token: 'x' } },
    setPassword: { body: { email: 'anna@example.com', password: 'secret123' } },
    requestEmailChange: { body: { currentEmail: 'anna@example.com', newEmail: 'anna2@example.com' } },
    confirmEmailChange: { body: { password: 'secret123' } },
    updatePro: { params: { id: anna.proId }, body: profile },
    updateOptions: {
      params: { id: anna.proId },
      body: { calendarAvailabilityLimit: 40, calendarPageUrl: 'annarossi' },
    },
    openClinic: { body: { ...place, ownerId: anna.proId, onlineBooking: true } },
    updateClinic: { params: { id: clinicId }, body: place },
    addClinicServices: { body: [row] },
    archiveClinicService: { params: { id: services[0]! }, body: { activated: false } },
    addCollaborator: { body: { clinicId, proEmail: 'bea@example.com', availability: [hours], services } },
    updateHub: { params: { id: hubId }, body: { status: 'paused' } },
    addHubAvailabilities: { body: [{ ...hours, hubId }] },
    removeHubAvailability: { params: { id: `${hubId}.abc` } },
    addHubService: { body: { hubId, clinicServiceId: services[0] } },
    removeHubService: { params: { id: offers[0] }, body: { activated: false } },
    planClosing: { body: { ...stretch, clinic_id: clinicId, type: 'closing' } },
    cancelClosing: { params: { id: `${clinicId}.abc` } },
    planVacation: { body: { ...stretch, hub_id: hubId, type: 'vacation' } },
    cancelVacation: { params: { id: `${hubId}.abc` } },
    requestBooking: { body: { ...requestOf(clinicId, offers[0], `${day}T09:00`, 'elsa'), language: 'es' } },
    confirmBooking: {},
    moveManagedBooking: { body: { date: `${day}T09:00` } },
    cancelManagedBooking: {},
    placeBooking: {
      body: { booking: { hubServiceId: offers[0], date: `${day}T09:00`, proNotes: 'x' }, patient },
    },
    editBooking: { params: { id: bookingId }, body: { date: `${day}T09:00`, hub_service_id: offers[1] } },
    editBookingNotes: { params: { id: bookingId }, body: { pro_notes: 'x' } },
    deleteBooking: { params: { id: bookingId } },
    updatePatient: { body: { patientId, name: 'Carla', prefix: '+39', phone: '3330001111' } },
    authorizeCalendar: { params: { id: anna.proId } },
    connectCalendar: { params: { id: anna.proId }, body: { code: 'x', state: 'x' } },
    disconnectCalendar: { params: { id: anna.proId } },
    createCalendarFeed: { params: { id: anna.proId } },
    removeCalendarFeed: { params: { id: anna.proId } },
    deletePro: { params: { id: anna.proId } },
    submitSurvey: { body: { rating: 4, comment: 'x' } },
  };
};

const tokenFor = (name: CallName): Record<string, string> => {
  const token = { pro: anna.token, 'booking-token': bookingToken }[api[name].access as string];
  return token ? { authorization: `Bearer ${token}` } : {};
};

type Answer = { status: number; code: string | undefined };

const send = async (name: CallName, path: string, { text, contentType }: BadBody): Promise<Answer> => {
  const response = await fetch(new URL(path, stack.address), {
    method: api[name].method,
    headers: { 'content-type': contentType ?? 'application/json', ...tokenFor(name) },
    body: text,
  });
  const { code } = (await response.json()) as { code?: string };
  return { status: response.status, code };
};

const isProblem = ({ status, code }: Answer): boolean =>
  status >= 400 && status < 500 && code !== undefined && Object.hasOwn(problems, code);

const writes = calls.filter(([, { method }]) => method !== 'GET').map(([name]) => name);

it('refuses bad bodies of every call with a problem, and writes nothing', async () => {
  await using inside = await lookInside(stack.varDirectory);
  const good = goodRequests();
  const head = await inside.head();
  const wrong: string[] = [];
  let sent = 0;
  for (const name of writes) {
    const request = good[name];
    if (!request) throw new Error(`tell a good request of ${name}`);
    const accepts = (body: unknown) => api[name].body.safeParse(body).success;
    if (request.body !== undefined) expect([name, accepts(request.body)]).toEqual([name, true]);
    const path = api[name].path.replaceAll(/:(\w+)/g, (_, param: string) => request.params![param]!);
    for (const bad of badBodies(request.body ?? {}, accepts)) {
      const answer = await send(name, path, bad);
      sent += 1;
      if (!isProblem(answer)) wrong.push(`${name}: ${bad.why} → ${answer.status} ${answer.code}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(await inside.head()).toBe(head);
  // Most of the table's calls take a body, each of which can be wrong in many ways.
  expect(sent).toBeGreaterThan(1500);
}, 300_000);

it.each(['x', '../..', '%00', '%ff', '-1', 'a'.repeat(300), '__proto__', "' or 1=1 --", '💥'])(
  'refuses %j as an id of every call, and writes nothing',
  async (id) => {
    await using inside = await lookInside(stack.varDirectory);
    const head = await inside.head();
    const wrong: string[] = [];
    for (const [name, { path, method, params }] of calls) {
      if (!path.includes(':')) continue;
      const url = path.replaceAll(/:\w+/g, () => (id.startsWith('%') ? id : encodeURIComponent(id)));
      const body = goodRequests()[name]?.body;
      const response = await fetch(new URL(url, stack.address), {
        method,
        headers: { ...tokenFor(name), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const { code } = (await response.json()) as { code?: string };
      const taken = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, param]) => [param, id]));
      const answer = { status: response.status, code };
      if (!isProblem(answer))
        wrong.push(`${name} ${JSON.stringify(taken)} → ${answer.status} ${params.type}`);
    }
    expect(wrong).toEqual([]);
    expect(await inside.head()).toBe(head);
  },
);
