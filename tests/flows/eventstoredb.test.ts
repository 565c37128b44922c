import { mkdtemp } from 'node:fs/promises';
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
import { sentMails, tokenIn } from '../support/inside.ts';
import { runOpsIn } from '../support/ops.ts';
import { removeData, type Stack, startStack } from '../support/stack.ts';

let double: EventStoreDBDouble;
let varDirectory: string;
const stacks: Stack[] = [];
beforeAll(async () => {
  double = await startEventStoreDBDouble();
  varDirectory = await mkdtemp(join(tmpdir(), 'visita-'));
});
afterAll(async () => {
  for (const stack of stacks) await stack.stop();
  await double.stop();
  await removeData(varDirectory);
});

const start = async () => {
  const stack = await startStack({ EVENTSTORE_URL: double.url, VAR_DIRECTORY: varDirectory });
  stacks.push(stack);
  return { stack, client: createClient(stack.address) };
};

it('runs on EventStoreDB: books, is rebuilt, goes on after a restart, and is not ready while it is away', async () => {
  const first = await start();
  const anna = await registerPro(first.client, 'anna');
  const clinic = await openClinic(first.client, anna, 'Studio Roma');
  const params = { proId: anna.proId };
  const book = async ({ client }: typeof first, day: string, patient: string) => {
    const body = requestOf(clinic.clinicId, clinic.offers[0], `${day}T09:00`, patient);
    await succeed(client.call('requestBooking', { body }));
    const mail = await vi.waitUntil(
      async () => (await sentMails(varDirectory)).find((each) => each.includes(`To: ${patient}@`)),
      { timeout: 30_000 },
    );
    const { position: from } = await succeed(client.call('confirmBooking', { token: tokenIn(mail) }));
    const { data } = await succeed(client.call('getProCalendar', { params, token: anna.token, from: from! }));
    return data.bookings.map(({ patient_name }) => patient_name).toSorted();
  };
  // Answers that never come, and connections that break, are the product's affair, not the patient's.
  double.faults.append.push('cut-after', 'unavailable');
  expect(await book(first, dayAhead(7), 'carla')).toEqual(['carla']);

  const environment = { VAR_DIRECTORY: varDirectory, EVENTSTORE_URL: double.url };
  const before = double.log.all.filter(({ stream }) => !stream.startsWith('$')).length;
  const rebuilt = await runOpsIn(environment, 'rebuild', '--json');
  expect(rebuilt, rebuilt.stderr).toMatchObject({ code: 0 });
  expect((JSON.parse(rebuilt.stdout) as { events: number }).events).toBeGreaterThanOrEqual(before);
  // By an id that only reading the whole log leads to.
  const audited = await runOpsIn(environment, 'audit', 'clinic', clinic.clinicId, '--json');
  expect(audited, audited.stderr).toMatchObject({ code: 0 });
  expect((JSON.parse(audited.stdout) as Audit).steps.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['ClinicOpened', 'HubOpened', 'AvailabilityAdded']),
  );
  await first.stack.stop();

  const second = await start();
  expect(await book(second, dayAhead(8), 'dora')).toEqual(['carla', 'dora']);
  const ready = async () => (await fetch(`${second.stack.address}/api/health/ready`)).status;
  await expect.poll(ready, { timeout: 30_000 }).toBe(200);
  double.away(true);
  await expect.poll(ready, { timeout: 30_000 }).toBe(503);
  double.away(false);
  await expect.poll(ready, { timeout: 30_000 }).toBe(200);
}, 240_000);
