import { recorded, type SampleEvent, sample, sampleIds } from '@visita/contracts/samples';
import { createCompose } from '@visita/notifier/mail/compose';
import { createLedger } from '@visita/notifier/mail/ledger';
import { createMailReads } from '@visita/notifier/mail/reads';
import { createRender } from '@visita/notifier/mail/templates/render';
import { createTexts } from '@visita/notifier/mail/templates/texts';
import { createPlanned } from '@visita/notifier/planned/planned';
import { createDueRecalls } from '@visita/notifier/planned/due-recalls';
import { planRecalls, recallRules } from '@visita/notifier/planned/recalls';
import type { PlannedText, Texts } from '@visita/notifier/planned/port';
import { createSending } from '@visita/notifier/planned/send';
import { createTextCompose } from '@visita/notifier/sms/compose';
import { createTextReads } from '@visita/notifier/sms/reads';
import type { EventNamed } from '@visita/contracts/events';
import { beginning } from '@visita/platform/event-store/port';
import { createMemoryEventStore } from '@visita/platform/testing/memory-event-store';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createQueryWorld, type QueryWorld } from '../support/query-world.ts';
import { sampleClinic } from '../support/sample-clinic.ts';

const { parent, patient } = sampleIds;

let world: QueryWorld;
let now: Date;
let texts: Texts | undefined;
let store: ReturnType<typeof createMemoryEventStore>;
const today = '2027-12-01T08:00:00.000Z';
beforeEach(async () => {
  now = new Date(today);
  texts = undefined;
  store = createMemoryEventStore();
  world = await createQueryWorld({ now: today });
  await world.given(...sampleClinic, sample('PatientRegistered'), visit);
});
afterEach(() => world.close());

const visit = sample('BookingPlaced', { confirmBy: null });
const made = sample('RecallMade', { from: today, until: '2028-01-30T08:00:00.000Z' });

/** Plans the message of a recall and decides about it once. */
const send = async (...events: SampleEvent[]) => {
  await world.given(made);
  const { pool } = world.database;
  const planned = createPlanned({ pool, now: () => now });
  const projected = { reached: async () => true };
  const { RecallMade: plan } = planRecalls({ pool, store, planned, projected }).on;
  await plan?.(recorded([made])[0] as EventNamed<'RecallMade'>, {} as never);
  await world.given(...events);
  const rules = { recall: recallRules({ pool, store, now: () => now }) };
  const sending = createSending({
    pool,
    rules,
    ...(texts ? { texts } : {}),
    key: () => 'key',
    now: () => now,
  });
  await sending.sendDue(10);
  await sending.report(10);
  const { rows } = await pool.query<{ line: string }>(
    "select concat_ws(' ', purpose, channel, state, reason) as line from notifier.planned",
  );
  return rows.map(({ line }) => line);
};

const mail = async () => {
  const compose = createCompose({
    reads: createMailReads(world.database.pool, { readStream: async () => [] }),
    render: createRender(await createTexts()),
    publicOrigin: 'https://visita.example',
    confirmationToken: (id) => id,
    accountToken: (_, { tokenId }) => tokenId,
    uidHost: 'visita.example',
    manageToken: ({ bookingId }) => bookingId,
    waitingToken: (id) => id,
    offerToken: (id) => id,
    messagesToken: (id) => `own-${id}`,
    holdCode: (id) => id,
    sender: 'no-reply@visita.example',
    now: () => now,
  });
  const { recallId } = made.data;
  return compose({ template: 'recall', eventId: recallId, about: recallId });
};

it('an invitation is one mail with the booking page, the service chosen, and a link to say no more', async () => {
  expect(await send()).toEqual(['recall sms-else-mail sending']);
  const written = await mail();
  expect(written).toMatchObject({ to: 'carla@example.com', language: 'it' });
  expect(written?.subject).toBe('È ora di prenotare una nuova visita');
  expect(written?.text).toContain(`https://visita.example/booking/anna/?service=${sampleIds.service}`);
  expect(written?.text).toContain(`https://visita.example/messages/?token=own-${patient}`);
  expect(written?.text).toContain('lunedì 23 novembre 2026');
});

it('the person who answers for the patient gets it, in their language', async () => {
  const mother = { patientId: parent, email: 'mamma@example.com', language: 'es' as const };
  await world.given(
    sample('PatientRegistered', mother),
    sample('PatientPlacedUnder', { responsibleId: parent, relation: 'child' }),
  );
  expect(await send()).toEqual(['recall sms-else-mail sending']);
  const written = await mail();
  expect(written).toMatchObject({ to: 'mamma@example.com', language: 'es' });
  expect(written?.text).toContain(`token=own-${parent}`);
});

