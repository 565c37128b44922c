import type { StoredStep } from '@visita/contracts/messages/plan';
import { recorded, sample, type SampleEvent, sampleId, sampleIds } from '@visita/contracts/samples';
import { createCompose } from '@visita/notifier/mail/compose';
import { jobIdOf } from '@visita/notifier/mail-job-id';

import { createMailReads } from '@visita/notifier/mail/reads';
import { createRender } from '@visita/notifier/mail/templates/render';
import { createTexts } from '@visita/notifier/mail/templates/texts';
import { createPlanned } from '@visita/notifier/planned/planned';
import { createDueReminders, reminderRules } from '@visita/notifier/planned/reminders';
import type { PlannedText } from '@visita/notifier/planned/port';
import { createSending } from '@visita/notifier/planned/send';
import { createTextReads } from '@visita/notifier/sms/reads';
import { reminderIdOf } from '@visita/platform/ids/derive-id';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createQueryWorld, type QueryWorld } from '../support/query-world.ts';
import { guestAccepts, sampleClinic } from '../support/sample-clinic.ts';

const { booking, guest, guestHub, owner, patient, service } = sampleIds;
const second = sampleId(4, 2);

let world: QueryWorld;
let now: Date;
/** Friday; the sample visit is on Monday at 09:00 in Rome. */
const friday = '2026-11-20T08:00:00.000Z';
beforeEach(async () => {
  now = new Date(friday);
  world = await createQueryWorld({ now: friday });
  await world.given(...sampleClinic, guestAccepts);
});
afterEach(() => world.close());

const visit = sample('BookingPlaced', { confirmBy: null });
const otherVisit = (changes: Partial<typeof visit.data>) =>
  sample('BookingPlaced', { confirmBy: null, bookingId: second, ...changes });
const step = (before: string, at: string | null = null, more: Partial<StoredStep> = {}) => ({
  clinicServiceId: null,
  before,
  at,
  channel: 'mail' as const,
  ask: false,
  since: '2026-11-01T00:00:00.000Z',
  ...more,
});
const plan = (...steps: ReturnType<typeof step>[]) => sample('ReminderPlanSet', { steps });
const guestPlan = (...steps: ReturnType<typeof step>[]) => sample('ReminderPlanSet', { proId: guest, steps });

const notTold: string[] = [];
const textedVisits: string[] = [];
const machine = () => {
  const { pool } = world.database;
  const planned = createPlanned({ pool, now: () => now });
  const rules = reminderRules({
    pool,
    store: { readStream: async () => recorded([visit]) },
    texted: async ({ state, covers }) => void textedVisits.push(`${state} ${covers.length}`),
    notMailed: async ({ about }, reason) => void notTold.push(`${about} ${reason}`),
  });
  const sending = createSending({ pool, rules: { reminder: rules }, key: () => 'key', now: () => now });
  const planDue = createDueReminders({ pool, planned, now: () => now });
  return { planned, sending, planDue };
};

/** Moves the clock and looks once for what is due. */
const lookAt = async (instant: string): Promise<void> => {
  now = new Date(instant);
  const { sending, planDue } = machine();
  await planDue();
  await sending.sendDue(100);
  await sending.report(100);
};

/** Lets the mail worker end every mail that it got. */
const mailed = async (state = 'sent'): Promise<void> => {
  await world.database.pool.query('update notifier.outbox set state = $1, settled_at = $2', [state, now]);
};

const ledger = async (): Promise<string[]> => {
  const { rows } = await world.database.pool.query<{ line: string }>(
    `select concat_ws(' ', right(about, 1), step, state, reason) as line from notifier.planned order by due, about`,
  );
  return rows.map(({ line }) => line);
};

