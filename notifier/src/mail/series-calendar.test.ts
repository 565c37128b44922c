import { createZone } from '@visita/contracts/availability/zones';
import { datesOf } from '@visita/contracts/series/rule';
import { deriveId } from '@visita/platform/ids/derive-id';
import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import type { Appointment, SeriesVisit } from './reads.ts';
import { furtherMails, seriesCancelled, seriesStands, visitsTold } from './series-mails.ts';
import type { Writing } from './write.ts';

const rome = createZone('Europe/Rome');
const dates = datesOf({ first: '2026-11-23T09:00', unit: 'week', every: 1, weekdays: [], count: 52 });

const booking = (date: string): Appointment => {
  const start = rome.toInstant(date);
  return {
    byLink: false,
    turn: 0,
    suspended: false,
    limited: false,
    subjects: ['patient-p1', 'pro-d1'],
    status: 'confirmed',
    confirmBy: null,
    start: new Date(start),
    end: new Date(rome.toMs(date) + 30 * 60_000),
    timezone: 'Europe/Rome',
    service: 'Visita; controllo, lungo',
    minutes: 30,
    patient: 'Ada',
    attendee: null,
    email: 'ada@example.com',
    language: 'it',
    professional: 'Lucía Gómez',
    clinic: 'Studio "Sole"',
    address: 'Via Roma 1, 20100 Milano',
    directions: '',
    toBring: '',
    contact: '',
    slug: null,
    tellsCancellations: true,
    remindsPatient: true,
    byPlan: false,
    noticeHours: 24,
    movable: true,
    pro: { email: 'lucia@example.com', language: 'it', reminded: true, told: true, connected: false },
  };
};

const deps: Writing = {
  render: () => ({ from: 'Sole', subject: 's', text: 't', html: 'h' }),
  publicOrigin: 'https://visita.example',
  uidHost: 'visita.example',
  confirmationToken: (id) => id,
  accountToken: (purpose) => purpose,
  manageToken: ({ bookingId }) => `manage ${bookingId}`,
  waitingToken: (id) => id,
  offerToken: (id) => id,
  messagesToken: (id) => id,
  holdCode: (id) => id,
  sender: 'no-reply@visita.example',
  now: () => new Date('2026-11-20T09:00:00.000Z'),
};

/** Returns the visits; those of `cancelled` were cancelled after they were placed. */
const visitsWith = (cancelled: (nth: number) => boolean): SeriesVisit[] =>
  dates.map((date, index) => {
    const visit = { bookingId: `visit-${index + 1}`, booking: booking(date), sequence: 0 };
    if (!cancelled(index + 1)) return visit;
    return { ...visit, booking: { ...visit.booking, status: 'cancelled' }, sequence: 1 };
  });

type Mail = Awaited<ReturnType<typeof seriesStands>>;

const read = (mail: Mail) => {
  if (!mail?.invite) throw new Error('The mail has no calendar file.');
  const file = new ICAL.Component(ICAL.parse(mail.invite.content));
  const events = file.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one));
  const wall = ({ startDate }: ICAL.Event) => rome.wallOf(startDate.toJSDate().toISOString());
  return {
    method: file.getFirstPropertyValue('method'),
    uids: events.map(({ uid }) => uid),
    starts: events.map(wall),
    minutes: new Set(events.map(({ duration }) => duration.toSeconds() / 60)),
    statuses: new Set(events.map(({ component }) => component.getFirstPropertyValue('status'))),
    sequences: new Set(events.map(({ sequence }) => sequence)),
    events,
  };
};

/** Reads the calendar file of a mail about visits with a parser of RFC 5545. */
const fileOf = async (template: 'series-booked' | 'series-cancelled', visits: readonly SeriesVisit[]) => {
  const job = { template, eventId: 'e', about: 'series', sequence: 1 } as const;
  const write = template === 'series-cancelled' ? seriesCancelled : seriesStands;
  const told = await visitsTold({ reads: { series: async () => visits }, now: deps.now }, job);
  return read(await write(deps, job, told));
};

