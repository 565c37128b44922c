import { randomUUID } from 'node:crypto';
import type { Audit } from '@visita/contracts/operator/audit';
import { type Audits, createAudits } from '@visita/operator/audit/audits';
import { openFinder } from '@visita/operator/audit/finder';
import { causationInWords } from '@visita/operator/audit/text';
import { readConfig } from '@visita/platform/config/config';
import { silent } from '@visita/platform/testing/database';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { composeCore, type Core } from '@visita/operator/core';
import { auditOf, runAudit } from '@visita/operator/ops/audit';
import { createOperator, type Operator } from '@visita/operator/ops/operator';
import { usePractice } from '../support/hooks.ts';
import { succeed } from '../support/http.ts';
import { dayAhead, registerPro, requestOf } from '../support/http-practice.ts';
import { databaseOf, sentMails, tokenIn } from '../support/inside.ts';
import { runOps } from '../support/ops.ts';

const practice = usePractice();
const ops = (...args: string[]) => runOps(practice().stack.place, ...args);

/** Runs operations in this process on the running product's data. */
let core: Core;
let operator: Operator;
let audits: Audits;
beforeAll(async () => {
  const { place } = practice().stack;
  core = await composeCore({ config: readConfig(place), log: silent, url: await databaseOf(place) });
  operator = createOperator(core, { operator: 'tester', reason: 'T-1' });
  const { store, database, now } = core;
  audits = createAudits({ store, finder: openFinder(core), pool: database.pool, now });
});
afterAll(() => core?.close());

const look = (kind: Audit['kind'], named: string, more: { at?: string; reveal?: boolean } = {}) =>
  auditOf(operator, audits, { kind, named, at: more.at ?? null, reveal: more.reveal ?? false });
const typesOf = ({ steps }: Audit) => steps.map(({ type }) => type);
const until = <T>(done: () => Promise<T | false>) => vi.waitUntil(done, { timeout: 30_000, interval: 100 });

/** Returns the token in the only mail to a patient with a link to a page. */
const mailedToken = (patient: string, page: string) =>
  until(async () => {
    const mails = await sentMails(practice().stack.varDirectory);
    const mail = mails.find(
      (text) => text.includes(`To: ${patient}@example.com`) && text.includes(`/${page}/`),
    );
    return mail !== undefined && tokenIn(mail, page);
  });

/** A patient books and confirms, and the professional moves the booking. */
const live = async (patient: string, hour: number) => {
  const { client, anna, clinic } = practice();
  const at = (time: number) => `${dayAhead(6)}T${String(time).padStart(2, '0')}:00`;
  const correlation = randomUUID();
  const body = requestOf(clinic.clinicId, clinic.offers[0], at(hour), patient);
  const { id } = (await succeed(client.call('requestBooking', { body, correlation }))).data;
  await succeed(client.call('confirmBooking', { token: await mailedToken(patient, 'confirmation') }));
  const change = { date: at(hour + 1), hub_service_id: clinic.offers[0] };
  await succeed(client.call('editBooking', { params: { id }, body: change, token: anna.token }));
  return { id, correlation };
};

