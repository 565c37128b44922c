import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { patientExport, proExport } from '@visita/contracts/personal-data/views';
import { readConfig } from '@visita/platform/config/config';
import { createSignUps } from '@visita/platform/auth/sign-ups';
import { silent } from '@visita/platform/testing/database';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { composeCore, type Core } from '@visita/operator/core';
import { endSessions, runEndSessions } from '@visita/operator/ops/end-sessions';
import { erasePerson, runErase, subjectOf } from '@visita/operator/ops/erase';
import { exportAbout, runExport } from '@visita/operator/ops/export';
import { removeFactors, runFactors } from '@visita/operator/ops/factors';
import { inviteBy, runInvite } from '@visita/operator/ops/invite';
import { BadRequest } from '@visita/operator/ops/frame';
import { liftHold, runLiftHold } from '@visita/operator/ops/lift-hold';
import { createOperator, type Operator } from '@visita/operator/ops/operator';
import { type Naming, patientByEmail } from '@visita/operator/ops/people';
import { assignPlan, runPlan } from '@visita/operator/ops/plan';
import { usePractice } from '../support/hooks.ts';
import { succeed } from '../support/http.ts';
import { dayAhead, openClinic, registerPro, requestOf } from '../support/http-practice.ts';
import { databaseOf, sentMails, tokenIn } from '../support/inside.ts';
import { searchEverywhere } from '../support/personal-search.ts';
import { type OpsOutcome, runOps } from '../support/ops.ts';

const practice = usePractice({}, 'embedded');
const ops = (...args: string[]): Promise<OpsOutcome> => runOps(practice().stack.place, ...args);
const planOf = async () => {
  const { client, anna } = practice();
  return (await succeed(client.call('authenticate', { token: anna.token }))).data.subscriptionName;
};

/** Runs operations in this process on the running product's data. */
let core: Core;
let operator: Operator;
beforeAll(async () => {
  const { place } = practice().stack;
  core = await composeCore({ config: readConfig(place), log: silent, url: await databaseOf(place) });
  operator = createOperator(core, { operator: 'nora', reason: null });
});
afterAll(() => core?.close());

const exported = async (kind: string, naming: Partial<Naming>): Promise<unknown> => {
  const { chunks } = await exportAbout(operator, kind, { ...noSubject, ...naming });
  let text = '';
  for await (const chunk of chunks) text += chunk;
  return JSON.parse(text);
};
const erase = async (kind: string, naming: Partial<Naming>) =>
  erasePerson(operator, await subjectOf(operator, kind, { ...noSubject, ...naming }), {
    yes: true,
    wait: 30,
  });
const noSubject = { id: undefined, pro: undefined, email: undefined };

it('assigns plans, by id or email', async () => {
  const { anna } = practice();
  const assigned = await ops('plan', anna.email.toUpperCase(), 'premium', '--json');
  expect(JSON.parse(assigned.stdout)).toEqual({ pro: anna.proId, before: 'free', plan: 'premium' });
  expect(await planOf()).toBe('premium');
  expect(await assignPlan(operator, anna.proId, 'free')).toMatchObject({ before: 'premium', plan: 'free' });
  expect(await planOf()).toBe('free');
  for (const [who, plan] of [
    [anna.proId, 'gold'],
    [anna.proId, undefined],
    ['nobody@example.com', 'free'],
    [anna.email.slice(1), 'free'],
  ] as const) {
    await expect(assignPlan(operator, who, plan)).rejects.toThrow(BadRequest);
  }
}, 600_000);

