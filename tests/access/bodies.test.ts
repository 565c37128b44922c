import { api, type CallName } from '@visita/contracts/api/table';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Backstage, openBackstage } from '../support/backstage.ts';
import { usePractice } from '../support/hooks.ts';
import {
  invite,
  openClinic,
  type OpenedClinic,
  registerPro,
  type RegisteredPro,
} from '../support/http-practice.ts';
import { succeed } from '../support/http.ts';

const practice = usePractice();
let bruno: RegisteredPro;
let brunos: OpenedClinic;
let backstage: Backstage;
beforeAll(async () => {
  const { client, stack } = practice();
  backstage = await openBackstage(stack.place);
  bruno = await registerPro(client, 'bruno');
  brunos = await openClinic(client, bruno, 'Studio Bruno');
  return () => backstage.close();
}, 600_000);

const place = { name: 'Studio', provinceId: 'IT-RM', city: 'Roma', address: 'Via 1', postalCode: '00100' };
const person = { name: 'Anna', lastname: 'Rossi', prefix: '+39', phone: '3331234567' };
const hours = { working_day: 1, starting_hour: '09:00', ending_hour: '12:00' };
const service = { specializationId: 'acupuncture', serviceName: 'Visita', duration: 30, price: 80 };

type Refused = { call: CallName; params?: Record<string, string>; body: unknown; token?: string };

/** Sends a request (as Anna by default) and expects that it appends no event. */
const refused = async ({ call, params, body, token }: Refused): Promise<[number, string | undefined]> => {
  const { client, anna } = practice();
  const head = await backstage.store.head();
  const sent = { ...(params ? { params } : {}), body, token: token ?? anna.token };
  const { status, body: answer } = await client.call(call, sent as never);
  expect(await backstage.store.head()).toBe(head);
  return [status, (answer as { code?: string }).code];
};

const malformed = [400, 'malformed-request'];

describe('fields that clients cannot set', () => {
  it.each<[string, CallName, object]>([
    ['a role at sign-up', 'signUp', { role: 'owner' }],
    ['a finished onboarding at sign-up', 'signUp', { configStatus: 100 }],
    ['a paid plan', 'updatePro', { configStatus: 100, subscriptionName: 'premium' }],
    ['a plan by its number', 'updatePro', { configStatus: 100, subscriptionName: 'free', subscriptionId: 2 }],
    ['a finished onboarding without its data', 'updatePro', { configStatus: 100 }],
    ['another state of the onboarding', 'updatePro', { ...person, title: 'doc', configStatus: 10 }],
    ['an owner in the profile', 'updatePro', { ...person, owner_id: 'x' }],
    ['the email in the profile', 'updatePro', { ...person, email: 'eve@example.com' }],
    ['the username', 'updatePro', { ...person, username: 'eve' }],
    ['the external calendar’s token', 'updateOptions', { googleAccessToken: 'connected' }],
    ['whose options they are', 'updateOptions', { proId: 'x' }],
    ['the options’ id', 'updateOptions', { id: 'x' }],
    ['a horizon below 20 days', 'updateOptions', { calendarAvailabilityLimit: 19 }],
    ['a horizon beyond 60 days', 'updateOptions', { calendarAvailabilityLimit: 61 }],
    ['a new owner', 'updateClinic', { ...place, ownerId: 'x' }],
    ['a new owner, as clinics are shown', 'updateClinic', { owner_id: 'x' }],
    ['a clinic back from the archive', 'updateClinic', { status: 'active' }],
    ['a mixture of two changes', 'updateClinic', { ...place, online_booking: true }],
    ['a mixture of two switches', 'updateClinic', { second_factor: true, online_booking: true }],
    ['shared patients that are neither on nor off', 'updateClinic', { patients_shared: null }],
    ['the role of an owner', 'updateHub', { role: 'owner' }],
    ['the system’s own status', 'updateHub', { status: 'stop' }],
    ['a role and a status at once', 'updateHub', { role: 'manager', status: 'active' }],
    ['an invitation with a role', 'addCollaborator', { role: 'manager' }],
    ['a service back from the archive', 'archiveClinicService', { activated: true }],
  ])('%s is refused', async (_, call, changes) => {
    const { anna, clinic } = practice();
    const account = { username: 'eve', email: 'eve@example.com', password: 'secret123', configStatus: 1 };
    const consents = { termsConditions: true, privacyPolicy: true, marketingConsent: false };
    const { clinicId, services } = clinic;
    const base: Partial<Record<CallName, object>> = {
      signUp: { ...account, ...consents, comunicationsLanguage: 'it' },
      addCollaborator: { clinicId, proEmail: 'eve@example.com', availability: [hours], services },
    };
    const ids: Partial<Record<CallName, string>> = {
      updateClinic: clinicId,
      updateHub: clinic.hubId,
      archiveClinicService: services[0]!,
    };
    const params = api[call].path.includes(':') ? { params: { id: ids[call] ?? anna.proId } } : {};
    expect(await refused({ call, ...params, body: { ...base[call], ...changes } })).toEqual(malformed);
  });

  it('paid functions need the plan', async () => {
    const params = { id: practice().anna.proId };
    for (const body of [{ paymentOnline: true }, { thankYouPageUrl: 'https://example.com' }]) {
      expect(await refused({ call: 'updateOptions', params, body })).toEqual([403, 'plan-required']);
    }
  });

  it('a survey is limited to eight kilobytes', async () => {
    const survey = { rating: 5, comment: 'x'.repeat(2000) };
    const long = { ...survey, comment: `${' '.repeat(8 * 1024)}x` };
    expect(await refused({ call: 'submitSurvey', body: long })).toEqual([413, 'body-too-large']);
    expect((await practice().client.call('submitSurvey', { body: survey })).status).toBe(200);
  });

  it('the onboarding cannot be repeated', async () => {
    const params = { id: practice().anna.proId };
    const again = { ...person, title: 'doc', configStatus: 2 };
    expect(await refused({ call: 'updatePro', params, body: again })).toEqual([409, 'config-status']);
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    'https://a:b@evil.example',
    'http://127.0.0.1/',
  ])('%s is not a valid thank-you page on any plan', async (thankYouPageUrl) => {
    await backstage.assignPremium(bruno.proId);
    const asked = { params: { id: bruno.proId }, token: bruno.token, body: { thankYouPageUrl } };
    expect(await refused({ call: 'updateOptions', ...asked })).toEqual(malformed);
  });
});