/** Writes the mails of jobs. */
const composing = async () =>
  createCompose({
    reads: createMailReads(world.database.pool, { readStream: async () => [] }),
    render: createRender(await createTexts()),
    publicOrigin: 'https://visita.example',
    confirmationToken: (id) => id,
    accountToken: (_, { tokenId }) => tokenId,
    uidHost: 'visita.example',
    manageToken: ({ bookingId }) => bookingId,
    waitingToken: (id) => id,
    offerToken: (id) => id,
    messagesToken: (id) => id,
    holdCode: (id) => id,
    sender: 'no-reply@visita.example',
    now: () => now,
  });

it('a step is sent when it is due, once', async () => {
  await world.given(visit, plan(step('P2D', '18:00'), step('PT3H')));
  await lookAt('2026-11-21T16:59:59.000Z');
  expect(await ledger()).toEqual([]);
  await lookAt('2026-11-21T17:00:00.000Z');
  await lookAt('2026-11-21T17:00:15.000Z');
  expect(await ledger()).toEqual(['1 P2D@18:00 sending']);
  await mailed();
  await lookAt('2026-11-21T17:00:30.000Z');
  await lookAt('2026-11-23T05:00:00.000Z');
  expect(await ledger()).toEqual(['1 P2D@18:00 sent', '1 PT3H sending']);
});

it('a mail that was dropped, or expired before a worker had it, says so', async () => {
  await world.given(visit, plan(step('PT3H')));
  await lookAt('2026-11-23T05:00:00.000Z');
  await mailed('dropped');
  await lookAt('2026-11-23T05:01:00.000Z');
  expect(await ledger()).toEqual(['1 PT3H dropped not-sent']);
  await world.database.pool.query("update notifier.planned set state = 'sending', settled_at = null");
  await world.database.pool.query('delete from notifier.outbox');
  await lookAt('2026-11-23T08:00:00.000Z');
  expect(await ledger()).toEqual(['1 PT3H dropped late']);
});

it('an outage of a day loses no reminder, and sends only the latest one', async () => {
  await world.given(visit, plan(step('P1D'), step('P2D')));
  await lookAt('2026-11-22T10:00:00.000Z');
  expect(await ledger()).toEqual(['1 P2D skipped superseded', '1 P1D sending']);
});

it('nothing is sent for a visit that has begun', async () => {
  await world.given(visit, plan(step('P1D')));
  await lookAt('2026-11-23T08:00:00.000Z');
  expect(await ledger()).toEqual([]);
});

it('a reminder that waited in an outage until the visit began is dropped, and staff are told', async () => {
  await world.given(visit, plan(step('P1D')));
  now = new Date('2026-11-22T08:00:00.000Z');
  await machine().planDue();
  await world.given({ type: 'OptionsChanged', data: { proId: owner, changes: { manageNoticeHours: 1 } } });
  await lookAt('2026-11-23T08:00:00.000Z');
  expect(await ledger()).toEqual(['1 P1D dropped late']);
  expect(notTold).toContain(`${booking} late`);
});

it('steps that were due before the visit was booked, or moved there, are skipped', async () => {
  await world.given(plan(step('P4D'), step('P1D')), visit);
  await lookAt('2026-11-20T08:01:00.000Z');
  expect(await ledger()).toEqual(['1 P4D skipped booked-later']);
  world.setNow('2026-11-22T09:00:00.000Z');
  const moved = { start: '2026-11-24T08:00:00.000Z', end: '2026-11-24T08:30:00.000Z' };
  await world.given(sample('BookingMoved', moved));
  await lookAt('2026-11-22T09:01:00.000Z');
  const skipped = ['1 P4D skipped booked-later', '1 P4D skipped booked-later'];
  expect(await ledger()).toEqual(skipped);
  await lookAt('2026-11-23T08:00:00.000Z');
  expect(await ledger()).toEqual([...skipped, '1 P1D sending']);
});

it('a step that was added after it was due is skipped, and one that stays is sent', async () => {
  await world.given(visit, plan(step('P2D'), step('P1D', null, { since: '2026-11-22T08:00:01.000Z' })));
  await lookAt('2026-11-21T08:00:00.000Z');
  await lookAt('2026-11-22T08:00:02.000Z');
  expect(await ledger()).toEqual(['1 P2D sending', '1 P1D skipped plan-changed']);
});

