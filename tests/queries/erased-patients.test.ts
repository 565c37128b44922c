import type { ProCalendar } from '@visita/contracts/booking/views';
import { createZones } from '@visita/contracts/availability/zones';
import { sample, sampleId, sampleIds } from '@visita/contracts/samples';
import { createCalendarReads } from '@visita/notifier/calendar-sync/reads';
import { createLiveReads } from '@visita/notifier/live/reads';
import { createMailReads } from '@visita/notifier/mail/reads';
import { createMemoryEventStore } from '@visita/platform/testing/memory-event-store';
import { createCalendarFeed } from '@visita/query-service/calendar-feed/feed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createQueryWorld, type QueryWorld } from '../support/query-world.ts';
import { sampleClinic } from '../support/sample-clinic.ts';

const { booking, owner, patient } = sampleIds;
const [other, colleaguePatient] = [sampleId(4, 2), sampleId(5, 2)];
const now = new Date('2026-11-20T08:00:00.000Z');

let world: QueryWorld;
beforeAll(async () => {
  world = await createQueryWorld({ now: now.toISOString() });
  const confirmed = { confirmBy: null, proNotes: 'da rivedere' };
  await world.given(
    ...sampleClinic,
    sample('PatientRegistered'),
    sample('BookingPlaced', confirmed),
    sample('BookingPlaced', { ...confirmed, bookingId: other, patientId: colleaguePatient }),
    sample('PatientUpdated'),
  );
});
afterAll(() => world.close());

/** All reads that name a booking's patient: calendars, external calendars, mails and live messages. */
const everything = async (bookingId: string) => {
  const { pool } = world.database;
  const ask = { params: { proId: owner }, caller: owner };
  const calendar = (await world.ask('getProCalendar', ask)).data as ProCalendar;
  const feeds = { proOf: async () => owner };
  const feed = await createCalendarFeed({
    pool,
    feeds,
    lastChanges: world.lastChanges,
    clock: () => now,
    host: 'visita.example',
    publicOrigin: 'https://visita.example',
  })('secret');
  const live = createLiveReads({ pool, store: createMemoryEventStore(), zones: createZones() });
  const entry = await createCalendarReads({ pool, now: () => now }).appointment(owner, bookingId);
  return {
    calendar: calendar.bookings.find(({ id }) => id === bookingId),
    entry: entry && { bookingId: entry.bookingId, patient: entry.patient },
    live: await live.bookings([bookingId]),
    mail: await createMailReads(pool, createMemoryEventStore()).appointment(bookingId),
    feed: feed?.text?.replaceAll('\r\n ', ''),
    renamed: await live.patients([patient]),
  };
};

test('a restricted patient is shown as before but gets no mail', async () => {
  await world.given(sample('PatientRestricted'));
  const { calendar, mail } = await everything(booking);
  expect(calendar).toMatchObject({ patient_name: 'Carla Verdi Neri' });
  expect(mail).toMatchObject({ email: null, patient: 'Carla Verdi' });
  const key = { params: { key: owner }, caller: owner };
  expect((await world.ask('getPatients', key)).data).toMatchObject([{ restricted: true }]);
  await world.given(sample('PatientRestrictionLifted'));
  expect((await everything(booking)).mail).toMatchObject({ email: 'carla@example.com' });
});

test('a patient is hidden from the erasure request on, before bookings are anonymised', async () => {
  const names = /Carla|carla@|3330001111|600111222|Prima volta|rivedere/;
  const before = await everything(booking);
  for (const shown of Object.values(before)) expect(JSON.stringify(shown)).toMatch(names);
  await world.given(sample('PatientErasureRequested'));
  const { feed, entry, ...after } = await everything(booking);
  for (const shown of Object.values(after)) expect(JSON.stringify(shown)).not.toMatch(names);
  expect(after.calendar).toMatchObject({ patient_name: '', pro_notes: '', status: 'confirmed' });
  expect(after.mail).toMatchObject({ email: null, patient: null });
  expect(after.renamed).toMatchObject([{ patient: { name: '' } }]);
  expect(entry).toBeUndefined();
  expect(feed?.match(/SUMMARY:.*/g)?.toSorted()).toEqual(['SUMMARY:Visita', 'SUMMARY:Visita – Carla Verdi']);

  expect((await everything(other)).calendar).toMatchObject({ patient_name: 'Carla Verdi' });
  const key = { params: { key: owner }, caller: owner };
  expect((await world.ask('getPatients', key)).data).toEqual([]);
  const history = { params: { patientId: patient, proId: owner }, caller: owner };
  await expect(world.ask('getPatientBookings', history)).rejects.toMatchObject({ code: 'not-found' });
});