it('removes the second factors of a pro who lost them, and ends their sessions', async () => {
  const { client } = practice();
  const lost = await registerPro(client, 'lostphone');
  const { factorId } = await core.factors.begin(lost.proId, 'x');
  const confirm = 'update auth.factors set confirmed = true where id = $1';
  await core.database.pool.query(confirm, [factorId]);
  expect(await removeFactors(operator, lost.email, false)).toMatchObject({ factors: 1, removed: false });
  const login = { body: { email: lost.email, password: 'secret123' } };
  expect((await client.call('logIn', login)).body.code).toBe('code-needed');
  expect(await removeFactors(operator, lost.email, true)).toMatchObject({ factors: 1, removed: true });
  // Sessions end in other processes within two seconds.
  const session = async () => (await client.call('authenticate', { token: lost.token })).status;
  await vi.waitFor(async () => expect(await session()).toBe(401), 10_000);
  await succeed(client.call('logIn', login));
  const [last] = (await core.store.readStream(`pro-${lost.proId}`)).slice(-1);
  expect(last).toMatchObject({ type: 'FactorRemoved', metadata: { actor: 'operator:nora' } });
});

it('ends the sessions of a professional, or of everyone', async () => {
  const { client } = practice();
  const [one, other] = [await registerPro(client, 'one'), await registerPro(client, 'other')];
  const statuses = () =>
    Promise.all([one, other].map(async ({ token }) => (await client.call('authenticate', { token })).status));
  const ended = (is: number[]) => vi.waitFor(async () => expect(await statuses()).toEqual(is), 10_000);
  expect(await endSessions(operator, one.email, false)).toEqual({
    pro: one.proId,
    sessions: 1,
    ended: false,
  });
  expect(await statuses()).toEqual([200, 200]);
  expect(await endSessions(operator, one.email, true)).toMatchObject({ sessions: 1, ended: true });
  await ended([401, 200]);
  expect(await endSessions(operator, one.proId, true)).toMatchObject({ sessions: 0, ended: false });
  expect(await ops('end-sessions', '--everybody', '--yes')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Everybody: \d+ sessions, ended\.\n$/),
  });
  await ended([401, 401]);
  const login = { email: practice().anna.email, password: 'secret123' };
  practice().anna.token = (await succeed(client.call('logIn', { body: login }))).access_token;
  await expect(endSessions(operator, 'nobody@example.com', true)).rejects.toThrow(BadRequest);
  expect((await ops('end-sessions')).code).toBe(2);
});

it('invites an address to sign up', async () => {
  const { link } = await inviteBy(operator, 'New.Pro@example.com');
  const invitation = new URL(link).searchParams.get('invitation') ?? '';
  const closed = createSignUps('invited', core.keys.for('tokens'));
  expect(closed.allows('new.pro@example.com', invitation, new Date())).toBe(true);
  await expect(inviteBy(operator, 'nobody')).rejects.toThrow(BadRequest);
});

it('explains an erasure, executes it on request, and finds people by email', async () => {
  const { client, anna, clinic, stack } = practice();
  const { call } = client;
  const { token } = anna;
  const patient = { name: 'Ottavia Blu', email: 'ottavia@example.com', prefix: '+39', phone: '3335550001' };
  const booking = { hubServiceId: clinic.offers[0], date: `${dayAhead(4)}T09:00` };
  const placed = await succeed(call('placeBooking', { body: { booking, patient }, token }));
  const { id } = placed.patient;

  const asked = await ops('erase', 'patient', id);
  expect(asked.code).toBe(2);
  expect(asked.stdout).toBe(
    `Would erase patient ${id}: 1 bookings, 1 of them in the future, which are cancelled without a mail.\n` +
      'Nothing was changed. Add --yes to erase.\n',
  );
  expect((await searchEverywhere(stack, ['ottavia'])).length).toBeGreaterThan(0);
  const naming = ['patient', '--pro', anna.email, '--email', 'Ottavia@example.com'];
  const erased = await ops('erase', ...naming, '--yes', '--json');
  expect(JSON.parse(erased.stdout)).toMatchObject({
    about: 'patient',
    id,
    bookings: 1,
    ahead: 1,
    erased: true,
    events: [{ type: 'PatientErasureRequested' }, { type: 'PatientMailsDeleted' }, { type: 'PatientErased' }],
  });
  expect(await searchEverywhere(stack, ['ottavia', patient.phone])).toEqual([]);
  await expect(exported('patient', { id })).rejects.toThrow('There is no data');
  await expect(erase('patient', { pro: anna.proId, email: patient.email })).rejects.toThrow('has no patient');
}, 600_000);

