import { erased } from '@visita/contracts/event';
import { sample, sampleId } from '@visita/contracts/samples';
import { createTestDatabase, type TestDatabase } from '@visita/platform/testing/database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGiven } from '../../testing/given.ts';
import { bookingsProjection } from './bookings.projection.ts';
import { bookings, busyIntervals } from '@visita/read-model/booking/tables';
import { busyIntervalsProjection } from './busy-intervals.projection.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const otherPro = sampleId(1, 7);

describe('bookings', () => {
  const given = createGiven(() => database, bookingsProjection);

  test('a public booking waits for its confirmation', async () => {
    expect(await given(sample('BookingPlaced')).thenRows(bookings)).toMatchObject([
      {
        status: 'pending',
        starts_at: '2026-11-23T08:00:00+00:00',
        confirm_by: '2026-11-20T09:00:00+00:00',
        name: 'Carla Verdi',
        patient_notes: 'Prima volta',
        duration: 30,
        position: '0000000000000001',
      },
    ]);
  });

  test('the contact person is stored until they or the patient are erased', async () => {
    const events = [sample('BookingPlaced'), sample('BookingContactNamed')] as const;
    const reached = { name: 'Carla Verdi', contact_name: 'Elena Verdi', email: 'elena@example.com' };
    expect(await given(...events).thenRows(bookings)).toMatchObject([reached]);
    const noContact = { contact_id: null, contact_name: null, email: null, prefix: null, phone: null };
    const alone = await given(...events, sample('BookingContactErased')).thenRows(bookings);
    expect(alone).toMatchObject([{ name: 'Carla Verdi', ...noContact }]);
    const gone = await given(...events, sample('BookingPatientErased')).thenRows(bookings);
    expect(gone).toMatchObject([{ name: null, ...noContact }]);
  });

  test('a booking without a deadline is confirmed at once', async () => {
    const rows = await given(sample('BookingPlaced', { confirmBy: null })).thenRows(bookings);
    expect(rows).toMatchObject([{ status: 'confirmed', confirm_by: null }]);
  });

  test.each([
    ['BookingConfirmed', 'confirmed'],
    ['BookingLapsed', 'lapsed'],
    ['BookingCancelled', 'cancelled'],
    ['BookingOrphaned', 'orfan'],
  ] as const)('%s makes it %s', async (type, status) => {
    const rows = await given(sample('BookingPlaced'), sample(type)).thenRows(bookings);
    expect(rows).toMatchObject([{ status }]);
  });

  test.each([
    [false, 'missed'],
    [true, 'excused'],
  ] as const)('a missed booking says so beside its status (excused: %s)', async (excused, attendance) => {
    const placed = sample('BookingPlaced', { confirmBy: null });
    expect(await given(placed).thenRows(bookings)).toMatchObject([{ attendance: 'expected' }]);
    const rows = await given(placed, sample('BookingMissed', { excused })).thenRows(bookings);
    expect(rows).toMatchObject([{ status: 'confirmed', attendance }]);
  });

  test('the row has the time of the no-show, until it is corrected', async () => {
    const came = [sample('BookingPlaced', { confirmBy: null }), sample('PatientArrived')];
    const since = '2026-11-23T07:50:00+00:00';
    expect(await given(...came).thenRows(bookings)).toMatchObject([
      { attendance: 'arrived', arrived_at: since },
    ]);
    const seen = [...came, sample('BookingAttended')];
    expect(await given(...seen).thenRows(bookings)).toMatchObject([
      { attendance: 'attended', arrived_at: since },
    ]);
    const rows = await given(...seen, sample('AttendanceCorrected')).thenRows(bookings);
    expect(rows).toMatchObject([{ attendance: 'expected', arrived_at: null }]);
  });

  test('the row has the times of placing and cancelling, and the actors', async () => {
    const placed = sample('BookingPlaced', { confirmBy: null });
    expect(await given(placed).thenRows(bookings)).toMatchObject([
      { placed_at: expect.any(String), cancelled_at: null, cancelled_by: null },
    ]);
    const rows = await given(placed, sample('BookingCancelled', { by: 'patient' })).thenRows(bookings);
    expect(rows).toMatchObject([{ cancelled_at: expect.any(String), cancelled_by: 'patient' }]);
  });

  test('a confirmed hold has no deadline', async () => {
    const rows = await given(sample('BookingPlaced'), sample('BookingConfirmed')).thenRows(bookings);
    expect(rows).toMatchObject([{ status: 'confirmed', confirm_by: null }]);
  });

  test('moving an orphan to another hub confirms it there', async () => {
    const moved = sample('BookingMoved', { proId: otherPro, hubId: sampleId(3, 7) });
    const rows = await given(sample('BookingPlaced'), sample('BookingOrphaned'), moved).thenRows(bookings);
    expect(rows).toMatchObject([
      {
        status: 'confirmed',
        pro_id: otherPro,
        hub_id: sampleId(3, 7),
        starts_at: '2026-11-23T09:00:00+00:00',
      },
    ]);
  });

  test('the answer to a reminder is kept until the visit moves', async () => {
    const answered = [sample('BookingPlaced'), sample('BookingConfirmed'), sample('VisitAnswered')] as const;
    expect(await given(...answered).thenRows(bookings)).toMatchObject([{ visit_answer: 'not-coming' }]);
    const moved = await given(...answered, sample('BookingMoved')).thenRows(bookings);
    expect(moved).toMatchObject([{ visit_answer: null }]);
  });

  test('the text about a visit is kept until the visit moves', async () => {
    const texted = [sample('BookingPlaced'), sample('BookingConfirmed'), sample('VisitTexted')] as const;
    expect(await given(...texted).thenRows(bookings)).toMatchObject([{ texted: 'sent' }]);
    const moved = await given(...texted, sample('BookingMoved')).thenRows(bookings);
    expect(moved).toMatchObject([{ texted: null, texted_at: null }]);
  });

  test('the reason for an unsent mail is kept until the next mail after a move', async () => {
    const refused = sample('BookingNotMailed', { reason: 'refused' });
    const events = [sample('BookingPlaced'), sample('BookingConfirmed'), refused] as const;
    expect(await given(...events).thenRows(bookings)).toMatchObject([{ unmailed: 'refused' }]);
    const moved = await given(...events, sample('BookingMoved')).thenRows(bookings);
    expect(moved).toMatchObject([{ unmailed: null }]);
  });

  test("a handed-over booking belongs to the new professional's patient, with the notes they may read", async () => {
    const handed = sample('BookingHandedOver');
    const { proId, hubId, patientId } = handed.data;
    const moved = sample('BookingMoved', { proId, hubId, patientId });
    // The former professional erased their patient.
    const placed = sample('BookingPlaced', { contact: erased, proNotes: erased });
    const rows = await given(placed, sample('BookingNoted'), moved, handed).thenRows(bookings);
    const theirs = { pro_id: proId, hub_id: hubId, patient_id: patientId };
    expect(rows).toMatchObject([
      { ...theirs, name: 'Carla Verdi', email: 'carla@example.com', pro_notes: '' },
    ]);
  });

  test('a corrected email replaces the address of the mails, and counts', async () => {
    const email = 'carla.verdi@example.com';
    const rows = await given(sample('BookingPlaced'), sample('BookingEmailCorrected')).thenRows(bookings);
    expect(rows).toMatchObject([{ email, link_turn: 1, name: 'Carla Verdi' }]);
  });

  test('notes are kept unchanged', async () => {
    const rows = await given(sample('BookingPlaced'), sample('BookingNoted')).thenRows(bookings);
    expect(rows).toMatchObject([{ pro_notes: 'Da "rivedere" \\ {subito}' }]);
  });

  test('an erased contact is null', async () => {
    const placed = sample('BookingPlaced', { contact: erased, proNotes: erased });
    expect(await given(placed).thenRows(bookings)).toMatchObject([
      { name: null, email: null, phone: null, patient_notes: null, pro_notes: null },
    ]);
  });

  test('a booking with an erased patient has no patient and keeps the rest', async () => {
    const noted = sample('BookingNoted');
    const atOnce = sample('BookingPlaced', { confirmBy: null });
    const rows = await given(atOnce, noted, sample('BookingPatientErased')).thenRows(bookings);
    const noPatient = {
      name: null,
      email: null,
      prefix: null,
      phone: null,
      patient_notes: null,
      pro_notes: null,
    };
    expect(rows).toMatchObject([{ ...noPatient, status: 'confirmed', service_name: 'Visita' }]);
  });
});

