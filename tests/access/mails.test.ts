import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Backstage, openBackstage } from '../support/backstage.ts';
import { usePractice } from '../support/hooks.ts';
import { succeed } from '../support/http.ts';
import { dayAhead, requestOf } from '../support/http-practice.ts';

const practice = usePractice();
let backstage: Backstage;
beforeAll(async () => {
  backstage = await openBackstage(practice().stack.place);
  return () => backstage.close();
}, 600_000);

type Mail = { to: string; subject: string; text: string; html: string; raw: string };

/** Decodes a mail's transfer encoding, for ASCII. */
const decoded = (raw: string): string =>
  raw
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([\dA-F]{2})/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));

/** Waits for the first mail to an address that contains a text. */
const mailTo = (address: string, holding = ''): Promise<Mail> =>
  vi.waitUntil(async () => {
    const directory = join(practice().stack.varDirectory, 'mail');
    for (const file of await readdir(directory).catch(() => [])) {
      if (!file.endsWith('.json')) continue;
      const mail = JSON.parse(await readFile(join(directory, file), 'utf8')) as Mail;
      if (mail.to !== address || !mail.text.includes(holding)) continue;
      const raw = await readFile(join(directory, file.replace('.json', '.eml')), 'utf8').catch(() => null);
      if (raw !== null) return { ...mail, raw };
    }
    return null;
  }, 60_000);

describe('links in mails', () => {
  /** Sends a request with a foreign Host header, which `fetch` cannot set. */
  const poison = async (path: string, body: object, token?: string): Promise<number> => {
    const evil = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
    const others = {
      forwarded: 'host=evil.example',
      'x-original-host': 'evil.example',
      origin: 'https://evil.example',
    };
    const authorization = token ? { authorization: `Bearer ${token}` } : {};
    const headers = { ...evil, ...others, ...authorization, 'content-type': 'application/json' };
    const request = httpRequest(new URL(path, practice().stack.address), { method: 'POST', headers });
    request.end(JSON.stringify(body));
    const [response] = (await once(request, 'response')) as [NodeJS.ReadableStream & { statusCode: number }];
    response.resume();
    return response.statusCode;
  };

  it('lead to the product’s own origin, whatever Host header a request has', async () => {
    const { anna, clinic, stack } = practice();
    const { clinicId, offers, services } = clinic;
    const booking = requestOf(clinicId, offers[0], `${dayAhead(3)}T09:00`, 'carla');
    const availability = [{ working_day: 1, starting_hour: '09:00', ending_hour: '12:00' }];
    const invitation = { clinicId, proEmail: 'dora@example.com', availability, services };
    const change = { currentEmail: anna.email, newEmail: 'anna2@example.com' };
    const statuses = [
      await poison('/api/reset-email', { email: anna.email }),
      await poison('/api/new_booking', booking),
      await poison('/api/add_collaborator', invitation, anna.token),
      await poison('/api/new_mail_request', change, anna.token),
    ];
    expect(statuses).toEqual([200, 200, 200, 200]);
    for (const [address, page] of [
      [anna.email, 'password-setting?token='],
      ['carla@example.com', 'confirmation/?token='],
      ['dora@example.com', 'password-setting-collaborator?token='],
      ['anna2@example.com', 'new-mail-setting?token='],
    ] as const) {
      const { text, html, raw } = await mailTo(address, page);
      expect(text).toContain(`${stack.address}/${page}`);
      for (const part of [text, html, decoded(raw)]) {
        expect(part).not.toContain('evil.example');
        const links = [...part.matchAll(/(?:href=")?(https?:\/\/[^\s"<>]+)/g)].map(([, link]) => link!);
        expect(
          links.filter((link) => !link.startsWith(`${stack.address}/`) && !/w3\.org/.test(link)),
        ).toEqual([]);
      }
    }
  });
});

