import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CallName } from '@visita/contracts/api/table';
import type { PoolClient } from 'pg';
import { sample, sampleId, sampleIds } from '@visita/contracts/samples';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSending } from '@visita/notifier/planned/send';
import { sumUpBookings } from '@visita/read-model/overview/kept';
import { type ExecutedPlan, listenToPlans } from '../support/executed-plans.ts';
import { createQueryWorld, type QueryWorld } from '../support/query-world.ts';
import { guestAccepts, sampleClinic } from '../support/sample-clinic.ts';
import { countStatements } from '../support/statements.ts';

/** Bookings of the tested practice, and as many of all others; 1,000,000 for a release. */
const bookings = Number(process.env['PLANS_BOOKINGS'] ?? 20_000);
const practices = 8_000;

const { owner, guest, clinic, patient } = sampleIds;
const reception = sampleId(1, 9);
const week = { from: '2026-11-23', to: '2026-11-29' };

type Question = Parameters<QueryWorld['ask']>[1];
const questions: [CallName, Question][] = [
  ['getProCalendar', { params: { proId: owner }, caller: owner, query: week }],
  ['getProCalendar', { params: { proId: guest }, caller: guest, query: week }],
  ['getProOverview', { params: { proId: owner }, caller: owner, query: week }],
  [
    'getProOverview',
    { params: { proId: owner }, caller: owner, query: { from: '2026-05-01', to: '2026-10-31' } },
  ],
  ['getHolidays', { params: { id: clinic }, caller: owner, query: { language: 'it' } }],
  ['getDuplicates', { params: { proId: owner }, caller: owner }],
  ['getClinics', { caller: owner }],
  ['getServices', { caller: owner }],
  ['getClinic', { params: { id: clinic } }],
  ['getClinicServices', { params: { id: clinic } }],
  ['getProHubs', { params: { id: owner } }],
  ['getProClinics', { params: { id: owner } }],
  ['getProByUrl', { params: { url: 'pro7' } }],
  ['getFormerAddress', { params: { url: 'left7' } }],
  ['getPro', { params: { username: 'pro7' } }],
  ['getOptions', { params: { proId: owner }, caller: owner }],
  ['getReminderPlan', { params: { proId: owner }, caller: owner }],
  ['getMessageSettings', { params: { proId: owner }, caller: owner }],
  ['getBookingAvailabilities', { params: { clinicId: clinic } }],
  [
    'getFreeTimes',
    {
      params: { clinicId: clinic },
      caller: owner,
      query: { clinicServiceId: sampleIds.service, from: '2026-11-23', to: '2026-12-24' },
    },
  ],
  ['getVisitsInTheWay', { caller: owner, query: { inactivity_id: sample('ClosingPlanned').data.closingId } }],
  [
    'getVisitsInTheWay',
    { caller: owner, query: { inactivity_id: sample('VacationPlanned').data.vacationId } },
  ],
  ['getVisitsInTheWay', { caller: guest, query: { hub_id: sampleIds.guestHub, day: '2026-11-23' } }],
  ['getWaitingList', { params: { clinicId: clinic }, caller: owner }],
  [
    'getWaitingList',
    {
      params: { clinicId: clinic },
      caller: owner,
      query: { hubId: sampleIds.ownerHub, date: '2026-11-23T08:00' },
    },
  ],
  [
    'getWaitingList',
    {
      params: { clinicId: clinic },
      caller: guest,
      query: { hubServiceId: sampleIds.guestHubService, date: '2026-11-23T09:00' },
    },
  ],
  ['getRecallRules', { params: { proId: owner }, caller: owner }],
  ['getRecalls', { params: { clinicId: clinic }, caller: owner }],
  ['getRecalls', { params: { clinicId: clinic }, caller: guest }],
  ['getNotices', { caller: owner }],
  ['getNotices', { caller: guest, query: { after: '1000000000000000' } }],
  ['getPatients', { params: { key: owner }, caller: owner }],
  ['getPatients', { params: { key: 'carla@example.com' }, caller: owner }],
  ['getPatientList', { params: { proId: owner }, caller: owner }],
  ['getPatientList', { params: { proId: owner }, caller: owner, query: { search: 'carla' } }],
  ['getPatientBookings', { params: { proId: owner, patientId: patient }, caller: owner }],
  ['getPatientBookings', { params: { proId: owner, patientId: patient }, caller: reception }],
  ['getClinicPatients', { params: { clinicId: clinic }, caller: reception, query: { search: 'carla' } }],
];