it.each([
  ['the visit is cancelled', sample('BookingCancelled'), 'visit-changed'],
  ['the visit is moved', sample('BookingMoved', { start: '2026-11-30T08:00:00.000Z' }), 'visit-changed'],
  ['the plan loses the step', plan(step('PT1H')), 'plan-changed'],
  [
    'the pro sends no reminders',
    { type: 'OptionsChanged', data: { proId: owner, changes: { reminderBookingEmail: false } } } as const,
    'silenced',
  ],
])('a reminder is skipped if %s before it is sent', async (_what, event, reason) => {
  await world.given(visit, plan(step('P1D')));
  now = new Date('2026-11-22T08:00:00.000Z');
  await machine().planDue();
  await world.given(event);
  await lookAt('2026-11-22T08:00:00.000Z');
  expect(await ledger()).toEqual([`1 P1D skipped ${reason}`]);
});

it('services with steps of their own have only those', async () => {
  await world.given(visit, plan(step('PT3H'), step('P1D', null, { clinicServiceId: service })));
  await lookAt('2026-11-22T08:00:00.000Z');
  await lookAt('2026-11-23T06:00:00.000Z');
  expect(await ledger()).toEqual(['1 P1D sending']);
});

it('days keep the local time over a change of clocks', async () => {
  // Clocks go forward on 28 March 2027; the visit is at 09:00 in Rome on the 29th.
  const after = { start: '2027-03-29T07:00:00.000Z', end: '2027-03-29T07:30:00.000Z' };
  await world.given(otherVisit(after), plan(step('P2D'), step('PT48H')));
  await lookAt('2027-03-27T07:00:00.000Z');
  expect(await ledger()).toEqual(['2 PT48H sending']);
  await lookAt('2027-03-27T08:00:00.000Z');
  expect(await ledger()).toEqual(['2 PT48H sending', '2 P2D sending']);
});

it('several visits of one day are one message, sent for the pro of the earliest', async () => {
  const later = { start: '2026-11-23T09:00:00.000Z', end: '2026-11-23T09:30:00.000Z' };
  const ofGuest = otherVisit({ ...later, proId: guest, hubId: guestHub, patientId: sampleId(5, 9) });
  await world.given(visit, ofGuest, plan(step('P1D')), guestPlan(step('P1D', '08:00', { ask: true })));
  await lookAt('2026-11-22T07:00:00.000Z');
  await lookAt('2026-11-22T08:00:00.000Z');
  expect(await ledger()).toEqual(['2 P1D@08:00 sending', '1 P1D skipped merged']);
  const { rows } = await world.database.pool.query(
    'select pro_id, covers from notifier.planned where covers <> $1',
    [[]],
  );
  const covers = [`${booking}@${visit.data.start}`, `${second}@${later.start}`];
  expect(rows).toEqual([{ pro_id: owner, covers }]);
  const compose = await composing();
  const payloads = await world.database.pool.query<{ payload: Parameters<typeof compose>[0] }>(
    'select payload from notifier.outbox',
  );
  const mail = await compose(payloads.rows[0]!.payload);
  expect(mail?.to).toBe('carla@example.com');
  expect(mail?.text).toContain('ore 09:00');
  expect(mail?.text).toContain('ore 10:00');
  expect(mail?.text).toContain('Bruno Bianchi');
  expect(mail?.text).toContain('Ci sarò / Non posso:\nhttps://visita.example/manage/?token=');
  expect(mail?.text).toContain('&ask=1');
});

it('a person gets two reminders a day', async () => {
  await world.given(visit, plan(step('PT3H'), step('PT2H'), step('PT1H')));
  await lookAt('2026-11-23T05:00:00.000Z');
  await lookAt('2026-11-23T06:00:00.000Z');
  await lookAt('2026-11-23T07:00:00.000Z');
  expect(await ledger()).toEqual(['1 PT3H sending', '1 PT2H sending', '1 PT1H dropped cap']);
});

