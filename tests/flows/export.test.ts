import { defaultMessageSettings } from '@visita/contracts/messages/settings';
import { consentText } from '@visita/contracts/reference/consent-text';
import { patientExport, proExport } from '@visita/contracts/personal-data/views';
import { expect, it, vi } from 'vitest';
import { usePractice } from '../support/hooks.ts';
import { type Client, succeed } from '../support/http.ts';
import { dayAhead, join, registerPro, requestOf } from '../support/http-practice.ts';
import { sentMails, tokenIn } from '../support/inside.ts';
import { runOps } from '../support/ops.ts';

const practice = usePractice();

const download = async (path: string, token: string) => {
  const response = await fetch(new URL(path, practice().stack.address), {
    headers: { authorization: `Bearer ${token}` },
  });
  return { response, text: await response.text() };
};

const soon = { timeout: 20_000, interval: 100 };
const carla = { name: 'Carla Verdi', email: 'carla@example.com', prefix: '+39', phone: '3330001111' };

type Given = { proNotes?: string; privacyNotice?: boolean; marketingConsent?: boolean };

const book = async ({ call }: Client, date: string, given: Given = {}) => {
  const { anna, clinic } = practice();
  const body = { booking: { hubServiceId: clinic.offers[0], date, ...given }, patient: carla };
  return succeed(call('placeBooking', { body, token: anna.token }));
};

/** Carla books online, confirms by the link and answers the survey. */
const bookOnline = async ({ call }: Client) => {
  const { clinic, stack } = practice();
  const request = requestOf(clinic.clinicId, clinic.offers[0], `${dayAhead(7)}T09:00`, 'carla');
  const contactInfo = { ...request.contactInfo, ...carla, patientNotes: 'Allergica', marketingPolicy: true };
  await succeed(call('requestBooking', { body: { ...request, contactInfo } }));
  const mail = await vi.waitUntil(
    async () => (await sentMails(stack.varDirectory)).find((one) => one.includes('/confirmation/')),
    soon,
  );
  const token = tokenIn(mail);
  await succeed(call('confirmBooking', { token }));
  const { position } = await succeed(
    call('submitSurvey', { body: { rating: 4, comment: 'Attesa lunga', token } }),
  );
  return position!;
};