describe('daily availabilities', () => {
  const given = createGiven(() => database, busyIntervalsProjection);

  test('a hold blocks until its deadline', async () => {
    expect(await given(sample('BookingPlaced')).thenRows(busyIntervals)).toMatchObject([
      { starts_at: '2026-11-23T08:00:00+00:00', hold_until: '2026-11-20T09:00:00+00:00' },
    ]);
  });

  test('a confirmed booking blocks for ever', async () => {
    const rows = await given(sample('BookingPlaced'), sample('BookingConfirmed')).thenRows(busyIntervals);
    expect(rows).toMatchObject([{ hold_until: null }]);
  });

  test.each(['BookingLapsed', 'BookingCancelled', 'BookingOrphaned'] as const)('%s frees', async (type) => {
    expect(await given(sample('BookingPlaced'), sample(type)).thenRows(busyIntervals)).toEqual([]);
  });

  test('a blocked time is distinguished from a booking', async () => {
    const rows = await given(sample('TimeBlocked'), sample('BookingPlaced')).thenRows(busyIntervals);
    expect(rows.filter(({ blocked }) => blocked)).toHaveLength(1);
    expect(rows).toHaveLength(2);
  });

  test('a moved orphan blocks its new professional', async () => {
    const moved = sample('BookingMoved', { proId: otherPro });
    const rows = await given(sample('BookingPlaced'), sample('BookingOrphaned'), moved).thenRows(
      busyIntervals,
    );
    expect(rows).toMatchObject([{ pro_id: otherPro, starts_at: '2026-11-23T09:00:00+00:00' }]);
  });
});