describe('line breaks', () => {
  const breaks = [
    'Eva\r\nBcc: all@example.com',
    'Eva\nBcc: all@example.com',
    'Eva\u2028X',
    'Eva\u0000',
    'Eva\u001B[31m',
  ];

  it.each(breaks)('in single-line fields are refused without an event: %j', async (text) => {
    const { client, anna, clinic } = practice();
    const { token } = anna;
    const { clinicId } = clinic;
    const place = {
      name: 'Studio',
      provinceId: 'IT-RM',
      city: 'Roma',
      address: 'Via 1',
      postalCode: '00100',
    };
    const profile = { name: 'Anna', lastname: 'Rossi', prefix: '+39', phone: '3331234567' };
    const row = { clinicId, specializationId: 'acupuncture', serviceName: text, duration: 30, price: 1 };
    const request = requestOf(clinicId, clinic.offers[0], `${dayAhead(3)}T10:00`, 'eva');
    const contact = (changes: object) => ({
      ...request,
      contactInfo: { ...request.contactInfo, ...changes },
    });
    const params = { id: anna.proId };
    const head = await backstage.store.head();
    const replies = await Promise.all([
      client.call('requestBooking', { body: contact({ name: text }) }),
      client.call('requestBooking', { body: contact({ email: `${text}@example.com` }) }),
      client.call('updatePro', { params, body: { ...profile, name: text }, token }),
      client.call('updatePro', { params, body: { ...profile, lastname: text }, token }),
      client.call('updateClinic', { params: { id: clinicId }, body: { ...place, name: text }, token }),
      client.call('updateClinic', { params: { id: clinicId }, body: { ...place, address: text }, token }),
      client.call('addClinicServices', { body: [row], token }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 400));
    expect(await backstage.store.head()).toBe(head);
  });

  it('in notes add neither a mail header nor a line to the calendar attachment', async () => {
    const { client, clinic } = practice();
    const request = requestOf(clinic.clinicId, clinic.offers[0], `${dayAhead(3)}T11:00`, 'fulvia');
    const patientNotes = '.\r\nBcc: all@example.com\r\n\r\nBEGIN:VEVENT\r\nATTENDEE:mailto:all@example.com';
    const body = { ...request, contactInfo: { ...request.contactInfo, patientNotes } };
    const { data } = await succeed(client.call('requestBooking', { body }));
    const token = backstage.bookingTokens.issue('confirm', data.id);
    await succeed(client.call('confirmBooking', { token }));
    const { raw } = await mailTo('fulvia@example.com', '/manage/');
    const headers = raw.slice(0, raw.search(/\r?\n\r?\n/));
    expect(headers).toMatch(/^To: fulvia@example\.com$/m);
    expect(decoded(raw)).not.toMatch(/all@example\.com/);
    const calendars = [...raw.matchAll(/base64\r?\n(?:[\w-]+:.*\r?\n)*\r?\n([\w+/=\s]+)/g)].map(([, part]) =>
      Buffer.from(part!, 'base64').toString(),
    );
    const appointments = [decoded(raw), ...calendars].filter((part) => part.includes('BEGIN:VCALENDAR'));
    expect(appointments.length).toBeGreaterThan(0);
    for (const part of appointments) expect(part).not.toContain('all@example.com');
  });
});

describe('markup', () => {
  it('in names stays text in mails and in the mail viewer', async () => {
    const { client, anna, clinic, stack } = practice();
    const { token } = anna;
    const markup = '<img src=x onerror=alert(1)>';
    const place = {
      provinceId: 'IT-RM',
      city: markup,
      address: '"><script>alert(2)</script>',
      postalCode: '00100',
    };
    const params = { id: clinic.clinicId };
    await succeed(client.call('updateClinic', { params, body: { ...place, name: markup }, token }));
    const profile = { name: '<b>Anna</b>', lastname: "' onclick='x", prefix: '+39', phone: '3331234567' };
    await succeed(client.call('updatePro', { params: { id: anna.proId }, body: profile, token }));
    const request = requestOf(clinic.clinicId, clinic.offers[0], `${dayAhead(3)}T12:00`, 'gina');
    const contactInfo = {
      ...request.contactInfo,
      name: '<a href="https://evil.example">Gina</a>',
      patientNotes: markup,
    };
    await succeed(client.call('requestBooking', { body: { ...request, contactInfo } }));
    const { html, text } = await mailTo('gina@example.com', markup);
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(html).not.toMatch(/<img|<script|<b>Anna|onclick='|<a href="https:\/\/evil/);
    // The plain text contains no URL either, because mail programs would link it.
    expect(text).not.toContain('evil.example');
    for (const path of ['/dev/mail', '/api/pros/url/anna', `/api/clinics/${clinic.clinicId}`]) {
      const response = await fetch(new URL(path, stack.address));
      const body = await response.text();
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      if (response.headers.get('content-type')?.startsWith('text/html')) expect(body).not.toContain(markup);
      else expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    }
  });
});