it('mails keep the quiet hours if the pro wants it, and are sent before them', async () => {
  const settings = {
    ...sample('MessageSettingsSet').data.settings,
    quietHours: { from: '21:00', until: '08:00', mails: true },
  };
  await world.given(visit, plan(step('P1D', '22:00')), sample('MessageSettingsSet', { settings }));
  await lookAt('2026-11-22T19:44:59.000Z');
  expect(await ledger()).toEqual([]);
  await lookAt('2026-11-22T19:45:00.000Z');
  expect(await ledger()).toEqual(['1 P1D@22:00 sending']);
});

it.each([
  ['before the quiet hours end', step('P1D', '07:00', { channel: 'sms' }), '2026-11-21T19:45:00.000Z'],
  ['when they begin', step('P2D', '21:00', { channel: 'sms-else-mail' }), '2026-11-21T19:45:00.000Z'],
  ['when they end', step('P1D', '08:00', { channel: 'sms' }), '2026-11-22T07:00:00.000Z'],
])('a step by text that is due %s is planned in time', async (_when, chosen, due) => {
  await world.given(visit, plan(chosen));
  now = new Date(Date.parse(due) - 1_000);
  await machine().planDue();
  expect(await ledger()).toEqual([]);
  now = new Date(due);
  await machine().planDue();
  expect(await ledger()).toHaveLength(1);
});

it('a step in quiet hours at noon is planned before them', async () => {
  const quietHours = { from: '12:00', until: '14:00', mails: true };
  const settings = { ...sample('MessageSettingsSet').data.settings, quietHours };
  await world.given(visit, plan(step('P1D', '13:30')), sample('MessageSettingsSet', { settings }));
  await lookAt('2026-11-22T10:44:59.000Z');
  expect(await ledger()).toEqual([]);
  await lookAt('2026-11-22T10:45:00.000Z');
  expect(await ledger()).toEqual(['1 P1D@13:30 sending']);
});

it('hours are counted over a change of clocks when quiet hours move a step', async () => {
  // Clocks go forward on 28 March 2027: 26 hours before 10:30 of that day are 07:30 of the day before.
  const after = { start: '2027-03-28T08:30:00.000Z', end: '2027-03-28T09:00:00.000Z' };
  await world.given(otherVisit(after), plan(step('PT26H', null, { channel: 'sms' })));
  now = new Date('2027-03-26T19:44:59.000Z');
  await machine().planDue();
  expect(await ledger()).toEqual([]);
  now = new Date('2027-03-26T19:45:00.000Z');
  await machine().planDue();
  expect(await ledger()).toEqual(['2 PT26H waiting']);
});

it('a mail that waited for the mail server in an outage keeps the quiet hours', async () => {
  const settings = {
    ...sample('MessageSettingsSet').data.settings,
    quietHours: { from: '21:00', until: '08:00', mails: true },
  };
  await world.given(visit, plan(step('P1D', '20:00')), sample('MessageSettingsSet', { settings }));
  await lookAt('2026-11-22T19:00:00.000Z');
  await world.database.pool.query('update notifier.outbox set waits = true, settled_at = now()');
  await lookAt('2026-11-22T20:30:00.000Z');
  expect(await ledger()).toEqual(['1 P1D@20:00 waiting']);
  await lookAt('2026-11-23T07:00:00.000Z');
  expect(await ledger()).toEqual(['1 P1D@20:00 sending']);
  const { rows } = await world.database.pool.query('select state, waits from notifier.outbox');
  expect(rows).toEqual([{ state: 'asked', waits: true }]);
});

it('a reminder that missed the time before the quiet hours waits until they end', async () => {
  const settings = {
    ...sample('MessageSettingsSet').data.settings,
    quietHours: { from: '21:00', until: '08:00', mails: true },
  };
  await world.given(visit, plan(step('P1D', '22:00')), sample('MessageSettingsSet', { settings }));
  await lookAt('2026-11-22T20:30:00.000Z');
  expect(await ledger()).toEqual(['1 P1D@22:00 waiting']);
  await lookAt('2026-11-23T07:00:00.000Z');
  expect(await ledger()).toEqual(['1 P1D@22:00 sending']);
});

