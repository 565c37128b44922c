import type { EventNamed } from '@visita/contracts/events';
import { recorded, type SampleEvent, sample } from '@visita/contracts/samples';
import { offerRules, planOffers } from '@visita/notifier/planned/offers';
import { createPlanned } from '@visita/notifier/planned/planned';
import type { PlannedText } from '@visita/notifier/planned/port';
import { createSending } from '@visita/notifier/planned/send';
import { createTextCompose } from '@visita/notifier/sms/compose';
import { createTextReads } from '@visita/notifier/sms/reads';
import { createMemoryEventStore } from '@visita/platform/testing/memory-event-store';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createQueryWorld, type QueryWorld } from '../support/query-world.ts';
import { sampleClinic } from '../support/sample-clinic.ts';

const offered = sample('OfferMade');
const texted = sample('PatientMessagesChosen', { texts: true, stopped: false });
const visit = sample('BookingPlaced', { confirmBy: null });
let world: QueryWorld;
let now: Date;
beforeEach(async () => {
  now = new Date('2026-11-20T10:30:00.000Z');
  world = await createQueryWorld({ now: now.toISOString() });
  await world.given(
    ...sampleClinic,
    sample('PatientRegistered'),
    visit,
    sample('WaitingJoined', { confirmBy: null }),
  );
});
afterEach(() => world.close());

/** Offers the time and decides once about the message; returns its state and the texts that are handed over. */
const offer = async (...events: SampleEvent[]) => {
  await world.given(...events, offered);
  const { pool } = world.database;
  const store = createMemoryEventStore();
  const planned = createPlanned({ pool, now: () => now });
  const { OfferMade: plan } = planOffers({ planned, projected: { reached: async () => true } }).on;
  await plan?.(recorded([offered])[0] as EventNamed<'OfferMade'>, {} as never);
  const handed: PlannedText[] = [];
  const texts = {
    allows: async () => 'allowed' as const,
    send: async (_: unknown, text: PlannedText) => void handed.push(text),
  };
  const rules = { offer: offerRules({ pool, store, now: () => now }) };
  const sending = createSending({ pool, rules, texts, key: () => 'key', now: () => now });
  await sending.sendDue(10);
  const { rows } = await pool.query<{ line: string }>(
    "select concat_ws(' ', state, reason, sent_by) as line from notifier.planned",
  );
  return { state: rows.map(({ line }) => line), handed };
};

/** Writes the text as its worker does. */
const write = ({ number, ...text }: PlannedText, isFirst: boolean) => {
  const links: unknown[] = [];
  const compose = createTextCompose({
    reads: createTextReads(world.database),
    messaging: {
      links: { issue: async (link: unknown) => String(links.push(link)), read: async () => null },
      numbers: { of: (e164: string) => e164, all: (e164: string) => [e164] },
      ledger: { isFirst: async () => isFirst } as never,
    },
    publicOrigin: 'https://visita.example',
    linksLast: 0,
    now: () => now,
  });
  const waiting = { ...text, number, provider: 'kannel', attempts: 1 };
  return compose(waiting, true).then((written) => ({ written, links }));
};

it('a person who agreed to texts gets the offer as a text with professional, time, deadline and link', async () => {
  const { state, handed } = await offer(texted);
  expect([state, handed]).toEqual([['sending sms'], [expect.objectContaining({ purpose: 'offer' })]]);
  const { written, links } = await write(handed[0]!, false);
  expect(written).toEqual({
    to: '+393330001111',
    text: expect.stringMatching(
      /^Studio Roma: orario libero con Anna Rossi \w{3} \d+ \w{3}, \d\d:\d\d\. Rispondi entro le \d\d:\d\d: https:\/\/visita\.example\/m\/1$/,
    ),
  });
  expect(links).toMatchObject([{ purpose: 'offer', target: offered.data.offerId }]);
});

it('the text goes to the corrected number of the person', async () => {
  const { state, handed } = await offer(texted, sample('PatientUpdated'));
  expect(state).toEqual(['sending sms']);
  expect((await write(handed[0]!, false)).written).toMatchObject({ to: '+34600111222' });
});

it('the first text to a number names no professional', async () => {
  const { handed } = await offer(texted);
  const { written } = await write(handed[0]!, true);
  expect(written).toMatchObject({ text: expect.stringMatching(/libero \w{3} \d+.* STOP/) });
  expect(JSON.stringify(written)).not.toContain('Anna');
});

it.each([
  ['wants no messages', sample('PatientMessagesChosen', { texts: true, stopped: true }), 'stopped'],
  ['has a restricted record', sample('PatientRestricted'), 'restricted'],
] as const)('a person who %s gets no offer', async (_, event, reason) => {
  expect(await offer(texted, event)).toEqual({ state: [`dropped ${reason}`], handed: [] });
});

it('the text of an offer that is over is not sent', async () => {
  const { handed } = await offer(texted);
  await world.given(sample('OfferLapsed'));
  expect((await write(handed[0]!, false)).written).toEqual({ needless: 'withdrawn' });
});

it.each([
  ['the person agreed to no texts', []],
  ['the person agreed to reminders only', [{ ...texted, data: { ...texted.data, textsFor: undefined } }]],
  ['no confirmed visit has the number', [texted, sample('BookingCancelled')]],
] as const)('the offer is a mail if %s', async (_, events) => {
  expect(await offer(...events)).toEqual({ state: ['sending mail'], handed: [] });
});

it('the offer is a mail in quiet hours of texts, because its deadline would pass', async () => {
  const quietHours = { from: '11:00', until: '13:00', mails: false };
  const settings = { ...sample('MessageSettingsSet').data.settings, quietHours };
  expect(await offer(texted, sample('MessageSettingsSet', { settings }))).toEqual({
    state: ['sending mail'],
    handed: [],
  });
});