it('shows a booking’s history from its events: who did what, in which request, and which mails were sent', async () => {
  const { id, correlation } = await live('quirina', 8);
  const audit = await until(async () => {
    const found = await look('booking', id);
    const sent = new Set(found.mails.filter(({ state }) => state === 'sent').map(({ template }) => template));
    const all = (['confirmation-request', 'confirmed', 'booked-online', 'moved'] as const).every((one) =>
      sent.has(one),
    );
    return all && typesOf(found).includes('IntervalReleased') && found;
  });
  expect(typesOf(audit)).toEqual([
    'BookingAdmitted',
    'IntervalReserved',
    'BookingPlaced',
    'BookingConfirmed',
    'IntervalReserved',
    'IntervalReleased',
    'BookingMoved',
  ]);
  const placed = audit.steps.find(({ type }) => type === 'BookingPlaced')!;
  expect(placed).toMatchObject({
    who: 'a visitor',
    lane: 'patient',
    correlationId: correlation,
    sentence: expect.stringContaining('The patient booked Visita (30 min) for'),
    state: { status: 'pending', contact: { name: '•••', email: 'q•••@e•••.com' } },
  });
  const moved = audit.steps.find(({ type }) => type === 'BookingMoved')!;
  expect(moved).toMatchObject({
    lane: 'pro',
    who: `pro ${practice().anna.proId}`,
    state: { status: 'confirmed' },
  });
  const released = audit.steps.find(({ type }) => type === 'IntervalReleased')!;
  // On the same day, the time is taken and released in one write.
  expect(released).toMatchObject({
    lane: 'pro',
    who: `pro ${practice().anna.proId}`,
    correlationId: moved.correlationId,
    sentence: expect.stringContaining('because the booking was moved away'),
  });
  expect(audit.mails.find(({ template }) => template === 'confirmation-request')).toMatchObject({
    to: 'q•••@e•••.com',
    state: 'sent',
    eventId: placed.eventId,
  });
  expect(audit.mails.find(({ template }) => template === 'booked-online')?.to).toBe('a•••@e•••.com');
  expect(JSON.stringify(audit)).not.toMatch(/quirina|3330001111/);

  const then = await look('booking', id, { at: placed.time });
  expect(typesOf(then)).toEqual(['BookingAdmitted', 'IntervalReserved', 'BookingPlaced']);
  expect(then.mails).toEqual([]);

  const causation = (await audits.causation(moved.eventId))!;
  const [root] = causation.roots;
  expect(root).toMatchObject({ who: `pro ${practice().anna.proId}` });
  expect(root!.caused.map(({ type, process }) => [type, process])).toEqual([
    ['IntervalReserved', null],
    ['IntervalReleased', null],
    ['BookingMoved', null],
  ]);
}, 600_000);

it('shows the history of patients, professionals and clinics', async () => {
  const { anna, clinic } = practice();
  const { id } = await live('rosalba', 12);
  const { patientId } = (await look('booking', id)).steps.find(({ type }) => type === 'BookingPlaced')!.state;
  const patient = await until(async () => {
    const found = await look('patient', String(patientId));
    return typesOf(found).includes('PatientRegistered') && found;
  });
  expect(typesOf(patient)).toEqual(
    expect.arrayContaining(['BookingPlaced', 'BookingMoved', 'BookingAdmitted']),
  );
  expect(
    new Set(patient.steps.filter(({ state }) => 'bookingId' in state).map(({ state }) => state['bookingId'])),
  ).toEqual(new Set([id]));
  const pro = await until(async () => {
    const found = await look('pro', anna.email);
    return found.mails.some(({ template }) => template === 'welcome') && found;
  });
  expect(pro.id).toBe(anna.proId);
  expect(typesOf(pro)).toEqual(expect.arrayContaining(['ProSignedUp', 'Claimed', 'PlanChosen', 'HubOpened']));
  expect(pro.mails.map(({ template, to }) => [template, to])).toContainEqual(['welcome', 'a•••@e•••.com']);
  const place = await look('clinic', clinic.clinicId);
  expect(typesOf(place)).toEqual(
    expect.arrayContaining(['ClinicOpened', 'ClinicServiceAdded', 'AvailabilityAdded']),
  );
}, 600_000);

it('finds a patient by email, with each professional, and logs who was found', async () => {
  const { client, anna } = practice();
  const { id } = await live('fiorella', 14);
  const { patientId } = (await look('booking', id)).steps.find(({ type }) => type === 'BookingPlaced')!.state;
  const recorded = async () =>
    (await core.store.readStream(`operator-${new Date().toISOString().slice(0, 10)}`)).at(-1);
  const found = await look('patient', ' Fiorella@Example.com');
  expect(found).toMatchObject({ id: patientId, revealed: false });
  expect(JSON.stringify(found)).not.toMatch(/fiorella/i);
  const written = { operation: 'find by email', targets: [patientId], reason: 'T-1' };
  expect(await recorded()).toMatchObject({ data: written, metadata: { actor: 'operator:tester' } });
  expect(JSON.stringify(await recorded())).not.toMatch(/fiorella/i);

  const bruna = await registerPro(client, 'bruna');
  const hers = { kind: 'patient', scope: bruna.proId, value: 'fiorella@example.com' } as const;
  const other = await core.pseudonyms.idOf(hers);
  const asked = look('patient', 'fiorella@example.com', { reveal: true });
  await expect(asked).rejects.toThrow(`${String(patientId)} of pro ${anna.proId}`);
  await expect(asked).rejects.toThrow(`${other} of pro ${bruna.proId}`);
  expect((await recorded())!.data).toMatchObject({
    targets: expect.arrayContaining([patientId, other]) as unknown,
  });
  await expect(look('patient', 'nobody@example.com')).rejects.toThrow('No pro has a patient');
}, 600_000);