it.each([
  ['sent', '2026-11-22T08:00:00.000Z'],
  ['claimed', null],
])('a step soon after the reminder without a plan, which is %s, is skipped', async (state, settledAt) => {
  const id = jobIdOf({ eventId: reminderIdOf(booking, visit.data.start), template: 'reminder' });
  await world.database.pool.query(
    `insert into notifier.outbox (queue, job_id, name, payload, priority, due_at, expires_at, state, settled_at)
      values ('mail', $1, 'reminder', '{}', 1, now(), now(), $2, $3)`,
    [id, state, settledAt],
  );
  await world.given(visit, plan(step('P1D', '18:00')));
  await lookAt('2026-11-22T17:00:00.000Z');
  expect(await ledger()).toEqual(['1 P1D@18:00 skipped reminded']);
});

it('the reminder without a plan is not written while there is a plan, and is again without one', async () => {
  await world.given(visit, plan(step('P1D')));
  const byPlan = async () => {
    const reads = createMailReads(world.database.pool, { readStream: async () => [] });
    return (await reads.appointment(booking))?.byPlan;
  };
  expect(await byPlan()).toBe(true);
  await world.given(plan());
  expect(await byPlan()).toBe(false);
  await lookAt('2026-11-22T08:00:00.000Z');
  expect(await ledger()).toEqual([]);
});

it('an erased person gets no message, and their rows are deleted', async () => {
  await world.given(visit, plan(step('PT3H'), step('PT1H')));
  await lookAt('2026-11-23T05:00:00.000Z');
  await machine().planned.forget(`patient-${patient}`);
  expect(await ledger()).toEqual([]);
});

it('a visit without email is dropped with its reason', async () => {
  const contact = { ...visit.data.contact, email: null };
  await world.given({ ...visit, data: { ...visit.data, contact } }, plan(step('PT3H')));
  await lookAt('2026-11-23T05:00:00.000Z');
  expect(await ledger()).toEqual(['1 PT3H dropped no-address']);
});

/** Decides about a reminder by text; returns its state, and the numbers and ids of the texts handed over. */
const sendText = async (allowed: 'allowed' | 'used-up', ...events: SampleEvent[]) => {
  await world.given(visit, sample('PatientMessagesChosen', { texts: true, stopped: false }), ...events);
  await world.given(plan(step('PT3H', null, { channel: 'sms' })));
  now = new Date('2026-11-22T19:45:00.000Z');
  await machine().planDue();
  const { pool } = world.database;
  const handed: PlannedText[] = [];
  const texts = {
    allows: async () => allowed,
    send: async (_: unknown, text: PlannedText) => void handed.push(text),
  };
  const rules = reminderRules({
    pool,
    store: { readStream: async () => recorded([visit]) },
    texted: async () => undefined,
    notMailed: async () => undefined,
  });
  const texting = { pool, rules: { reminder: rules }, texts, key: () => 'key', now: () => now };
  await createSending(texting).sendDue(10);
  const { rows } = await pool.query('select state, sent_by from notifier.planned');
  return { rows, handed };
};

it('a text is a mail once the texts of the month are used up, also for a step by text only', async () => {
  expect(await sendText('used-up')).toEqual({ rows: [{ state: 'sending', sent_by: 'mail' }], handed: [] });
});

it('the text goes to the number that was corrected after the booking', async () => {
  const { handed } = await sendText('allowed', sample('PatientRegistered'), sample('PatientUpdated'));
  expect(handed.map(({ number }) => number)).toEqual(['+34600111222']);
  const found = await createTextReads(world.database).visit(handed[0]?.id ?? '');
  expect(found).toMatchObject({ bookingId: booking, prefix: '+34', phone: '600111222' });
});

