import { beforeAll, describe, expect, it, vi } from 'vitest';
import { openBackstage } from '../support/backstage.ts';
import { usePractice } from '../support/hooks.ts';
import { sentMails, tokenIn } from '../support/inside.ts';
import { dayAhead } from '../support/http-practice.ts';

/** The specification's payloads, field by field, as any client may send them. */
const practice = usePractice();
let token: string;
let proId: string;

beforeAll(async () => {
  ({ token, proId } = practice().anna);
  await using backstage = await openBackstage(practice().stack.place);
  await backstage.assignPremium(proId);
});

type Sent = { body?: unknown; bearer?: string };
type Got = {
  message?: string;
  data: Record<string, unknown> & { id: string };
  user?: unknown;
  access_token?: string;
};

const ask = async (line: string, { body, bearer = token }: Sent = {}) => {
  const [method, path] = line.split(' ') as [string, string];
  const response = await fetch(new URL(path, practice().stack.address), {
    method,
    headers: {
      authorization: `Bearer ${bearer}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, answer: (await response.json()) as Got };
};

const accepted = async (line: string, sent: Sent = {}): Promise<Got> => {
  const { status, answer } = await ask(line, sent);
  expect([line, status, answer]).toEqual([
    line,
    200,
    expect.objectContaining({ message: expect.any(String) }),
  ]);
  return answer;
};

const mailed = async (address: string, page: string): Promise<string> => {
  const mail = await vi.waitUntil(
    async () =>
      (await sentMails(practice().stack.varDirectory)).find(
        (one) => one.includes(`To: ${address}`) && one.includes(`/${page}`),
      ),
    15_000,
  );
  return tokenIn(mail, page);
};

const logIn = async (email: string, password = 'secret123'): Promise<string> =>
  (await accepted('POST /api/login', { body: { email, password } })).access_token!;

const profile = { name: 'Beatrice', lastname: 'Bianchi', prefix: '+44', phone: '7700900123' };
const hours = { working_day: 2, starting_hour: '09:00', ending_hour: '12:00' };

describe('account', () => {
  it('signs up, is onboarded and changes its profile', async () => {
    const { data } = await accepted('POST /api/pros', {
      body: {
        username: 'bea',
        email: 'bea@example.com',
        password: 'secret123',
        configStatus: 1,
        termsConditions: true,
        privacyPolicy: true,
        marketingConsent: false,
        comunicationsLanguage: 'it',
      },
    });
    const bearer = await logIn('bea@example.com');
    const update = (body: unknown) => accepted(`PUT /api/pros/${data.id}`, { body, bearer });
    await update({ title: 'doc', ...profile, configStatus: 2 });
    await update({ configStatus: 100, subscriptionName: 'free' });
    await update(profile);
    const { data: seen } = await update({ marketingConsent: true });
    expect(seen).toMatchObject({ ...profile, configStatus: 100, marketingConsent: true });
  });

  it('resets its password and changes its email', async () => {
    const [email, newEmail] = ['bea@example.com', 'beatrice@example.com'];
    await accepted('POST /api/reset-email', { body: { email } });
    const reset = await mailed(email, 'password-setting');
    const { user } = await accepted('POST /api/verify-reset-token', { body: { token: reset } });
    expect(user).toEqual({ email });
    await accepted('PUT /api/new-password', { body: { email, password: 'another1' }, bearer: reset });
    const bearer = await logIn(email, 'another1');
    await accepted('POST /api/new_mail_request', { body: { currentEmail: email, newEmail }, bearer });
    const proof = await mailed(newEmail, 'new-mail-setting');
    await accepted('PUT /api/new_email_update', { body: { password: 'another1' }, bearer: proof });
    await logIn(newEmail, 'another1');
  });

  it('reads its options and sends them back as a whole, and by field', async () => {
    const { data: whole } = await accepted(`GET /api/options/pro/${proId}`);
    await accepted(`PUT /api/options/${proId}`, { body: whole });
    const body = {
      ...whole,
      calendarAvailabilityLimit: 45,
      thankYouPageUrl: 'https://studio.example/grazie',
    };
    const { data } = await accepted(`PUT /api/options/${proId}`, { body });
    expect(data).toEqual(body);
    for (const [name, value] of Object.entries(whole))
      await accepted(`PUT /api/options/${proId}`, { body: { [name]: value } });
    for (const other of [{ id: crypto.randomUUID() }, { proId: crypto.randomUUID() }]) {
      const { status, answer } = await ask(`PUT /api/options/${proId}`, { body: { ...whole, ...other } });
      expect([status, answer]).toEqual([
        400,
        expect.objectContaining({ error: expect.stringMatching(/cannot/) }),
      ]);
    }
    const connected = { ...whole, googleAccessToken: 'connected' };
    expect((await ask(`PUT /api/options/${proId}`, { body: connected })).status).toBe(400);
  });
});

describe('clinic', () => {
  it('is opened, offers services, changes and is deleted', async () => {
    const place = { name: 'Studio', city: 'Roma', address: 'Via Appia 1', postalCode: '00100' };
    const { data: clinic } = await accepted('POST /api/clinics', {
      body: { ...place, provinceId: 'IT-RM', ownerId: proId, onlineBooking: true },
    });
    const row = {
      specializationId: 'acupuncture',
      specializationName: 'Agopuntura',
      duration: 30,
      price: 80,
      activated: true,
      clinicId: clinic.id,
    };
    const { data } = await accepted('POST /api/clinicservices', {
      body: [
        { ...row, selectorId: 1, serviceName: 'Visita' },
        { ...row, selectorId: '2', serviceName: 'Controllo' },
      ],
    });
    const [, second] = data as unknown as { id: string }[];
    await accepted(`PUT /api/clinicservices/${second!.id}`, { body: { activated: false } });
    const update = (body: unknown) => accepted(`PUT /api/clinics/${clinic.id}`, { body });
    await update({ ...place, provinceId: 'IT-MI', city: 'Milano' });
    await update({ ...place, provinceId: 'IT-MI', city: 'Milano', ownerId: proId, onlineBooking: false });
    await update({ online_booking: false });
    await update({ status: 'archived' });
    const { data: deleted } = await accepted(`GET /api/clinics/${clinic.id}`);
    expect(deleted).toMatchObject({
      id: clinic.id,
      city: 'Milano',
      online_booking: false,
      status: 'archived',
    });
  });

  it('gets a collaborator, who sets a password, is onboarded and accepts', async () => {
    const { clinicId, services } = practice().clinic;
    const proEmail = 'carlo@example.com';
    const body = { clinicId, proEmail, availability: [hours], services: [services[0]] };
    const { data } = await accepted('POST /api/add_collaborator', { body });
    const { hub } = data as unknown as { hub: { id: string; proId: string; services: { id: string }[] } };
    const bearer = await mailed(proEmail, 'password-setting-collaborator');
    await accepted('PUT /api/new-password', { body: { email: proEmail, password: 'secret123' }, bearer });
    const own = await logIn(proEmail);
    const onboarding = { title: 'doc', ...profile, configStatus: 100 };
    const half = { ...onboarding, privacyPolicy: true };
    expect((await ask(`PUT /api/pros/${hub.proId}`, { body: half, bearer: own })).status).toBe(400);
    const { data: seen } = await accepted(`PUT /api/pros/${hub.proId}`, { body: onboarding, bearer: own });
    expect(seen).toMatchObject({ ...profile, title: 'doc', configStatus: 100, marketingConsent: false });

    await accepted(`PUT /api/hubs/${hub.id}`, { body: { status: 'active' }, bearer: own });
    const { data: added } = await accepted('POST /api/hubavailabilities', {
      body: [{ hubId: hub.id, ...hours, working_day: 3 }],
      bearer: own,
    });
    const [availability] = added as unknown as { id: string }[];
    await accepted(`DELETE /api/hubavailabilities/${availability!.id}`, { bearer: own });
    await accepted('POST /api/hubservices', { body: { hubId: hub.id, clinicServiceId: services[1] } });
    await accepted(`PUT /api/hubservices/${hub.services[0]!.id}`, { body: { activated: false } });
    await accepted(`PUT /api/hubs/${hub.id}`, { body: { status: 'archived' } });
  });

  it('closes, and a professional is away', async () => {
    const { clinicId, hubId } = practice().clinic;
    const day = dayAhead(40);
    const stretch = { title: 'Ponte', starting_date: `${day}T00:00`, ending_date: `${day}T23:59` };
    const closing = { ...stretch, clinic_id: clinicId, type: 'closing' };
    const { data: closed } = await accepted('POST /api/clinic_inactivities', { body: closing });
    await accepted(`DELETE /api/clinic_inactivities/${closed.id}`);
    const vacation = { ...stretch, hub_id: hubId, type: 'vacation' };
    const { data: away } = await accepted('POST /api/hub_inactivities', { body: vacation });
    await accepted(`DELETE /api/hub_inactivities/${away.id}`);
  });
});

describe('booking', () => {
  const person = { email: 'dora@example.com', prefix: '+39', phone: '3330001111', name: 'Dora' };

  it('is made by a pro, moved, noted and deleted, and its patient corrected', async () => {
    const [offer, other] = practice().clinic.offers;
    const { data, patient } = (await accepted('POST /api/new_pro_booking', {
      body: {
        booking: { hubServiceId: offer, date: `${dayAhead(9)}T09:00`, proNotes: 'prima visita' },
        patient: person,
      },
    })) as Got & { patient: { id: string } };
    const moved = { date: `${dayAhead(9)}T15:00`, hub_service_id: other };
    await accepted(`PUT /api/edit_booking/${data.id}`, { body: moved });
    await accepted(`PUT /api/edit_booking_notes/${data.id}`, { body: { pro_notes: 'allergica' } });
    const corrected = { patientId: patient.id, name: 'Dora Neri', prefix: '+34', phone: '600111222' };
    await accepted('PUT /api/patients', { body: corrected });
    await accepted(`DELETE /api/delete_booking/${data.id}`);
  });

  it('is made by a patient, who confirms it', async () => {
    const { clinicId, offers } = practice().clinic;
    await accepted('POST /api/new_booking', {
      body: {
        clinicId,
        serviceHubId: offers[0],
        date: `${dayAhead(10)}T09:00`,
        contactInfo: {
          ...person,
          email: 'elsa@example.com',
          patientNotes: 'Sono allergica',
          marketingPolicy: false,
          privacyPolicy: true,
        },
      },
    });
    const bearer = await mailed('elsa@example.com', 'confirmation');
    const { data } = await accepted('PUT /api/booking_confirmation', { bearer });
    expect(data).toMatchObject({ patientEmail: 'elsa@example.com', patientName: 'Dora' });
  });
});
