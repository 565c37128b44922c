// @module-tag release
import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  hasKannel,
  type Kannel,
  kannelUser,
  startKannel,
  unroutable,
} from '@visita/platform/testing/services/kannel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usePractice } from '../support/hooks.ts';
import { succeed } from '../support/http.ts';
import { lookInside } from '../support/inside.ts';

const example = new URL('../../docs/operations/sms-gateways.example.json', import.meta.url);
const gateways = join(tmpdir(), `visita-gateways-${randomUUID()}.json`);
afterAll(() => rm(gateways, { force: true }));

const soon = { timeout: 200_000, interval: 500 };
const minute = 60_000;

/** Returns a wall time in Rome some minutes from now. */
const wallIn = (minutes: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome', dateStyle: 'short', timeStyle: 'short' })
    .format(Date.now() + minutes * minute)
    .replace(' ', 'T');

const describeGateways = async (port: number, changes: object = {}): Promise<void> => {
  const { providers } = JSON.parse(await readFile(example, 'utf8'));
  const address = `http://127.0.0.1:${port}/cgi-bin/sendsms`;
  const kannel = { ...providers.kannel, send: { ...providers.kannel.send, address } };
  await writeFile(gateways, JSON.stringify({ providers: { kannel }, ...changes }));
};

describe.skipIf(!hasKannel())('texts by Kannel (skipped without Debian’s kannel and kannel-extras)', () => {
  const practice = usePractice({ SMS_GATEWAYS: gateways });
  let kannel: Kannel;
  const phones = { carla: '3331110001', wrong: `${unroutable.slice(3)}0002`, silent: '3331110003' };
  const bookings = {} as Record<keyof typeof phones, string>;

  beforeAll(async () => {
    const { client, anna, clinic } = practice();
    const { token } = anna;
    const params = { proId: anna.proId };
    await describeGateways(1);
    const { data, texts } = await succeed(client.call('getMessageSettings', { params, token }));
    expect(texts.providers).toMatchObject([{ name: 'kannel', ready: false }]);
    kannel = await startKannel(`${texts.providers[0]!.answers_to}&from=%p&body=%a&id=%I`);
    await describeGateways(kannel.port);

    const settings = { ...data, provider: 'kannel', sender: '3400000000', credentials: kannelUser };
    const quietHours = { from: '08:00', until: '08:00', mails: false };
    await succeed(client.call('setMessageSettings', { params, token, body: { ...settings, quietHours } }));
    const step = { clinicServiceId: null, at: null, channel: 'sms-else-mail', ask: true } as const;
    const plan = ['PT60M', 'PT95M', 'PT2H10M'].map((before) => ({ ...step, before }));
    await succeed(client.call('setReminderPlan', { params, token, body: plan }));

    for (const [index, [name, phone]] of Object.entries(phones).entries()) {
      const booking = { hubServiceId: clinic.offers[0], date: wallIn(62 + 35 * index), anyway: true };
      const patient = { name, email: `${name}@example.com`, prefix: '+39', phone };
      const placed = await succeed(client.call('placeBooking', { body: { booking, patient }, token }));
      bookings[name as keyof typeof phones] = placed.data.id;
      if (name === 'silent') continue;
      const { patient: record } = placed;
      await succeed(
        client.call('setPatientTexts', { params: { patientId: record.id }, body: { texts: true }, token }),
      );
    }
  }, 600_000);
  afterAll(() => kannel?.stop());

  const stateOf = async (name: keyof typeof phones) => {
    await using inside = await lookInside(practice().stack.place);
    const { rows } = await inside.pool.query<{ state: string; by: string }>(
      "select state, sent_by as by from notifier.planned where about = $1 and state <> 'skipped'",
      [bookings[name]],
    );
    return rows[0];
  };

  it('reach the phone with clinic, day, hour and a link, and are reported as delivered', async () => {
    await expect.poll(() => stateOf('carla'), soon).toEqual({ state: 'delivered', by: 'sms' });
    const [text] = kannel.delivered();
    expect(text).toMatchObject({ from: '3400000000', to: `+39${phones.carla}` });
    expect(text?.text).toMatch(
      /^Studio Roma: appuntamento \w{3} \d+ \w{3}, \d\d:\d\d\. Verrai\? http\S+\/m\/[\w-]{21}[a-z\d] STOP/i,
    );
    expect(text?.text).not.toMatch(/Rossi|Visita\b/);
  }, 300_000);

  it('give way to a mail for a number that is refused and for a person who did not agree', async () => {
    for (const name of ['wrong', 'silent'] as const)
      await expect.poll(() => stateOf(name), soon).toEqual({ state: 'sent', by: 'mail' });
    expect(kannel.delivered().map(({ to }) => to)).toEqual([`+39${phones.carla}`]);
  }, 300_000);

  it('have a link that opens the visit and changes nothing', async () => {
    const [, link = ''] = /(http\S+)/.exec(kannel.delivered()[0]?.text ?? '') ?? [];
    for (const _ of [1, 2]) {
      const opened = await fetch(link, { redirect: 'manual' });
      expect(opened.status).toBe(302);
      const page = new URL(opened.headers.get('location') ?? '');
      expect(page.pathname).toBe('/manage/');
      const token = page.searchParams.get('token')!;
      const { data } = await succeed(practice().client.call('getManagedBooking', { token }));
      expect(data.status).toBe('confirmed');
    }
    const unknown = await fetch(`${link.slice(0, -2)}aa`, { redirect: 'manual' });
    expect(unknown.headers.get('location')).toMatch(/\/messages\/$/);
  });

  it('stay delivered after forged and repeated receipts', async () => {
    const { stack } = practice();
    await using inside = await lookInside(stack.place);
    const { rows } = await inside.pool.query<{ id: string }>(
      "select id from messages.texts where state = 'delivered'",
    );
    const text = rows[0]!.id;
    const receipts = `${stack.address}/api/messages/kannel?message=${text}`;
    for (const forged of [`${receipts}&state=2`, `${receipts}&key=${'a'.repeat(22)}&state=2`])
      expect((await fetch(forged)).status).toBe(401);
    expect((await fetch(`${receipts.replace(text, randomUUID())}&key=x&state=1`)).status).toBe(401);
    const state = 'select state from messages.texts where id = $1';
    expect((await inside.pool.query(state, [text])).rows).toEqual([{ state: 'delivered' }]);
  });

  it('are answered in words that staff can read, and end with STOP', async () => {
    await using inside = await lookInside(practice().stack.place);
    const events = async (type: string) => (await inside.events()).filter((event) => event.type === type);
    const from = `+39${phones.carla}`;
    await kannel.answer({ from, to: '3400000000', text: 'Arrivo tardi' });
    await expect.poll(async () => (await events('PatientAnsweredText')).length, soon).toBe(1);
    await kannel.answer({ from, to: '3400000000', text: 'stop' });
    await expect
      .poll(async () => (await events('PatientMessagesChosen')).at(-1)?.data, soon)
      .toMatchObject({ texts: false, by: 'answer' });
    expect(kannel.delivered()).toHaveLength(1);
  }, 300_000);
});
