import { request } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient, type Client, type Send, succeed } from '../../support/http.ts';
import { dayAhead, openClinic, registerPro, requestOf } from '../../support/http-practice.ts';
import { tokenIn } from '../../support/inside.ts';
import type { MailServer } from './mail.ts';

/** The server as seen from outside: name, address and trusted certificate. */
export type Outside = { readonly name: string; readonly address: string; readonly ca: Buffer };

/** Sends HTTPS requests with the name resolved to the server's address. */
const sender =
  ({ address, ca }: Outside): Send =>
  (url, { method, headers, body }) =>
    new Promise((resolve, reject) => {
      const asked = request(
        { host: address, servername: url.hostname, path: url.pathname + url.search, ca, method },
        (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('end', () => {
            const got = new Headers();
            for (const [name, value] of Object.entries(response.headers)) got.set(name, String(value));
            const json = async () => JSON.parse(Buffer.concat(parts).toString()) as unknown;
            resolve({ status: response.statusCode ?? 0, headers: got, json });
          });
        },
      );
      asked.on('error', reject);
      for (const [name, value] of Object.entries({ ...headers, host: url.host }))
        asked.setHeader(name, value);
      asked.end(body);
    });

/** Waits until the server is ready over HTTPS; its certificate may still be issued. */
const readiness = async (outside: Outside): Promise<void> => {
  const [url, send] = [new URL(`https://${outside.name}/api/health/ready`), sender(outside)];
  for (let left = 3_000; ; left -= 1) {
    const answered = await send(url, { method: 'GET', headers: {} }).catch((error: unknown) => error);
    if (answered instanceof Object && 'status' in answered && answered.status === 200) return;
    if (left === 0) throw new Error(`not ready at ${url.href}`, { cause: answered });
    await delay(200);
  }
};

/** Returns the token in the newest mail to an address with a link to a page. */
const mailed = async ({ mails }: MailServer, to: string, page: string): Promise<string> => {
  for (let left = 600; left > 0; left -= 1) {
    const mail = mails.findLast((each) => each.to === to && each.text.includes(`/${page}`));
    if (mail) return tokenIn(mail.text, page);
    await delay(100);
  }
  throw new Error(`no mail to ${to} that leads to ${page}`);
};

/** Books as a patient and confirms by the mailed link; returns the booking in the professional's calendar. */
const bookedThere = async (client: Client, mailServer: MailServer, pro: { proId: string; token: string }) => {
  const { call } = client;
  const clinic = await openClinic(client, { ...pro, email: 'anna@example.com' }, 'Studio Roma');
  const date = `${dayAhead(3)}T09:00`;
  const asked = requestOf(clinic.clinicId, clinic.offers[0], date, 'carla');
  await succeed(call('requestBooking', { body: asked }));
  const token = await mailed(mailServer, asked.contactInfo.email, 'confirmation');
  const { position } = await succeed(call('confirmBooking', { token }));
  const params = { proId: pro.proId };
  const { data } = await succeed(call('getProCalendar', { params, token: pro.token, from: position! }));
  return data.bookings.map(({ status }) => status);
};

/** Runs from the first page to a confirmed booking; throws on failure. */
export const openPractice = async (outside: Outside, mailServer: MailServer): Promise<void> => {
  await readiness(outside);
  const client = createClient(`https://${outside.name}`, sender(outside));
  const pro = await registerPro(client, 'anna', { password: 'lungomare-24' });
  await succeed(
    client.call('confirmEmail', { token: await mailed(mailServer, pro.email, 'email-confirmation/') }),
  );
  const statuses = await bookedThere(client, mailServer, pro);
  if (statuses.join() !== 'confirmed') throw new Error(`the calendar has ${statuses.join() || 'no booking'}`);
};