it('finds and erases a patient by either spelling of the email’s domain', async () => {
  const { client, anna, clinic } = practice();
  const patient = { name: 'Vera Blu', email: 'Vera@Пример.рф', prefix: '+39', phone: '3335550009' };
  const other = { ...patient, email: 'vera@xn--e1afmkfd.xn--p1ai' };
  const place = (hour: string, who: typeof patient) =>
    succeed(
      client.call('placeBooking', {
        body: { booking: { hubServiceId: clinic.offers[0], date: `${dayAhead(5)}T${hour}` }, patient: who },
        token: anna.token,
      }),
    );
  const [{ patient: shown }, again] = [await place('09:00', patient), await place('11:00', other)];
  expect(shown.email).toBe('vera@пример.рф');
  expect(again.patient.id).toBe(shown.id);
  for (const email of [patient.email, other.email])
    await expect(patientByEmail(operator, email)).resolves.toBe(shown.id);
  expect(await erase('patient', { pro: anna.email, email: other.email })).toMatchObject({ erased: true });
  await expect(erase('patient', { pro: anna.email, email: patient.email })).rejects.toThrow(BadRequest);
}, 600_000);

it('reaches people who booked and never confirmed', async () => {
  const { client, anna, clinic, stack } = practice();
  const body = requestOf(clinic.clinicId, clinic.offers[0], `${dayAhead(4)}T11:00`, 'mirella');
  await succeed(client.call('requestBooking', { body }));
  const naming = { pro: anna.proId, email: 'mirella@example.com' };
  expect(patientExport.parse(await exported('patient', naming))).toMatchObject({
    patient: { email: 'mirella@example.com' },
    bookings: [{ status: 'pending_confirmation' }],
  });
  expect(await erase('patient', naming)).toMatchObject({ bookings: 1, erased: true });
  expect(await searchEverywhere(stack, ['mirella'])).toEqual([]);
}, 600_000);

it.each(['unconfirmed', 'confirmed', 'ended'])(
  'reaches people whose %s entry on a waiting list is all that they left',
  async (state) => {
    const { client, anna, clinic, stack } = practice();
    const { clinicId, services } = clinic;
    const name = `gisella${state}`;
    const email = `${name}@example.com`;
    const contactInfo = { name, email, prefix: '+39', phone: '3335550077', privacyPolicy: true as const };
    const body = { clinicId, clinicServiceId: services[0]!, contactInfo };
    await succeed(client.call('joinWaitingList', { body }));
    const token = await vi.waitUntil(async () => {
      const mails = await sentMails(stack.place.VAR_DIRECTORY);
      const mail = mails.find((one) => one.includes(`To: ${email}`));
      return mail && tokenIn(mail, 'waiting');
    }, 30_000);
    const confirm = () => client.call('confirmWaiting', { token });
    if (state !== 'unconfirmed') {
      const { data } = await succeed(confirm());
      if (state === 'ended')
        await succeed(client.call('leaveWaitingList', { params: { id: data.entry_id }, token }));
    }

    const naming = { pro: anna.proId, email };
    const file = patientExport.parse(await exported('patient', naming));
    expect(file).toMatchObject({
      patient: state === 'ended' ? { name: '' } : { name, email, phone: contactInfo.phone },
      bookings: [],
      mails: [{ kind: 'waiting-request', state: 'sent' }],
    });
    const joined = file.events.find(({ type }) => type === 'WaitingJoined');
    expect(joined?.data).toMatchObject({ contact: { name, email } });
    const { id } = await erase('patient', naming);
    expect(await searchEverywhere(stack, [name])).toEqual([]);
    if (state !== 'ended') expect((await confirm()).body).toMatchObject({ code: 'patient-erased' });
    await expect(exported('patient', { id })).rejects.toThrow('There is no data');
    await expect(erase('patient', naming)).rejects.toThrow('has no patient');
  },
  600_000,
);