it.each([
  [
    'booked meanwhile',
    'skipped booked',
    sample('BookingPlaced', {
      bookingId: sampleIds.token,
      confirmBy: null,
      start: '2027-12-20T08:00:00.000Z',
    }),
  ],
  ['stopped', 'dropped stopped', sample('PatientMessagesChosen', { stopped: false, recalls: false })],
  ['tagged', 'dropped stopped', sample('PatientTagsSet', { tags: ['deceased'] })],
  ['restricted', 'dropped restricted', sample('PatientRestricted')],
  ['withdrawn', 'skipped withdrawn', sample('RecallEnded')],
] as const)('it is not sent: %s; the recall ends', async (_, outcome, event) => {
  await store.append(`recall-${patient}`, 'any', [recorded([made])[0]!]);
  expect(await send(event)).toEqual([`recall sms-else-mail ${outcome}`]);
  const ended = (await store.readAll(beginning, 100)).slice(1);
  const unsent = outcome.split(' ').at(-1);
  expect(ended).toMatchObject([{ type: 'RecallEnded', data: { reason: 'not-sent', unsent } }]);
});

it('a recall beyond the daily limit of mails ends with this reason', async () => {
  await store.append(`recall-${patient}`, 'any', [recorded([made])[0]!]);
  expect(await send()).toEqual(['recall sms-else-mail sending']);
  const { pool } = world.database;
  const ledger = createLedger({ pool, newId: () => sampleIds.token, host: 'visita.example', lease: 60_000 });
  const { recallId } = made.data;
  const claim = await ledger.claim({ template: 'recall', eventId: recallId, about: recallId });
  if (typeof claim === 'string') throw new Error(`The mail is ${claim}.`);
  await ledger.settle(claim, 'dropped', 'budget');
  const rules = { recall: recallRules({ pool, store, now: () => now }) };
  await createSending({ pool, rules, key: () => 'key', now: () => now }).report(10);
  const ended = (await store.readAll(beginning, 100)).slice(1);
  expect(ended).toMatchObject([{ data: { reason: 'not-sent', unsent: 'limit' } }]);
});

const texted = sample('PatientMessagesChosen', { texts: true, stopped: false, recalls: true });
const remindersOnly = { ...texted, data: { ...texted.data, textsFor: undefined } };

/** Sends the recall where texts are possible; returns how, and the texts that were handed over. */
const sendBy = async (events: readonly SampleEvent[], allowance: 'allowed' | 'used-up' = 'allowed') => {
  const handed: PlannedText[] = [];
  texts = {
    allows: async () => allowance,
    send: async (_: unknown, text: PlannedText) => void handed.push(text),
  };
  const [state] = await send(...events);
  const { rows } = await world.database.pool.query<{ by: string | null }>(
    'select sent_by as by from notifier.planned',
  );
  return { by: rows[0]?.by ?? state, handed };
};

it('a patient who agreed to texts with invitations gets a text', async () => {
  const { by, handed } = await sendBy([texted]);
  expect([by, handed]).toEqual(['sms', [expect.objectContaining({ purpose: 'recall', patientId: patient })]]);
});

it('a patient without email gets a text', async () => {
  await world.given(sample('PatientRegistered', { email: null }));
  expect((await sendBy([texted])).by).toBe('sms');
});

it.each([
  ['the patient agreed to reminders only', [remindersOnly], 'allowed'],
  ['the patient agreed to no texts', [], 'allowed'],
  ['no confirmed visit has the number', [texted, sample('BookingCancelled')], 'allowed'],
  ['the texts of the month are used up', [texted], 'used-up'],
] as const)('the invitation is a mail if %s', async (_, events, allowance) => {
  expect(await sendBy(events, allowance)).toEqual({ by: 'mail', handed: [] });
});

it('a text waits until the quiet hours end', async () => {
  const quietHours = { from: '08:00', until: '10:00', mails: false };
  const settings = { ...sample('MessageSettingsSet').data.settings, quietHours };
  const quiet = sample('MessageSettingsSet', { settings });
  expect(await sendBy([texted, quiet])).toEqual({ by: 'recall sms-else-mail waiting', handed: [] });
});

it('the person who answers for a patient gets a mail', async () => {
  await world.given(
    sample('PatientRegistered', { patientId: parent, email: 'mamma@example.com' }),
    sample('PatientPlacedUnder', { responsibleId: parent, relation: 'child' }),
  );
  expect((await sendBy([texted, { ...texted, data: { ...texted.data, patientId: parent } }])).by).toBe(
    'mail',
  );
});

