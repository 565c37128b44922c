// @module-tag release
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Audit } from '@visita/contracts/operator/audit';
import {
  type EventStoreDBDouble,
  startEventStoreDBDouble,
} from '@visita/platform/testing/eventstoredb/double';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createClient, succeed } from '../support/http.ts';
import { dayAhead, openClinic, registerPro, requestOf } from '../support/http-practice.ts';
import { lookInside, sentMails, tokenIn } from '../support/inside.ts';
import { runOps } from '../support/ops.ts';
import { removeData, type Stack, startStack } from '../support/stack.ts';

let double: EventStoreDBDouble;
let varDirectory: string;
let moved: string;
const stacks: Stack[] = [];
beforeAll(async () => {
  double = await startEventStoreDBDouble();
  varDirectory = await mkdtemp(join(tmpdir(), 'visita-'));
  moved = await mkdtemp(join(tmpdir(), 'visita-'));
});
afterAll(async () => {
  for (const stack of stacks) await stack.stop();
  await double.stop();
  await removeData(varDirectory);
  await removeData(moved);
});

const start = async (environment: Readonly<Record<string, string>>) => {
  const stack = await startStack(environment);
  stacks.push(stack);
  return { stack, client: createClient(stack.address) };
};

it('runs on EventStoreDB: books, rebuilds, restarts, is not ready while the store is down or leaderless, and migrates', async () => {
  const environment = { VAR_DIRECTORY: varDirectory, EVENTSTORE_URL: double.url };
  const first = await start(environment);
  const anna = await registerPro(first.client, 'anna');
  const clinic = await openClinic(first.client, anna, 'Studio Roma');
  const params = { proId: anna.proId };
  const book = async ({ client, stack }: typeof first, day: string, patient: string, { token } = anna) => {
    const body = requestOf(clinic.clinicId, clinic.offers[0], `${day}T09:00`, patient);
    await succeed(client.call('requestBooking', { body }));
    const mail = await vi.waitUntil(
      async () => (await sentMails(stack.varDirectory)).find((each) => each.includes(`To: ${patient}@`)),
      { timeout: 30_000 },
    );
    const { position: from } = await succeed(client.call('confirmBooking', { token: tokenIn(mail) }));
    const { data } = await succeed(client.call('getProCalendar', { params, token, from: from! }));
    return data.bookings.map(({ patient_name }) => patient_name).toSorted();
  };
  // The product handles lost responses and broken connections itself.
  double.faults.append.push('cut-after', 'unavailable');
  expect(await book(first, dayAhead(7), 'carla')).toEqual(['carla']);

  const before = double.log.all.filter(({ stream }) => !stream.startsWith('$')).length;
  const rebuilt = await runOps(environment, 'rebuild', '--json');
  expect(rebuilt, rebuilt.stderr).toMatchObject({ code: 0 });
  expect((JSON.parse(rebuilt.stdout) as { events: number }).events).toBeGreaterThanOrEqual(before);
  // An id that only a scan of the whole log finds.
  const audited = await runOps(environment, 'audit', 'clinic', clinic.clinicId, '--json');
  expect(audited, audited.stderr).toMatchObject({ code: 0 });
  expect((JSON.parse(audited.stdout) as Audit).steps.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['ClinicOpened', 'HubOpened', 'AvailabilityAdded']),
  );
  const directory = join(moved, 'backup');
  const backedUp = await runOps(environment, 'backup', directory, '--plain', '--json');
  expect(backedUp, backedUp.stderr).toMatchObject({ code: 0 });
  const { findings } = JSON.parse((await runOps(environment, 'doctor', '--json')).stdout) as {
    findings: { name: string; state: string; detail: string }[];
  };
  const found = new Map(findings.map(({ name, detail }) => [name, detail]));
  expect(found.get('last backup')).not.toContain('none');
  await first.stack.stop();

  const second = await start(environment);
  {
    // The product seals its log by itself.
    await using inside = await lookInside({ VAR_DIRECTORY: varDirectory });
    const seals = async () => (await inside.pool.query('select from operator.seals')).rows.length;
    await vi.waitUntil(async () => (await seals()) > 0, { timeout: 30_000 });
  }
  expect(await book(second, dayAhead(8), 'dora')).toEqual(['carla', 'dora']);
  const ready = async () => (await fetch(`${second.stack.address}/api/health/ready`)).status;
  await expect.poll(ready, { timeout: 30_000 }).toBe(200);
  double.away(true);
  await expect.poll(ready, { timeout: 30_000 }).toBe(503);
  double.away(false);
  await expect.poll(ready, { timeout: 30_000 }).toBe(200);
  double.quorum(false);
  await expect.poll(ready, { timeout: 30_000 }).toBe(503);
  double.quorum(true);
  await expect.poll(ready, { timeout: 30_000 }).toBe(200);
  await second.stack.stop();

  // Checkpoints continue in the other store: no mail is lost.
  await cp(join(varDirectory, 'secrets'), join(moved, 'secrets'), { recursive: true });
  const elsewhere = { VAR_DIRECTORY: moved, EVENTSTORE_URL: '' };
  const restored = await runOps(elsewhere, 'restore', directory, '--without-erasures', '--json');
  expect(restored, restored.stderr).toMatchObject({ code: 0 });
  const { hash } = JSON.parse(backedUp.stdout) as { hash: string };
  expect(JSON.parse(restored.stdout)).toMatchObject({ hash });
  const third = await start(elsewhere);
  // Sessions are not in a backup.
  const login = { email: anna.email, password: 'secret123' };
  const { access_token: token } = await succeed(third.client.call('logIn', { body: login }));
  expect(await book(third, dayAhead(9), 'elio', { ...anna, token })).toEqual(['carla', 'elio']);
}, 600_000);
