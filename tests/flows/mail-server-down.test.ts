import { freePort } from '@visita/platform/core/free-port';
import { afterEach, expect, it, vi } from 'vitest';
import { createClient, succeed } from '../support/http.ts';
import { dayAhead, openClinic, registerPro, requestOf } from '../support/http-practice.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { startStack, type Stack } from '../support/stack.ts';

let stack: Stack | undefined;
let server: MailServer | undefined;
afterEach(async () => {
  await stack?.stop();
  server?.close();
});

it('bookings go on while the mail server is down, and each mail follows once', async () => {
  const port = await freePort();
  stack = await startStack({ SMTP_URL: `smtp://127.0.0.1:${port}` });
  const client = createClient(stack.address);
  const anna = await registerPro(client, 'anna');
  const clinic = await openClinic(client, anna, 'Studio Roma');
  const date = `${dayAhead(7)}T09:00`;
  await succeed(
    client.call('requestBooking', { body: requestOf(clinic.clinicId, clinic.offers[0], date, 'carla') }),
  );
  await vi.waitUntil(() => stack?.output().includes('a job failed'), 60_000);

  const { recipients } = (server = await startMailServer({ port }));
  const expected = ['anna@example.com', 'carla@example.com'];
  await vi.waitUntil(() => expected.every((address) => recipients.includes(address)), 60_000);
  expect(recipients.toSorted()).toEqual(expected);
}, 600_000);
