import { addDays, createZones } from '@visita/contracts/availability/zones';
import type { DomainEvent } from '@visita/contracts/events';
import type { OverviewView } from '@visita/contracts/overview/views';
import { sample, sampleId, sampleIds } from '@visita/contracts/samples';
import { bookedDays, bookedHours, firstVisits, saidVisits } from '@visita/read-model/overview/tables';
import { sumUpBookings } from '@visita/read-model/overview/kept';
import { rowsOf } from '@visita/projector/testing/given';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countedOverview } from '../support/counted-overview.ts';
import { createQueryWorld, type QueryWorld } from '../support/query-world.ts';
import { guestAccepts, sampleClinic } from '../support/sample-clinic.ts';

const { clinic, guest, guestHub, owner, ownerHub } = sampleIds;
const islands = { clinicId: sampleId(2, 2), hubId: sampleId(3, 9), proId: owner };
const places = [
  { clinicId: clinic, proId: owner, hubId: ownerHub, timezone: 'Europe/Rome' },
  { clinicId: clinic, proId: guest, hubId: guestHub, timezone: 'Europe/Rome' },
  { ...islands, timezone: 'Atlantic/Canary' },
] as const;
const zones = createZones();
const firstDay = '2026-09-28';
const days = 100;

let world: QueryWorld;
beforeAll(async () => {
  world = await createQueryWorld({ now: '2026-11-20T08:00:00.000Z' });
  await world.given(
    ...sampleClinic,
    guestAccepts,
    sample('ClinicOpened', { clinicId: islands.clinicId, ownerId: owner }),
    sample('CollaboratorInvited', islands),
  );
});
afterAll(() => world?.close());

const when = fc.record({
  day: fc.nat({ max: days - 1 }),
  minute: fc.nat({ max: 95 }).map((quarter) => quarter * 15),
  duration: fc.constantFrom(15, 30, 45, 150, 1_440),
});
type When = { readonly day: number; readonly minute: number; readonly duration: number };
const what = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('place' as const),
      place: fc.nat({ max: 2 }),
      patient: fc.nat({ max: 4 }),
      when,
      held: fc.boolean(),
      service: fc.constantFrom('Visita', 'Controllo'),
    }),
  },
  fc.record({
    does: fc.constant('move' as const),
    place: fc.nat({ max: 2 }),
    patient: fc.nat({ max: 4 }),
    when,
  }),
  fc.record({ does: fc.constant('cancel' as const), by: fc.constantFrom('pro', 'patient', 'system') }),
  fc.record({
    does: fc.constantFrom(
      'confirm',
      'lapse',
      'orphan',
      'attended',
      'missed',
      'excused',
      'correct',
      'erase',
      'merge',
      'not mailed',
    ),
  }),
);
type Step = {
  readonly which: number;
  readonly what: typeof what extends fc.Arbitrary<infer Of> ? Of : never;
};

const intervalOf = ({ day, minute, duration }: When) => {
  const start = Date.parse(addDays(firstDay, day)) + minute * 60_000;
  return { start: new Date(start).toISOString(), end: new Date(start + duration * 60_000).toISOString() };
};
const patientOf = (number: number) => sampleId(5, 50 + number);