it('exports a professional to a file, and erases them', async () => {
  const { client, stack } = practice();
  const fosca = await registerPro(client, 'foscarina');
  const directory = await mkdtemp(join(tmpdir(), 'visita-export-'));
  const out = join(directory, 'fosca.json');
  expect(await ops('export', 'pro', fosca.email, '--out', out)).toMatchObject({ code: 0, stdout: '' });
  expect(proExport.parse(JSON.parse(await readFile(out, 'utf8')))).toMatchObject({
    pro: { username: 'foscarina' },
  });
  expect((await stat(out)).mode & 0o077).toBe(0);
  await rm(directory, { recursive: true });

  expect(await erase('pro', { id: fosca.email })).toMatchObject({
    id: fosca.proId,
    asked: true,
    erased: true,
  });
  expect((await client.call('authenticate', { token: fosca.token })).status).toBe(401);
  expect(await searchEverywhere(stack, ['foscarina'])).toEqual([]);
  await expect(exported('pro', { id: fosca.email })).rejects.toThrow('no such pro');
  await expect(exported('pro', { id: fosca.proId })).rejects.toThrow('There is no data');
  await expect(subjectOf(operator, 'clinic', { ...noSubject, id: fosca.proId })).rejects.toThrow('Usage');
}, 600_000);

it('lifts a legal hold whose professional is gone, so that the record can be erased', async () => {
  const { client, stack } = practice();
  const { call } = client;
  const gone = await registerPro(client, 'goneaway');
  const { offers } = await openClinic(client, gone, 'Studio Chiuso');
  const patient = {
    name: 'Ermenegilda Viola',
    email: 'ermenegilda@example.com',
    prefix: '+39',
    phone: '3335550002',
  };
  const booking = { hubServiceId: offers[0], date: `${dayAhead(4)}T09:00` };
  const { id } = (await succeed(call('placeBooking', { body: { booking, patient }, token: gone.token })))
    .patient;
  const params = { patientId: id };
  await succeed(
    call('setLegalHold', { params, body: { held: true, reason: 'Causa 12' }, token: gone.token }),
  );
  await erase('pro', { id: gone.proId });
  await expect(erase('patient', { id })).rejects.toThrow('legal hold');

  expect(await ops('lift-hold', id, '--yes')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--reason'),
  });
  const lift = (yes: boolean) =>
    liftHold(operator, { ...noSubject, id }, { yes, reason: 'Causa 12 is over' });
  expect(await lift(false)).toEqual({ patient: id, held: true, lifted: false });
  expect(await lift(true)).toEqual({ patient: id, held: true, lifted: true });
  expect(await lift(true)).toEqual({ patient: id, held: false, lifted: false });
  expect(await erase('patient', { id })).toMatchObject({ erased: true });
  expect(await searchEverywhere(stack, ['ermenegilda'])).toEqual([]);
}, 600_000);

it.each([
  ['plan', runPlan],
  ['factors', runFactors],
  ['end-sessions', runEndSessions],
  ['invite', runInvite],
  ['export', runExport],
  ['erase', runErase],
  ['lift-hold', runLiftHold],
])('%s has a help text', async (name, run) => {
  const written: string[] = [];
  const write = vi
    .spyOn(process.stdout, 'write')
    .mockImplementation((text) => written.push(String(text)) > 0);
  expect(await run(['--help'], {})).toBe(0);
  write.mockRestore();
  expect(written.join('')).toContain(`ops -- ${name}`);
  await expect(run(['--what'], {})).rejects.toMatchObject({ code: 'ERR_PARSE_ARGS_UNKNOWN_OPTION' });
});
