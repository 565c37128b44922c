import { freePort } from '@visita/platform/machine/free-port';
import { afterAll, expect, it, vi } from 'vitest';
import { usePractice } from '../support/hooks.ts';
import { succeed } from '../support/http.ts';
import { dayAhead, requestOf } from '../support/http-practice.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';

const port = await freePort();
let server: MailServer | undefined;
afterAll(() => server?.close());
const practice = usePractice({ SMTP_URL: `smtp://127.0.0.1:${port}` });

it('bookings work while the mail server is down, and each mail is sent once later', async () => {
  const { stack, client, clinic } = practice();
  const date = `${dayAhead(7)}T09:00`;
  await succeed(
    client.call('requestBooking', { body: requestOf(clinic.clinicId, clinic.offers[0], date, 'carla') }),
  );
  await vi.waitUntil(() => stack.output().includes('a job failed'), 60_000);

  const { recipients } = (server = await startMailServer({ port }));
  const expected = ['anna@example.com', 'carla@example.com'];
  await vi.waitUntil(() => expected.every((address) => recipients.includes(address)), 60_000);
  expect(recipients.toSorted()).toEqual(expected);
}, 600_000);