it('shows the address of a mail to a professional', async () => {
  const { client, anna } = practice();
  const body = { currentEmail: anna.email, newEmail: 'nuova@esempio.it' };
  await succeed(client.call('requestEmailChange', { body, token: anna.token }));
  const templates = ['email-change', 'email-change-notice'];
  const mails = await until(async () => {
    const found = (await look('pro', anna.proId)).mails.filter(({ template }) =>
      templates.includes(template),
    );
    return found.length === 2 && found;
  });
  expect(Object.fromEntries(mails.map(({ template, to }) => [template, to]))).toEqual({
    'email-change': 'n•••@e•••.it',
    'email-change-notice': 'a•••@e•••.com',
  });
}, 600_000);

it('reveals only logged data, and nothing of erased people', async () => {
  const { client, anna } = practice();
  const { id } = await live('serafina', 16);
  const placed = ({ steps }: Audit) => steps.find(({ type }) => type === 'BookingPlaced')!;
  const revealed = await look('booking', id, { reveal: true });
  expect(placed(revealed).state).toMatchObject({ contact: { email: 'serafina@example.com' } });
  const recorded = (await core.store.readStream(`operator-${new Date().toISOString().slice(0, 10)}`)).at(-1);
  expect(recorded).toMatchObject({
    data: { operation: 'reveal booking', targets: [id], reason: 'T-1' },
    metadata: { actor: 'operator:tester' },
  });
  const looked = (await look('booking', id)).steps.filter(({ type }) => type === 'OperationPerformed');
  expect(looked).toHaveLength(1);
  expect(looked[0]).toMatchObject({
    lane: 'operator',
    who: 'operator tester',
    sentence: `An operator ran reveal booking on ${id}: T-1.`,
  });

  const patientId = String(placed(revealed).state['patientId']);
  await succeed(client.call('erasePatient', { params: { patientId }, token: anna.token }));
  const erased = await until(async () => {
    const found = await look('booking', id, { reveal: true });
    const { contact } = placed(found).state as { contact: { erased?: boolean } };
    return contact.erased === true && found;
  });
  expect(JSON.stringify(erased)).not.toContain('serafina');
  expect(erased.mails.find(({ template }) => template === 'confirmation-request')?.to).toBe('erased');
  expect(typesOf(erased)).toContain('BookingPatientErased');
}, 600_000);

it('prints text or JSON on the command line, and explains errors', async () => {
  const { clinic } = practice();
  const printed = await ops('audit', 'clinic', clinic.clinicId);
  expect(printed.code).toBe(0);
  expect(printed.stdout).toContain('The clinic was opened in IT-RM, with online booking.');
  const { stdout } = await ops(
    'audit',
    'clinic',
    clinic.clinicId,
    '--json',
    '--at',
    '2999-01-01T00:00:00+01:00',
  );
  const audit = JSON.parse(stdout) as Audit;
  expect(audit).toMatchObject({ kind: 'clinic', at: '2998-12-31T23:00:00.000Z', revealed: false });
  const { eventId } = audit.steps[1]!;
  expect(causationInWords((await audits.causation(eventId))!)).toMatch(new RegExp(`→ .*${eventId}`));
  const refused = await ops('audit', 'booking', 'x');
  expect(refused).toMatchObject({ code: 2, stdout: '', stderr: 'x is not an id.\n' });
}, 600_000);

it('reports errors and appends no event', async () => {
  const { anna } = practice();
  const head = await core.store.head();
  const nothing = randomUUID();
  await expect(look('booking', nothing, { reveal: true })).rejects.toThrow('There is no such booking.');
  await expect(look('pro', 'nobody@example.com')).rejects.toThrow('There is no such pro.');
  const early = look('pro', anna.proId, { at: '2020-01-01T00:00:00.000Z', reveal: true });
  await expect(early).rejects.toThrow('or it did not exist by then');
  expect(await audits.causation(nothing)).toBeNull();
  expect(await core.store.head()).toBe(head);

  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  for (const [args, message] of [
    [['pro', anna.proId, '--at', 'yesterday'], '--at takes an instant'],
    [['pro', anna.proId, '--at', '2026-13-01T00:00:00Z'], '--at takes an instant'],
    [['horse', nothing], 'Usage:'],
    [['booking'], 'Usage:'],
  ] as const) {
    expect(await runAudit([...args], {})).toBe(2);
    expect(stderr.mock.lastCall?.[0]).toContain(message);
  }
  stderr.mockRestore();
});