/** Event of a random step, valid or not: sums follow rows and have no rules. */
const eventOf = (step: Step, nth: number): DomainEvent => {
  const { what: change } = step;
  const bookingId = sampleId(4, 1_000 + step.which);
  switch (change.does) {
    case 'place': {
      const { timezone, ...place } = places[change.place]!;
      const service = {
        ...sample('BookingPlaced').data.service,
        serviceName: change.service,
        duration: change.when.duration,
      };
      return sample('BookingPlaced', {
        ...place,
        ...intervalOf(change.when),
        bookingId: sampleId(4, 1_000 + nth),
        patientId: patientOf(change.patient),
        timezone,
        service,
        confirmBy: change.held ? '2026-11-20T09:00:00.000Z' : null,
      });
    }
    case 'move': {
      const { timezone, ...place } = places[change.place]!;
      const service = { ...sample('BookingMoved').data.service, duration: change.when.duration };
      const moved = {
        ...place,
        ...intervalOf(change.when),
        timezone,
        service,
        patientId: patientOf(change.patient),
      };
      return sample('BookingMoved', { bookingId, ...moved });
    }
    case 'cancel':
      return sample('BookingCancelled', { bookingId, by: change.by });
    case 'confirm':
      return sample('BookingConfirmed', { bookingId });
    case 'lapse':
      return sample('BookingLapsed', { bookingId });
    case 'orphan':
      return sample('BookingOrphaned', { bookingId });
    case 'attended':
      return sample('BookingAttended', { bookingId });
    case 'missed':
    case 'excused':
      return sample('BookingMissed', { bookingId, excused: change.does === 'excused' });
    case 'correct':
      return sample('AttendanceCorrected', { bookingId, attendance: 'expected' });
    case 'erase':
      return sample('BookingPatientErased', { bookingId });
    case 'merge':
      return sample('PatientsMerged', { keptId: patientOf(0), absorbedId: patientOf(1) });
    case 'not mailed':
      return sample('BookingNotMailed', { bookingId });
  }
};

const asShown = async (query: Record<string, string>) => {
  const { data } = await world.ask('getProOverview', { params: { proId: owner }, caller: owner, query });
  const { current, previous, weeks, hours, missed } = data as OverviewView;
  const { available_minutes: _now, ...figures } = current;
  const { available_minutes: _then, ...before } = previous;
  return {
    current: figures,
    previous: before,
    weeks,
    hours: new Map(
      hours
        .filter(({ booked_minutes }) => booked_minutes > 0)
        .map(({ weekday, hour, booked_minutes }) => [`${weekday} ${hour}`, booked_minutes]),
    ),
    missed: new Map(missed.filter(({ by }) => by !== 'reminded').map((one) => [`${one.by} ${one.of}`, one])),
  };
};

const range = fc
  .tuple(fc.nat({ max: days - 1 }), fc.nat({ max: days - 1 }))
  .map((ends) => ends.toSorted((one, other) => one - other).map((day) => addDays(firstDay, day)));

const tables = [bookedDays, bookedHours, saidVisits, firstVisits];
const kept = () => Promise.all(tables.map((table) => rowsOf(world.database, 'read', table)));

test('incremental sums equal a full count after any events in any batches', async () => {
  let placed = 0;
  const happen = async (steps: readonly Step[], batch: number) => {
    const events = steps.map((step) => eventOf(step, step.what.does === 'place' ? (placed += 1) % 21 : 0));
    for (let from = 0; from < events.length; from += batch)
      await world.given(...events.slice(from, from + batch));
  };
  const holds = async (from: string, to: string) => {
    const counted = (clinics: readonly string[], proId: string | null) =>
      countedOverview(world.database.pool, zones, { clinics, proId, from, to });
    const both = [clinic, islands.clinicId];
    expect(await asShown({ from, to })).toEqual(await counted(both, null));
    expect(await asShown({ from, to, professionalId: guest })).toEqual(await counted(both, guest));
    expect(await asShown({ from, to, clinicId: clinic })).toEqual(await counted([clinic], null));
  };
  const visit = { day: 3, minute: 600, duration: 45 } as const;
  const place = { does: 'place', place: 0, patient: 0, when: visit, held: false, service: 'Visita' } as const;
  await happen(
    [
      { which: 1, what: place },
      { which: 1, what: { does: 'attended' } },
    ],
    1,
  );
  expect((await kept()).map((rows) => rows.length)).toEqual([1, 2, 8, 1]);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ which: fc.nat({ max: 20 }), what }), { minLength: 1, maxLength: 40, size: 'max' }),
      fc.array(range, { minLength: 2, maxLength: 2 }),
      fc.constantFrom(1, 3, 40),
      async (steps, ranges, batch) => {
        await happen(steps, batch);
        for (const [from = '', to = ''] of ranges) await holds(from, to);
        const followed = await kept();
        const client = await world.database.pool.connect();
        await sumUpBookings(client, 'read').finally(() => client.release());
        expect(followed).toEqual(await kept());
      },
    ),
    { numRuns: 6 },
  );
});