it('a reminder that asks links to every visit that it names and that still takes place', async () => {
  const later = { start: '2026-11-23T09:00:00.000Z', end: '2026-11-23T09:30:00.000Z' };
  const [third, last] = [
    sampleId(4, 3),
    { start: '2026-11-23T10:00:00.000Z', end: '2026-11-23T10:30:00.000Z' },
  ];
  await world.given(visit, otherVisit(later), otherVisit({ ...last, bookingId: third }));
  await world.given(plan(step('PT3H', null, { ask: true })));
  await lookAt('2026-11-23T05:00:00.000Z');
  await world.given(sample('BookingCancelled', { bookingId: third }));
  const { rows } = await world.database.pool.query<{ id: string }>('select id from notifier.planned');
  const compose = await composing();
  const mail = await compose({
    template: 'planned-reminder',
    eventId: rows[0]!.id,
    about: booking,
    sequence: 0,
  });
  expect(mail?.text).toContain(`https://visita.example/manage/?token=${booking}&ask=1&also=${second}\n`);
});

it('two looks at once send a reminder once', async () => {
  await world.given(visit, plan(step('PT3H')));
  now = new Date('2026-11-23T05:00:00.000Z');
  const [one, other] = [machine(), machine()];
  await Promise.all([one.planDue(), other.planDue()]);
  await Promise.all([one.sending.sendDue(10), other.sending.sendDue(10)]);
  const { rows } = await world.database.pool.query('select from notifier.outbox');
  expect(rows).toHaveLength(1);
  expect(await ledger()).toEqual(['1 PT3H sending']);
});

it('a reminder that was queued without a plan is written again when the plan is cleared', async () => {
  await world.given(visit);
  const compose = await composing();
  const eventId = reminderIdOf(booking, visit.data.start);
  const queued = () => compose({ template: 'reminder', eventId, about: booking, sequence: 0 });
  expect((await queued())?.to).toBe('carla@example.com');
  await world.given(plan(step('P1D')));
  expect(await queued()).toBeNull();
  await world.given(plan());
  expect((await queued())?.to).toBe('carla@example.com');
});

it('a text is reported when it was sent, and again if it was not delivered', async () => {
  await world.given(visit, plan(step('PT3H')));
  await lookAt('2026-11-23T05:00:00.000Z');
  const { pool } = world.database;
  await pool.query("update notifier.planned set state = 'sent', sent_by = 'sms', settled_at = due");
  await lookAt('2026-11-23T05:00:15.000Z');
  await pool.query("update notifier.planned set state = 'failed', told = false");
  await lookAt('2026-11-23T05:00:30.000Z');
  await lookAt('2026-11-23T05:00:45.000Z');
  expect(textedVisits.splice(0)).toEqual(['sent 1', 'failed 1']);
});

it('a message that cannot be decided does not delay the others, and is tried again', async () => {
  const later = { start: '2026-11-23T09:00:00.000Z', end: '2026-11-23T09:30:00.000Z' };
  const contact = { ...visit.data.contact, email: 'dora@example.com' };
  await world.given(visit, otherVisit({ ...later, contact, patientId: sampleId(5, 9) }), plan(step('PT3H')));
  now = new Date('2026-11-23T06:00:00.000Z');
  const { planDue } = machine();
  await planDue();
  let broken = true;
  const { pool } = world.database;
  const rules = reminderRules({
    pool,
    store: {
      readStream: async (stream) => {
        if (broken && stream.endsWith(booking)) throw new Error('away');
        return recorded([visit]);
      },
    },
    texted: async () => undefined,
    notMailed: async () => undefined,
  });
  const sending = createSending({
    pool,
    rules: { reminder: rules },
    key: () => 'key',
    now: () => now,
  });
  await expect(sending.sendDue(100)).rejects.toThrow('away');
  expect(await ledger()).toEqual(['1 PT3H waiting', '2 PT3H sending']);
  broken = false;
  await sending.sendDue(100);
  expect(await ledger()).toEqual(['1 PT3H sending', '2 PT3H sending']);
});
