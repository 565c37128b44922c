import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PatientEvent } from '@visita/contracts/patient/events';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openBackstage } from '../support/backstage.ts';
import { registerPro } from '../support/http-practice.ts';
import { createClient, succeed } from '../support/http.ts';
import { lookInside } from '../support/inside.ts';
import { searchEverywhere } from '../support/personal-search.ts';
import { removeData, type Stack, startStack } from '../support/stack.ts';

let VAR_DIRECTORY: string;
let stack: Stack;
const start = async () => {
  stack = await startStack({ VAR_DIRECTORY });
  return createClient(stack.address).call;
};
beforeAll(async () => {
  VAR_DIRECTORY = await mkdtemp(join(tmpdir(), 'visita-'));
});
afterAll(async () => {
  await stack?.stop();
  await removeData(VAR_DIRECTORY);
});

const soon = { timeout: 20_000, interval: 100 };

const append = async (event: PatientEvent, at?: Date): Promise<void> => {
  await using backstage = await openBackstage(stack.place);
  await backstage.append(`patient-${event.data.patientId}`, event, at);
};

it('a record at the end of its retention is announced, listed, kept on request, and erased everywhere', async () => {
  let call = await start();
  const anna = await registerPro(createClient(stack.address), 'anna');
  const { proId, token } = anna;
  const list = async (query = {}) =>
    (await succeed(call('getPatientList', { params: { proId }, query, token }))).data;
  const body = { name: 'Ugo Neri', email: null, prefix: null, phone: null };
  await succeed(call('registerPatient', { body, token }));
  const ids = { patientId: randomUUID(), proId };
  const contact = { name: 'Zsofia Quaranta', prefix: '+36', phone: '709998877' };
  const email = 'zsofia.q@example.net';
  const tenYearsAgo = new Date(Date.now() - 10 * 366 * 86_400_000);
  await append({ type: 'PatientRegistered', data: { ...ids, email, contact, birthDate: null } }, tenYearsAgo);
  const years = { params: { id: proId }, body: { patientRetentionYears: 10 }, token };
  await succeed(call('updateOptions', years));
  const params = { patientId: ids.patientId };
  await vi.waitFor(async () => expect((await list()).total).toBe(2), soon);

  await stack.stop();
  call = await start();
  await vi.waitFor(async () => expect((await list()).leaving).toBe(1), soon);
  const { patients } = await list({ leaving: 'true' });
  expect(patients).toMatchObject([{ id: ids.patientId, name: contact.name }]);
  const inDays = (Date.parse(patients[0]!.leaves_at!) - Date.now()) / 86_400_000;
  expect(inDays).toBeGreaterThan(29.9);
  expect(inDays).toBeLessThanOrEqual(30);

  const hold = (held: boolean) =>
    succeed(call('setLegalHold', { params, body: { held, reason: 'Causa' }, token }));
  const { position } = await hold(true);
  const after = call('getPatientList', { params: { proId }, token, from: position! });
  expect((await succeed(after)).data).toMatchObject({ leaving: 0, total: 2 });
  await hold(false);

  const due = new Date(Date.now() - 1_000).toISOString();
  await append({ type: 'PatientErasureAnnounced', data: { ...ids, due, years: 10 } });
  await stack.stop();
  call = await start();
  const types = async () => {
    await using inside = await lookInside(stack.place);
    return (await inside.events())
      .filter(({ stream }) => stream === `patient-${ids.patientId}`)
      .map(({ type }) => type);
  };
  await vi.waitFor(async () => expect((await types()).at(-1)).toBe('PatientErased'), soon);
  expect(await types()).toEqual([
    'PatientRegistered',
    'PatientErasureAnnounced',
    'LegalHoldSet',
    'PatientErasureCalledOff',
    'LegalHoldLifted',
    'PatientErasureAnnounced',
    'PatientErasureRequested',
    'PatientMailsDeleted',
    'PatientErased',
  ]);
  await vi.waitFor(
    async () => expect(await searchEverywhere(stack, ['quaranta', 'zsofia'])).toEqual([]),
    soon,
  );
  expect((await list()).patients).toMatchObject([{ name: 'Ugo Neri' }]);
}, 300_000);