it('exports the data of a patient or professional that the caller may read', async () => {
  const { client, anna, clinic, stack } = practice();
  const { call } = client;
  const bruno = await registerPro(client, 'bruno');
  const hub = await join(client, { owner: anna, ...clinic }, bruno);
  await join(client, { owner: anna, ...clinic, role: 'reception' }, await registerPro(client, 'rita'));
  const { data: first, patient } = await book(client, `${dayAhead(5)}T09:00`, {
    proNotes: 'nota di anna',
    privacyNotice: true,
    marketingConsent: true,
  });
  const { data: second } = await book(client, `${dayAhead(5)}T11:00`);
  const moved = { date: `${dayAhead(6)}T11:00`, hub_service_id: hub.offers[0] };
  const edited = await succeed(
    call('editBooking', { params: { id: second.id }, body: moved, token: anna.token }),
  );
  const body = { pro_notes: 'nota di bruno' };
  await succeed(call('editBookingNotes', { params: { id: second.id }, body, token: bruno.token }));
  await bookOnline(client);

  const path = `/api/patients/${patient.id}/export`;
  const { response, text } = await download(path, anna.token);
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="visita-patient-${patient.id}.json"`,
  );
  expect(response.headers.get('cache-control')).toBe('no-store');
  const held = patientExport.parse(JSON.parse(text));
  expect(held).toMatchObject({
    about: 'patient',
    withheld: ['survey-answers'],
    patient: { id: patient.id, ...carla },
    professional: { id: anna.proId, email: anna.email },
    surveys: [],
    desks: [{ clinic_id: clinic.clinicId, reception: true, patients_shared: false }],
  });
  expect(held.consents.map(({ to, given }) => [to, given])).toEqual([
    ['privacy-notice', true],
    ['marketing', true],
    ['terms-and-privacy', true],
    ['marketing', true],
  ]);
  const { version, sha256 } = consentText;
  for (const index of [0, 2])
    expect(held.consents[index]?.text).toEqual({ version, sha256: sha256.it, language: 'it' });
  const notes = held.bookings.map(({ status, pro_notes, patient: who }) => [status, pro_notes, who?.notes]);
  expect(notes).toEqual([
    ['confirmed', 'nota di anna', ''],
    ['confirmed', '', 'Allergica'],
  ]);
  await vi.waitFor(async () => {
    const { mails } = patientExport.parse(JSON.parse((await download(path, anna.token)).text));
    const kinds = mails.filter(({ state }) => state === 'sent').map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['booked-by-pro', 'confirmation-request', 'confirmed']));
  }, soon);
  const placed = held.events.filter(({ type }) => type === 'BookingPlaced');
  expect(placed.map(({ data }) => (data['contact'] as { email: string }).email)).toEqual(
    placed.map(() => carla.email),
  );
  // The transferred booking was placed with Anna too; later events are Bruno's.
  expect(placed).toHaveLength(3);
  expect(held.events.map(({ type }) => type)).not.toContain('BookingHandedOver');
  expect(text).not.toMatch(/nota di bruno|Attesa lunga/);

  for (const [other, address] of [
    [bruno, path],
    [bruno, `/api/pros/${anna.proId}/export`],
    [anna, `/api/patients/${first.id}/export`],
  ] as const) {
    expect((await download(address, other.token)).response.status).toBe(404);
  }

  await succeed(call('getNotices', { token: anna.token }));
  const ofPro = { params: { proId: anna.proId }, token: anna.token };
  const quietHours = { from: '20:00', until: '07:30', mails: true };
  const daySheets = [{ clinicId: clinic.clinicId, at: '18:00' }];
  const settings = {
    ...defaultMessageSettings,
    provider: 'file',
    sender: '+39061234567',
    quietHours,
    daySheets,
  };
  await succeed(call('setMessageSettings', { ...ofPro, body: settings }));
  const rules = [{ clinicServiceId: null, months: 9, tag: 'controllo', treatment: true, automatic: false }];
  await succeed(call('setRecallRules', { ...ofPro, body: rules }));
  const plan = [{ clinicServiceId: null, before: 'P1D', at: '18:00', channel: 'mail' as const, ask: false }];
  await succeed(call('setReminderPlan', { ...ofPro, body: plan }));
  const own = await download(`/api/pros/${anna.proId}/export`, anna.token);
  const all = proExport.parse(JSON.parse(own.text));
  expect(all).toMatchObject({
    about: 'pro',
    pro: { email: anna.email, options: { calendarAvailabilityLimit: 30 } },
    clinics: [{ id: clinic.clinicId, clinic_services: [{}, {}] }],
    hubs: [{ role: 'owner' }],
    patients: [carla],
    sessions: [{ network: '127.0.0.0/24' }],
    noticesRead: { until: expect.stringMatching(/^\d{16}$/), single: [] },
  });
  expect(all.bookings.map(({ pro_notes }) => pro_notes)).toEqual(['nota di anna', '']);
  expect(all.mails.map(({ kind }) => kind)).toContain('welcome');
  const types = new Set(all.events.map(({ type }) => type));
  for (const type of [
    'ProSignedUp',
    'ClinicOpened',
    'AvailabilityAdded',
    'PatientRegistered',
    'BookingPlaced',
  ]) {
    expect(types).toContain(type);
  }
  const dataOf = (wanted: string) => all.events.findLast(({ type }) => type === wanted)?.data;
  const { sender, ...kept } = settings;
  expect(dataOf('MessageSettingsSet')).toMatchObject({ settings: kept, sender });
  expect(dataOf('RecallRulesSet')).toMatchObject({ rules });
  expect(dataOf('ReminderPlanSet')).toMatchObject({ steps: plan });
  expect(own.text).not.toMatch(/nota di bruno|Attesa lunga|password|enc"/);

  const operator = await runOps(stack.place, 'export', 'patient', patient.id);
  expect(operator).toMatchObject({ code: 0 });
  const whole = patientExport.parse(JSON.parse(operator.stdout));
  expect(whole).toMatchObject({ withheld: [], surveys: [{ rating: 4, comment: 'Attesa lunga' }] });
  const naming = ['--pro', bruno.email, '--email', carla.email];
  const theirs = await runOps(stack.place, 'export', 'patient', ...naming);
  const handed = patientExport.parse(JSON.parse(theirs.stdout));
  expect(handed).toMatchObject({
    patient: { ...carla, id: edited.data.patient_id },
    professional: { id: bruno.proId },
    bookings: [{ id: second.id, pro_notes: 'nota di bruno' }],
  });
  const handedTypes = handed.events.map(({ type }) => type);
  expect(handedTypes).toEqual(expect.arrayContaining(['BookingMoved', 'BookingHandedOver', 'BookingNoted']));
  expect(handedTypes).not.toContain('BookingPlaced');
  // Accesses: the professional by exporting, then the operator.
  expect(new Set(whole.views.map(({ by, how }) => `${by.split(':')[0]} ${how}`))).toEqual(
    new Set(['operator exported', 'pro exported']),
  );
}, 600_000);