/** Rare queries: of one person or by operators, such as exports, feeds and the sitemap. */
const elsewhere = new Set([
  'held-desks',
  'texts-to',
  'held-patient',
  'held-patients',
  'held-person',
  'held-pro',
  'held-series-by-patient_id',
  'held-series-by-pro_id',
  'held-surveys-of-patient',
  'held-waiting-entries',
  'waiting-entries-of-pro',
  'held-surveys-of-pro',
  'closings',
  'vacations',
  'blocks',
  'projected-position',
  'calendar-feed-bookings',
  'mails-about',
  'sessions-of',
  'read-mark-of',
  'sitemap-count',
  'sitemap-slugs',
  'patient-records-by-id',
  'desk-professionals',
  'acting-at-clinic',
  'booking-of-history',
  'patient-answers',
]);

const named = (): string[] => {
  const root = join(import.meta.dirname, '../..');
  const files = globSync('{query-service,read-model}/src/**/*.ts', { cwd: root });
  const texts = files
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(root, file), 'utf8'));
  const found = texts.flatMap((text) => [
    ...text.matchAll(/(?:name: |together\()'([a-z-]+)',\s*(?:text:|\{)/g),
  ]);
  return [...new Set(found.map(([, name = '']) => name))];
};

/** Rows that a statement may read in excess, and size of tables that practices do not grow. */
const few = 100;

let world: QueryWorld;
const asked = new Set<string>();
let statements: ReturnType<typeof countStatements>;
let filling: PoolClient;
let listening: Awaited<ReturnType<typeof listenToPlans>>;

/** Fills a table with copies of its only row, changed by an SQL object over `g` = 1, 2, … */
const copy = (table: string, count: number, changed: string) =>
  filling.query(`insert into read.${table} select made.*
    from (select t from read.${table} t limit 1) one, generate_series(1, ${count}) g,
      jsonb_populate_record(one.t, jsonb_build_object(${changed})) made`);

const id = (kind: number, of = 'g') => `'${kind}0000000-0000-4000-8000-' || lpad((${of})::text, 12, '0')`;

/** Fills the planned messages and their mails: all are sent, but some mails wait for the mail server. */
const fillPlanned = async (): Promise<void> => {
  const state = (early: string) => `case when g <= 20 then '${early}' else 'sent' end`;
  const planned = `select (${id(7)})::uuid, 'reminder', 'visit' || g, '${owner}', '${clinic}', '{}', 'mail', now(), now(),
      now(), ${state('sending')}, 'mail' from generate_series(1, ${bookings}) g`;
  await filling.query(`insert into notifier.planned (id, purpose, about, pro_id, clinic_id, subjects, channel, due,
    look_at, not_after, state, sent_by) ${planned}`);
  const mails = `select 'mail', 'mail' || g, 'planned-reminder', jsonb_build_object('eventId', ${id(7)}), 1, now(), now(),
      ${state('asked')}, g <= 20, now() from generate_series(1, ${bookings}) g`;
  await filling.query(`insert into notifier.outbox (queue, job_id, name, payload, priority, due_at, expires_at, state,
    waits, settled_at) ${mails}`);
};

beforeAll(async () => {
  world = await createQueryWorld({ now: '2026-11-20T08:00:00.000Z' });
  const desk = { hubId: sampleId(3, 9), proId: reception, role: 'reception', status: 'active' } as const;
  await world.given(...sampleClinic, guestAccepts, sample('PatientRegistered'));
  await world.given(sample('CollaboratorInvited', desk));
  await world.given(
    sample('BookingPlaced', { confirmBy: null }),
    sample('BookingConfirmed'),
    sample('ClosingPlanned'),
    sample('VacationPlanned'),
    sample('OfferMade'),
    sample('OfferDeclined'),
    { type: 'BookingSlugChanged', data: { proId: owner, calendarPageUrl: 'anna', former: ['left'] } },
  );
  filling = await world.database.pool.connect();
  await filling.query('set statement_timeout = 0; set synchronous_commit = off');
  const elsewhere = `'clinic_id', ${id(1, `g % ${practices}`)}, 'pro_id', ${id(2, `g % ${practices}`)}`;
  await copy('clinics', practices, `'clinic_id', ${id(1)}, 'owner_id', ${id(2)}`);
  await copy(
    'pros',
    practices,
    `'pro_id', ${id(2)}, 'slug', 'pro' || g, 'username', 'pro' || g, 'email', 'pro' || g`,
  );
  await copy('former_slugs', practices, `'pro_id', ${id(2)}, 'slug', 'left' || g`);
  await copy('changes', practices, `'scope', ${id(1)}, 'position', lpad('1', 16, '0')`);
  await copy('hubs', practices, `'hub_id', ${id(3)}, 'clinic_id', ${id(1)}, 'pro_id', ${id(2)}`);
  for (const [table, key] of Object.entries({
    clinic_services: 'clinic_service_id',
    closings: 'closing_id',
  }))
    await copy(table, practices, `'${key}', 'copy' || g, 'clinic_id', ${id(1)}`);
  for (const [table, key] of Object.entries({
    hub_availabilities: 'availability_id',
    hub_services: 'hub_service_id',
    vacations: 'vacation_id',
  }))
    await copy(
      table,
      practices,
      `'${key}', 'copy' || g, 'hub_id', ${id(3)}${table === 'vacations' ? `, 'clinic_id', ${id(1)}` : ''}`,
    );
  await copy(
    'patients',
    bookings / 10,
    `'patient_id', ${id(4)}, 'pro_id', ${id(2, `g % ${practices}`)}, 'email', 'p' || g`,
  );
  const hourAgo = `'starts_at', (one.t).starts_at - g * interval '1 hour', 'ends_at', (one.t).ends_at - g * interval '1 hour'`;
  const who = `'patient_id', ${id(4, `1 + g % ${bookings / 10}`)}, 'attendance', 'attended'`;
  // Summed at once below.
  await filling.query('alter table read.bookings disable trigger user');
  await copy('bookings', bookings, `'booking_id', ${id(5)}, ${who}, ${hourAgo}`);
  await copy('bookings', bookings, `'booking_id', ${id(6)}, ${who}, ${hourAgo}, ${elsewhere}`);
  await copy('busy_intervals', bookings, `'booking_id', ${id(5)}, ${hourAgo}`);
  await copy(
    'busy_intervals',
    bookings,
    `'booking_id', ${id(6)}, ${hourAgo}, 'pro_id', ${id(2, `g % ${practices}`)}`,
  );
  const ended = `'last_starts_at', (one.t).last_starts_at - g * interval '1 hour'`;
  await copy('offered_times', bookings, `'offer_id', 'past' || g, ${ended}`);
  await copy(
    'offered_times',
    bookings,
    `'offer_id', 'other' || g, 'clinic_id', ${id(1, `g % ${practices}`)}`,
  );
  const newest = 1_000_000_000_000_000;
  const earlier = (by: number) =>
    `'position', (${newest} - g * 2 - ${by})::text, 'at', (one.t).at - g * interval '1 hour'`;
  await filling.query(`update read.activities set position = '${newest}'`);
  await copy('activities', bookings, `${earlier(0)}, 'booking_id', ${id(5)}`);
  await copy('activities', bookings, `${earlier(1)}, 'booking_id', ${id(6)}, ${elsewhere}`);
  await fillPlanned();
  await sumUpBookings(filling, 'read');
  await filling.query('alter table read.bookings enable trigger user; analyze');
  filling.release(true);
  statements = countStatements();
  listening = await listenToPlans(world.database.pool);
}, 600_000);
afterAll(async () => {
  statements?.end();
  await world?.close();
});

/** Returns scans that read many more rows than they keep. */
const wastefulOf = (plans: readonly ExecutedPlan[]) =>
  plans.flatMap(({ statement, scans }) =>
    scans
      .filter(({ how, read, kept }) => (how === 'Seq Scan' && read > few) || read > kept * 10 + few)
      .map((scan) => ({ ...scan, statement })),
  );

describe.each(['force_custom_plan', 'force_generic_plan'] as const)('with %s', (mode) => {
  // Clears cached responses.
  beforeAll(async () => void (await world.given(sample('ClosingPlanned'))));

  test.each(questions)('%s reads few rows in excess of its result', async (call, question) => {
    const plans = await listening.during(mode, () => world.ask(call, question));
    for (const name of statements.take().keys()) asked.add(name);
    expect(plans.length).toBeGreaterThan(0);
    expect(wastefulOf(plans)).toEqual([]);
  });

  test('mails that wait for the mail server are taken back without reading the sent ones', async () => {
    const { pool } = world.database;
    const sending = createSending({ pool, rules: {}, key: () => 'key', now: () => new Date() });
    const plans = await listening.during(mode, () => sending.sendDue(1));
    const [back] = plans.filter(({ statement }) => statement.includes("set state = 'dropped'"));
    expect(back?.scans.map(({ table }) => table)).toEqual(expect.arrayContaining(['outbox', 'planned']));
    expect(wastefulOf(plans)).toEqual([]);
  });

  test('a changed visit is summed without reading all years', async () => {
    const placed = sample('BookingPlaced', { bookingId: sampleId(4, 77), confirmBy: null });
    const cancelled = sample('BookingCancelled', { bookingId: sampleId(4, 77) });
    for (const event of [placed, cancelled]) {
      const plans = await listening.during(mode, () => world.given(event));
      expect(plans.flatMap(({ scans }) => scans.map(({ table }) => table))).toContain('booked_hours');
      expect(wastefulOf(plans)).toEqual([]);
    }
  });
});

test('every named query is executed', () => {
  expect(named().length).toBeGreaterThan(20);
  expect(named().filter((name) => !asked.has(name) && !elsewhere.has(name))).toEqual([]);
});