test('the mail of a series of 52 has one calendar file of all visits, at 09:00 over both clock changes', async () => {
  const file = await fileOf(
    'series-booked',
    visitsWith(() => false),
  );
  expect(file.method).toBe('PUBLISH');
  expect(file.events).toHaveLength(52);
  expect(new Set(file.uids).size).toBe(52);
  expect(file.starts).toEqual(dates);
  const inUtc = file.events.map(({ startDate }) => startDate.toJSDate().toISOString().slice(0, 16));
  expect(new Set(inUtc.map((start) => start.slice(11)))).toEqual(new Set(['08:00', '07:00']));
  expect(inUtc[0]).toBe('2026-11-23T08:00');
  expect(inUtc).toContain('2027-03-29T07:00');
  expect(inUtc.at(-1)).toBe('2027-11-15T08:00');
  expect(file.minutes).toEqual(new Set([30]));
  expect(file.statuses).toEqual(new Set(['CONFIRMED']));
  const [first] = file.events;
  expect(first?.summary).toBe('Visita; controllo, lungo, Lucía Gómez');
  expect(first?.location).toBe('Studio "Sole", Via Roma 1, 20100 Milano');
});

test('the file of a series leaves out cancelled visits, and that of a cancellation removes them by their UIDs', async () => {
  const visits = visitsWith((nth) => nth > 40);
  const stands = await fileOf('series-booked', visits);
  const cancelled = await fileOf('series-cancelled', visits);
  expect(stands.starts).toEqual(dates.slice(0, 40));
  expect(cancelled.method).toBe('CANCEL');
  expect(cancelled.starts).toEqual(dates.slice(40));
  expect(cancelled.statuses).toEqual(new Set(['CANCELLED']));
  expect(cancelled.sequences).toEqual(new Set([1]));
  const booked = await fileOf(
    'series-booked',
    visitsWith(() => false),
  );
  expect([...stands.uids, ...cancelled.uids]).toEqual(booked.uids);
});

/** Returns the recipients of a series' mails, each with the visits in it. */
const toldBy = async (template: 'series-moved' | 'series-cancelled', visits: readonly SeriesVisit[]) => {
  const reading = { reads: { series: async () => visits }, now: deps.now };
  const first = { template, eventId: deriveId('moved'), about: 'series', changeId: deriveId('change') };
  const jobs = [first, ...(await furtherMails(reading, first))];
  expect(new Set(jobs.map(({ eventId }) => eventId)).size).toBe(jobs.length);
  const write = template === 'series-cancelled' ? seriesCancelled : seriesStands;
  const mails = jobs.map(async (job) => {
    const told = await visitsTold(reading, job);
    const mail = await write(deps, job, told);
    return mail && [mail.to, ...told.map(({ bookingId }) => bookingId)];
  });
  return Promise.all(mails);
};

/** Four visits of a series, changed as given by number. */
const changedVisits = (changes: Readonly<Record<number, Partial<Appointment>>>): SeriesVisit[] =>
  visitsWith(() => false)
    .slice(0, 4)
    .map((visit, index) => ({ ...visit, booking: { ...visit.booking, ...changes[index + 1] } }));

const handedOver = { professional: 'Bruno Neri', email: 'typo@example.com' };

test.each<[string, Partial<Appointment>]>([
  ['handed over with its earlier email', handedOver],
  ['handed over', { professional: 'Bruno Neri' }],
  ['given another email', { email: 'typo@example.com' }],
])('a first visit that was %s is told in a mail of its own, and the others in one', async (_, changes) => {
  expect(await toldBy('series-moved', changedVisits({ 1: changes }))).toEqual([
    [changes.email ?? 'ada@example.com', 'visit-1'],
    ['ada@example.com', 'visit-2', 'visit-3', 'visit-4'],
  ]);
});

test('a mail of a series is sent without its first visit if that was erased or cancelled', async () => {
  const others = ['ada@example.com', 'visit-2', 'visit-3', 'visit-4'];
  expect(await toldBy('series-moved', changedVisits({ 1: { status: 'cancelled' } }))).toEqual([others]);
  const cancelled = { status: 'cancelled' } as const;
  const gone = { 2: cancelled, 3: cancelled, 4: cancelled };
  const erased = changedVisits({ 1: { ...cancelled, ...handedOver, email: null }, ...gone });
  expect(await toldBy('series-cancelled', erased)).toEqual([null, others]);
});