/** Writes the text as its worker does. */
const write = async (answers: boolean) => {
  const { handed } = await sendBy([texted]);
  const compose = createTextCompose({
    reads: createTextReads(world.database),
    messaging: {
      links: { issue: async ({ purpose, target }) => `${purpose}|${target}`, read: async () => null },
      numbers: { of: (e164: string) => e164, all: (e164: string) => [e164] },
      ledger: { isFirst: async () => false } as never,
    },
    publicOrigin: 'https://visita.example',
    linksLast: 0,
    now: () => now,
  });
  return compose({ ...handed[0]!, provider: 'kannel', attempts: 1 }, answers);
};

it('the text links to the booking page with the service chosen, and says how to get no more', async () => {
  const page = `https://visita.example/m/book|anna/?service=${encodeURIComponent(sampleIds.service)}`;
  const words = `Studio Roma: è ora di una nuova visita con Anna Rossi. Prenota ${page}`;
  expect(await write(true)).toMatchObject({ text: `${words} STOP per non ricevere SMS` });
});

it('the text links to the patient’s own page if the gateway delivers no answers', async () => {
  expect(await write(false)).toMatchObject({
    text: expect.stringMatching(new RegExp(` Stop: https://visita.example/m/messages\\|${patient}$`)),
  });
});

it('the text is not sent once the patient has booked', async () => {
  await sendBy([texted]);
  await world.given(sample('RecallEnded'));
  expect(await createTextReads(world.database).recall(made.data.recallId)).toBeUndefined();
});

const rule = { clinicServiceId: null, months: 12, tag: null, treatment: true, automatic: true };

/** Looks for recalls that are sent by themselves at an instant; returns the number of all made so far. */
const madeAt = async (at = '2027-12-01T11:00:00.000Z'): Promise<number> => {
  await createDueRecalls({ pool: world.database.pool, store, now: () => new Date(at) })();
  const events = await store.readAll(beginning, 100);
  return events.filter(({ type }) => type === 'RecallMade').length;
};

it('a recall of the treatment is made by itself by day, once', async () => {
  await world.given(sample('RecallRulesSet', { rules: [rule] }));
  expect(await madeAt('2027-12-01T07:59:00.000Z')).toBe(0);
  expect(await madeAt('2027-12-01T17:00:00.000Z')).toBe(0);
  expect(await madeAt('2027-12-01T08:00:00.000Z')).toBe(1);
  expect(await madeAt()).toBe(1);
  const [one] = await store.readAll(beginning, 10);
  expect(one?.data).toMatchObject({ bookingId: visit.data.bookingId, by: 'rule', patientId: patient });
});

it('no recall is made again after the same visit, nor while one is open', async () => {
  await world.given(sample('RecallRulesSet', { rules: [rule] }), made, sample('RecallEnded'));
  expect(await madeAt()).toBe(0);
});

it('a rule that does not send by itself makes none', async () => {
  await world.given(sample('RecallRulesSet', { rules: [{ ...rule, automatic: false }] }));
  expect(await madeAt()).toBe(0);
});

it('other recalls need the consent to marketing of the latest visit, or of the desk', async () => {
  await world.given(sample('RecallRulesSet', { rules: [{ ...rule, treatment: false }] }));
  expect(await madeAt()).toBe(0);
  await world.given(sample('PatientRegistered', { marketingConsent: true }));
  expect(await madeAt()).toBe(1);
});

it('a visitor who does not agree to marketing takes back what was agreed before', async () => {
  const later = {
    bookingId: sampleIds.token,
    start: '2026-11-30T08:00:00.000Z',
    placedBy: 'patient',
  } as const;
  await world.given(
    sample('RecallRulesSet', { rules: [{ ...rule, treatment: false }] }),
    sample('PatientRegistered', { marketingConsent: true }),
    sample('BookingPlaced', { ...later, confirmBy: null, marketingConsent: false }),
  );
  expect(await madeAt('2027-12-02T11:00:00.000Z')).toBe(0);
});

it('a booking after the invitation ends it', async () => {
  await store.append(`recall-${patient}`, 'any', [recorded([made])[0]!]);
  await world.given(made);
  const planned = { plan: async () => undefined, withdraw: async () => undefined };
  const projected = { reached: async () => true };
  const { BookingPlaced: booked } = planRecalls({ pool: world.database.pool, store, planned, projected }).on;
  const book = async (time: string): Promise<unknown> => {
    const [event] = recorded([visit]);
    const cause = {
      id: sampleIds.token,
      correlationId: sampleIds.token,
      actor: 'process:plan-recalls',
      time,
    } as const;
    const happened = { ...event!, metadata: { ...event!.metadata, time } };
    await booked?.(happened as EventNamed<'BookingPlaced'>, cause);
    return (await store.readAll(beginning, 10)).slice(1).map(({ data }) => data);
  };
  expect(await book('2027-11-30T08:00:00.000Z')).toEqual([]);
  expect(await book('2027-12-02T08:00:00.000Z')).toMatchObject([{ reason: 'booked' }]);
});
