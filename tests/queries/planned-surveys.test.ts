import { recorded, sample, sampleIds } from '@visita/contracts/samples';
import { createMailReads } from '@visita/notifier/mail/reads';
import { createRender } from '@visita/notifier/mail/templates/render';
import { createTexts } from '@visita/notifier/mail/templates/texts';
import { visitSurvey } from '@visita/notifier/mail/visit-survey';
import { createPlanned } from '@visita/notifier/planned/planned';
import { createSending } from '@visita/notifier/planned/send';
import { createDueSurveys, surveyRules } from '@visita/notifier/planned/surveys';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createQueryWorld, type QueryWorld } from '../support/query-world.ts';
import { sampleClinic } from '../support/sample-clinic.ts';

const { booking, owner, patient } = sampleIds;

let world: QueryWorld;
let now: Date;
beforeEach(async () => {
  now = new Date('2026-11-20T08:00:00.000Z');
  world = await createQueryWorld({ now: now.toISOString() });
  await world.given(...sampleClinic, sample('PatientRegistered'));
});
afterEach(() => world.close());

/** Monday 09:00 to 09:30 in Rome. */
const visit = sample('BookingPlaced', { confirmBy: null });
const { settings } = sample('MessageSettingsSet').data;
const asking = (surveyMails: boolean) =>
  sample('MessageSettingsSet', { settings: { ...settings, surveyMails } });

/** Moves the clock, looks for visits to ask about, and decides what is due; `before` comes between the two. */
const lookAt = async (instant: string, before: () => Promise<void> = async () => undefined) => {
  now = new Date(instant);
  const { pool } = world.database;
  const planned = createPlanned({ pool, now: () => now });
  await createDueSurveys({ pool, planned, now: () => now })();
  await before();
  const rules = { survey: surveyRules({ pool, store: { readStream: async () => recorded([visit]) } }) };
  await createSending({ pool, rules, key: () => 'key', now: () => now }).sendDue(100);
};

const ledger = async (): Promise<string[]> => {
  const { rows } = await world.database.pool.query<{ line: string }>(
    `select concat_ws(' ', right(about, 1), state, reason) as line from notifier.planned order by due, about`,
  );
  return rows.map(({ line }) => line);
};

it('asks once, two hours after the visit, and only for a pro who chose it', async () => {
  await world.given(visit);
  await lookAt('2026-11-23T10:30:00.000Z');
  expect(await ledger()).toEqual([]);
  await world.given(asking(true));
  await lookAt('2026-11-23T10:29:59.000Z');
  expect(await ledger()).toEqual([]);
  await lookAt('2026-11-23T10:30:00.000Z');
  await lookAt('2026-11-23T10:30:15.000Z');
  expect(await ledger()).toEqual(['1 sending']);
});

it('asks nothing about visits of before the day', async () => {
  await world.given(visit, asking(true));
  await lookAt('2026-11-24T08:30:00.000Z');
  expect(await ledger()).toEqual([]);
});

const by = { patientId: patient, proId: owner };
it.each([
  ['a missed visit', sample('BookingMissed', { excused: false }), 'skipped visit-changed'],
  ['a pro who chose otherwise', asking(false), 'skipped silenced'],
  ['a restricted patient', sample('PatientRestricted'), 'dropped restricted'],
  ['an erased patient', sample('PatientErasureRequested'), 'dropped erased'],
  [
    'a patient who wants no messages',
    {
      type: 'PatientMessagesChosen',
      data: { ...by, texts: false, stopped: true, recalls: false, by: 'page' },
    },
    'dropped stopped',
  ],
] as const)('asks nothing of %s', async (_, event, outcome) => {
  await world.given(visit, asking(true));
  await lookAt('2026-11-23T10:30:00.000Z', async () => void (await world.given(event)));
  expect(await ledger()).toEqual([`1 ${outcome}`]);
});

it('asks a person once in 30 days', async () => {
  await world.given(visit, asking(true));
  await lookAt('2026-11-23T10:30:00.000Z');
  const again = { start: '2026-11-24T08:00:00.000Z', end: '2026-11-24T08:30:00.000Z' };
  await world.given(sample('BookingPlaced', { ...again, confirmBy: null, bookingId: sampleIds.reservation }));
  await lookAt('2026-11-24T10:30:00.000Z');
  expect((await ledger()).map((line) => line.slice(2))).toEqual(['sending', 'skipped cap']);
});

it('counts the 30 days from when the mail left, which an outage may have delayed', async () => {
  await world.given(visit, asking(true));
  await lookAt('2026-11-23T10:30:00.000Z');
  const { pool } = world.database;
  await pool.query(`update notifier.planned set state = 'sent', settled_at = '2026-11-24T20:00:00.000Z'`);
  const again = { start: '2026-12-24T08:00:00.000Z', end: '2026-12-24T08:30:00.000Z' };
  await world.given(sample('BookingPlaced', { ...again, confirmBy: null, bookingId: sampleIds.reservation }));
  await lookAt('2026-12-24T10:30:00.000Z');
  expect((await ledger()).map((line) => line.slice(2))).toEqual(['sent', 'skipped cap']);
});

it.each(['it', 'en', 'es'] as const)('writes the mail with the link to the form (%s)', async (language) => {
  await world.given(sample('BookingPlaced', { confirmBy: null, language }));
  now = new Date('2026-11-23T10:30:00.000Z');
  const reads = createMailReads(world.database.pool, { readStream: async () => [] });
  const found = await reads.appointment(booking);
  const deps = {
    render: createRender(await createTexts()),
    publicOrigin: 'https://visita.example',
    manageToken: ({ bookingId }: { bookingId: string }) => bookingId,
    now: () => now,
  };
  const job = { template: 'visit-survey', eventId: booking, about: booking } as const;
  const mail = await visitSurvey(deps as never, job, found!);
  expect(mail).toMatchObject({ to: 'carla@example.com', language });
  expect(mail?.text).toContain(`https://visita.example/manage/?token=${booking}`);
  expect(mail?.text).toContain('Anna Rossi');
  now = new Date('2026-11-23T08:10:00.000Z');
  expect(await visitSurvey(deps as never, job, found!)).toBeNull();
});
