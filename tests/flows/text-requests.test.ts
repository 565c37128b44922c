// @module-tag release
import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { usePractice } from '../support/hooks.ts';
import { succeed } from '../support/http.ts';
import { lookInside } from '../support/inside.ts';

const example = new URL('../../docs/operations/sms-gateways.example.json', import.meta.url);
const gateways = join(tmpdir(), `visita-gateways-${randomUUID()}.json`);
const practice = usePractice({ SMS_GATEWAYS: gateways });
const authToken = 'the token';
const phone = '3331110001';
const minute = 60_000;

/** Texts that the product sent, as Twilio's form. */
const sent: URLSearchParams[] = [];
const twilio = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    sent.push(new URLSearchParams(Buffer.concat(chunks).toString()));
    response.writeHead(201, { 'content-type': 'application/json' }).end('{"sid":"SM1"}');
  });
});

type Fields = Readonly<Record<string, string>>;

const signature = (address: string, fields: Fields, secret = authToken): string => {
  const sorted = Object.entries(fields).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return createHmac('sha1', secret)
    .update(address + sorted.flat().join(''))
    .digest('base64');
};

/** Sends a request with a signature, by default the right one; returns its status. */
const post = async (
  address: string,
  fields: Fields,
  signed = signature(address, fields),
): Promise<number> => {
  const here = address.replace(new URL(address).origin, practice().stack.address);
  const headers = { 'x-twilio-signature': signed };
  return (await fetch(here, { method: 'POST', body: new URLSearchParams(fields), headers })).status;
};

/** Sends a request with wrong signatures; returns the statuses. */
const forge = (address: string, fields: Fields): Promise<number[]> =>
  Promise.all([
    post(address, fields, ''),
    post(address, fields, signature(address, fields, 'another token')),
    post(address, fields, signature(address, fields, '')),
    post(address, fields, signature(`${address}&more=1`, fields)),
    post(address, { ...fields, more: '1' }, signature(address, fields)),
  ]);
const allRefused = [401, 401, 401, 401, 401];

let answers: string;

beforeAll(async () => {
  await once(twilio.listen(0, '127.0.0.1'), 'listening');
  const { port } = twilio.address() as AddressInfo;
  const { providers } = JSON.parse(await readFile(example, 'utf8'));
  const send = { ...providers.twilio.send, address: `http://127.0.0.1:${port}/{{accountSid}}` };
  await writeFile(gateways, JSON.stringify({ providers: { twilio: { ...providers.twilio, send } } }));

  const { client, anna, clinic } = practice();
  const { token, proId } = anna;
  const params = { proId };
  const { data, texts } = await succeed(client.call('getMessageSettings', { params, token }));
  answers = texts.providers[0]?.answers_to ?? '';
  const settings = {
    ...data,
    provider: 'twilio',
    sender: '+393400000000',
    credentials: { accountSid: 'AC1', authToken },
    quietHours: { from: '08:00', until: '08:00', mails: false },
  };
  await succeed(client.call('setMessageSettings', { params, token, body: settings }));
  const step = { clinicServiceId: null, before: 'PT60M', at: null, channel: 'sms', ask: false } as const;
  await succeed(client.call('setReminderPlan', { params, token, body: [step] }));
  const date = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Europe/Rome',
    dateStyle: 'short',
    timeStyle: 'short',
  })
    .format(Date.now() + 62 * minute)
    .replace(' ', 'T');
  const booking = { hubServiceId: clinic.offers[0], date, anyway: true };
  const patient = { name: 'Carla', email: 'carla@example.com', prefix: '+39', phone };
  const placed = await succeed(client.call('placeBooking', { body: { booking, patient }, token }));
  const consent = { params: { patientId: placed.patient.id }, body: { texts: true }, token };
  await succeed(client.call('setPatientTexts', consent));
}, 600_000);
afterAll(async () => {
  twilio.close();
  await rm(gateways, { force: true });
});

const inside = async <T>(look: (from: Awaited<ReturnType<typeof lookInside>>) => Promise<T>): Promise<T> => {
  await using found = await lookInside(practice().stack.place);
  return look(found);
};
const state = () =>
  inside(async ({ pool }) => (await pool.query('select state, settled_at from messages.texts')).rows[0]);
const events = (type: string) =>
  inside(async (found) => (await found.events()).filter((event) => event.type === type));

it('a receipt by POST counts once, and forged ones do not', async () => {
  await expect.poll(() => sent.length, { timeout: 200_000, interval: 500 }).toBe(1);
  const receipts = sent[0]?.get('StatusCallback') ?? '';
  const delivered = { MessageSid: 'SM1', MessageStatus: 'delivered' };
  const failed = { MessageSid: 'SM1', MessageStatus: 'failed' };
  expect(await forge(receipts, failed)).toEqual(allRefused);
  const unknown = receipts.replace(/message=[^&]+/, `message=${randomUUID()}`);
  expect(await post(unknown, failed)).toBe(401);
  expect(await state()).toMatchObject({ state: 'sent' });
  expect(await post(receipts, delivered)).toBe(200);
  const settled = await state();
  expect(settled).toMatchObject({ state: 'delivered' });
  for (const late of [delivered, failed]) expect(await post(receipts, late)).toBe(200);
  expect(await state()).toEqual(settled);
}, 240_000);

it('an answer by POST is kept once, and forged ones are not', async () => {
  const answer = { From: `+39${phone}`, Body: 'Arrivo tardi', MessageSid: 'SM2' };
  const stop = { From: `+39${phone}`, Body: 'STOP', MessageSid: 'SM3' };
  expect(await forge(answers, stop)).toEqual(allRefused);
  for (const _ of [1, 2]) expect(await post(answers, answer)).toBe(200);
  expect(await events('PatientAnsweredText')).toHaveLength(1);
  const chosen = await events('PatientMessagesChosen');
  for (const _ of [1, 2]) expect(await post(answers, stop)).toBe(200);
  const after = await events('PatientMessagesChosen');
  expect(after).toHaveLength(chosen.length + 1);
  expect(after.at(-1)?.data).toMatchObject({ texts: false, by: 'answer' });
});