describe('one foreign item in a batch', () => {
  it('refuses the whole batch of hours or services', async () => {
    const { clinic } = practice();
    const windows = [clinic.hubId, brunos.hubId].map((hubId) => ({ ...hours, hubId }));
    const rows = [clinic.clinicId, brunos.clinicId].map((clinicId) => ({ ...service, clinicId }));
    for (const [call, batch] of [
      ['addHubAvailabilities', windows],
      ['addClinicServices', rows],
    ] as const) {
      for (const body of [batch, batch.toReversed()]) {
        expect(await refused({ call, body })).toEqual([404, 'not-found']);
      }
    }
  });

  it('refuses an invitation, and a hub’s service, with a service of another clinic', async () => {
    const { clinic } = practice();
    const services = [clinic.services[0]!, brunos.services[0]!];
    const body = { clinicId: clinic.clinicId, proEmail: 'eve@example.com', availability: [hours], services };
    expect(await refused({ call: 'addCollaborator', body })).toEqual([409, 'service-unknown']);
    const offer = { hubId: clinic.hubId, clinicServiceId: brunos.services[0] };
    expect(await refused({ call: 'addHubService', body: offer })).toEqual([409, 'service-unknown']);
  });
});

describe('an invitation', () => {
  it('of an existing account changes nothing in it and shows neither name nor phone', async () => {
    const { client, anna, clinic } = practice();
    const carla = await registerPro(client, 'carla');
    const before = (await backstage.store.readStream(`pro-${carla.proId}`)).length;
    const body = {
      clinicId: clinic.clinicId,
      proEmail: carla.email,
      availability: [hours],
      services: clinic.services,
    };
    const { data } = await succeed(client.call('addCollaborator', { body, token: anna.token }));
    expect(data.hub).toMatchObject({ status: 'pending', pro: { name: null, lastname: null, phone: null } });
    expect(await backstage.store.readStream(`pro-${carla.proId}`)).toHaveLength(before);
    expect((await client.call('authenticate', { token: carla.token })).status).toBe(200);
    await succeed(client.call('logIn', { body: { email: carla.email, password: 'secret123' } }));
    const { data: clinics } = await succeed(client.call('getClinics', { token: anna.token }));
    const shown = clinics.flatMap(({ hubs }) => hubs).find(({ id }) => id === data.hub.id);
    expect(shown?.pro).toMatchObject({ name: null, lastname: null, phone: null });
  });

  it('cannot be taken over by signing up with its email', async () => {
    const { client, anna, clinic } = practice();
    await invite(client, { owner: anna, ...clinic }, 'dora@example.com');
    const consents = { termsConditions: true, privacyPolicy: true, marketingConsent: false };
    const account = { username: 'dora', email: 'dora@example.com', password: 'secret123', configStatus: 1 };
    const body = { ...account, ...consents, comunicationsLanguage: 'it' };
    expect(await refused({ call: 'signUp', body })).toEqual([409, 'invitation-pending']);
    const logIn = { email: 'dora@example.com', password: 'secret123' };
    expect(await refused({ call: 'logIn', body: logIn })).toEqual([401, 'wrong-credentials']);
  });

  it('is accepted concurrently only up to the plan’s limit, and so are reactivations', async () => {
    const { client } = practice();
    const owner = await registerPro(client, 'elena');
    const clinic = await openClinic(client, owner, 'Studio Elena');
    const pros = await Promise.all(['uno', 'due', 'tre'].map((name) => registerPro(client, name)));
    const hubs = await Promise.all(pros.map(({ email }) => invite(client, { owner, ...clinic }, email)));
    const turn = (index: number, status: 'active' | 'paused', token: string) =>
      client.call('updateHub', { params: { id: hubs[index]!.hubId }, body: { status }, token });
    const accepted = await Promise.all(pros.map(({ token }, index) => turn(index, 'active', token)));
    const [first, second, ...more] = accepted.flatMap(({ status }, index) => (status === 200 ? [index] : []));
    const waiting = accepted.findIndex(({ body }) => body.code === 'collaborator-limit');
    expect([more, waiting >= 0]).toEqual([[], true]);

    // Two members are paused, and the plan has one place left.
    for (const index of [first!, second!]) await succeed(turn(index, 'paused', owner.token));
    await succeed(turn(waiting, 'active', pros[waiting]!.token));
    const resumed = await Promise.all([first!, second!].map((index) => turn(index, 'active', owner.token)));
    expect(resumed.map(({ body }) => body.code ?? 'resumed')).toContain('collaborator-limit');
    expect(resumed.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});
