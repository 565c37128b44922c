// @module-tag release
import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { patientExport } from '@visita/contracts/personal-data/views';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usePractice } from '../support/hooks.ts';
import { succeed } from '../support/http.ts';
import { lookInside } from '../support/inside.ts';

const examples = new URL('../../docs/operations/sms-gateways.example.json', import.meta.url);
const minute = 60_000;
const phone = '3331110001';

type Fields = Readonly<Record<string, string>>;
type Signed = { readonly headers: Fields; readonly fields: Fields };

const sorted = (fields: Fields) =>
  Object.entries(fields).toSorted(([one], [other]) => (one < other ? -1 : 1));

/** A provider as its documents describe it. */
type Described = {
  readonly name: 'twilio' | 'vonage';
  readonly credentials: Fields;
  readonly secret: string;
  readonly reply: { readonly status: number; readonly body: string };
  /** Fields of the sent form. */
  readonly form: { readonly to: string; readonly text: string; readonly receipts: string };
  readonly receipt: (state: 'delivered' | 'failed') => Fields;
  readonly answer: (text: string, id: string) => Fields;
  readonly sign: (address: string, fields: Fields, secret: string) => Signed;
};

const twilio: Described = {
  name: 'twilio',
  credentials: { accountSid: 'AC1', authToken: 'the token' },
  secret: 'the token',
  reply: { status: 201, body: '{"sid":"SM1"}' },
  form: { to: 'To', text: 'Body', receipts: 'StatusCallback' },
  receipt: (state) => ({ MessageSid: 'SM1', MessageStatus: state }),
  answer: (text, id) => ({ From: `+39${phone}`, Body: text, MessageSid: id }),
  sign: (address, fields, secret) => {
    const covered = address + sorted(fields).flat().join('');
    const signature = createHmac('sha1', secret).update(covered).digest('base64');
    return { headers: { 'x-twilio-signature': signature }, fields: {} };
  },
};

const vonage: Described = {
  name: 'vonage',
  credentials: { apiKey: 'the key', apiSecret: 'the API secret', signatureSecret: 'the secret' },
  secret: 'the secret',
  reply: { status: 200, body: '{"messages":[{"status":"0","message-id":"V1"}]}' },
  form: { to: 'to', text: 'text', receipts: 'callback' },
  receipt: (state) => ({ messageId: 'V1', status: state, 'err-code': '0' }),
  answer: (text, id) => ({ msisdn: `39${phone}`, text, messageId: id, type: 'text' }),
  sign: (address, fields, secret) => {
    const all = { ...Object.fromEntries(new URL(address).searchParams), ...fields };
    const covered = sorted(all).map(([name, value]) => `&${name}=${value.replaceAll(/[&=]/g, '_')}`);
    return {
      headers: {},
      fields: { sig: createHmac('sha256', secret).update(covered.join('')).digest('hex') },
    };
  },
};

describe.each([twilio, vonage])('texts by $name, against a server of the test', (described) => {
  const { name, secret, sign, form } = described;
  const gateways = join(tmpdir(), `visita-gateways-${randomUUID()}.json`);
  const practice = usePractice({ SMS_GATEWAYS: gateways });

  /** Texts that the product sent, as the provider's form. */
  const sent: URLSearchParams[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      sent.push(new URLSearchParams(Buffer.concat(chunks).toString()));
      const { status, body } = described.reply;
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
  });

  /** Sends a request with a signature, by default the right one; returns its status. */
  const post = async (
    address: string,
    fields: Fields,
    signed: Signed = sign(address, fields, secret),
  ): Promise<number> => {
    const here = address.replace(new URL(address).origin, practice().stack.address);
    const body = new URLSearchParams({ ...fields, ...signed.fields });
    return (await fetch(here, { method: 'POST', body, headers: signed.headers })).status;
  };

  /** Sends a request with wrong signatures; returns the statuses. */
  const forge = (address: string, fields: Fields): Promise<number[]> =>
    Promise.all([
      post(address, fields, { headers: {}, fields: {} }),
      post(address, fields, sign(address, fields, 'another secret')),
      post(address, fields, sign(address, fields, '')),
      post(address, fields, sign(`${address}&more=1`, fields, secret)),
      post(address, { ...fields, more: '1' }, sign(address, fields, secret)),
    ]);
  const allRefused = [401, 401, 401, 401, 401];

  let answers: string;
  let patientId: string;

  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const { providers } = JSON.parse(await readFile(examples, 'utf8'));
    const example = providers[name];
    const send = { ...example.send, address: `http://127.0.0.1:${port}/` };
    await writeFile(gateways, JSON.stringify({ providers: { [name]: { ...example, send } } }));

    const { client, anna, clinic } = practice();
    const { token, proId } = anna;
    const params = { proId };
    const { data, texts } = await succeed(client.call('getMessageSettings', { params, token }));
    answers = texts.providers[0]?.answers_to ?? '';
    const settings = {
      ...data,
      provider: name,
      sender: '+393400000000',
      credentials: described.credentials,
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
    patientId = placed.patient.id;
    const consent = { params: { patientId }, body: { texts: true }, token };
    await succeed(client.call('setPatientTexts', consent));
  }, 600_000);
  afterAll(async () => {
    server.close();
    await rm(gateways, { force: true });
  });

  const inside = async <T>(
    look: (from: Awaited<ReturnType<typeof lookInside>>) => Promise<T>,
  ): Promise<T> => {
    await using found = await lookInside(practice().stack.place);
    return look(found);
  };
  const state = () =>
    inside(async ({ pool }) => (await pool.query('select state, settled_at from messages.texts')).rows[0]);
  const events = (type: string) =>
    inside(async (found) => (await found.events()).filter((event) => event.type === type));

  it('a receipt by POST counts once, and forged ones do not', async () => {
    await expect.poll(() => sent.length, { timeout: 200_000, interval: 500 }).toBe(1);
    expect(sent[0]?.get(form.to)).toMatch(new RegExp(`39${phone}$`));
    expect(sent[0]?.get(form.text)).toMatch(/^Studio Roma: appuntamento .* STOP/);
    const receipts = sent[0]?.get(form.receipts) ?? '';
    const [delivered, failed] = [described.receipt('delivered'), described.receipt('failed')];
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
    const [answer, stop] = [described.answer('Arrivo tardi', 'A2'), described.answer('STOP', 'A3')];
    expect(await forge(answers, stop)).toEqual(allRefused);
    for (const _ of [1, 2]) expect(await post(answers, answer)).toBe(200);
    expect(await events('PatientAnsweredText')).toHaveLength(1);
    const chosen = await events('PatientMessagesChosen');
    for (const _ of [1, 2]) expect(await post(answers, stop)).toBe(200);
    const after = await events('PatientMessagesChosen');
    expect(after).toHaveLength(chosen.length + 1);
    expect(after.at(-1)?.data).toMatchObject({ texts: false, by: 'answer' });
  });

  it('the patient’s export has the text and its state, and the ledger loses it when the patient is erased', async () => {
    const { client, anna, stack } = practice();
    const { token } = anna;
    const headers = { authorization: `Bearer ${token}` };
    const exported = await fetch(`${stack.address}/api/patients/${patientId}/export`, { headers });
    const { texts, events: history } = patientExport.parse(await exported.json());
    expect(texts).toMatchObject([{ kind: 'reminder', state: 'delivered', reason: null }]);
    expect(history.map(({ type }) => type)).toContain('PatientMessagesChosen');
    await succeed(client.call('erasePatient', { params: { patientId }, token }));
    await expect.poll(state, { timeout: 60_000, interval: 200 }).toBeUndefined();
  }, 90_000);
});
