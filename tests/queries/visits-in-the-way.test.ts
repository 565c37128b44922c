import { api } from '@visita/contracts/api/table';
import { type VisitsInTheWay, visitsInTheWayMaximum } from '@visita/contracts/booking/visits-in-the-way';
import { sample, sampleId, sampleIds } from '@visita/contracts/samples';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createQueryWorld, type QueryWorld } from '../support/query-world.ts';
import { guestAccepts, sampleClinic } from '../support/sample-clinic.ts';

const { clinic: clinicId, owner, guest, guestHub, ownerHub, stranger } = sampleIds;
const { closingId, period } = sample('ClosingPlanned').data;
const { vacationId } = sample('VacationPlanned').data;
const monday = '2026-12-07';

let world: QueryWorld;
beforeEach(async () => {
  world = await createQueryWorld({ now: '2026-11-20T08:00:00.000Z' });
  await world.given(...sampleClinic, guestAccepts, sample('ClosingPlanned'), sample('VacationPlanned'));
});
afterEach(() => world.close());

type Visit = { start: string; end: string } & Partial<
  Record<'proId' | 'hubId' | 'clinicId' | 'proNotes', string>
> & { confirmBy?: string | null };

const visit = (number: number, { start, end, ...more }: Visit) =>
  sample('BookingPlaced', {
    bookingId: sampleId(4, number),
    reservationId: sampleId(6, number),
    start: `${start}:00.000Z`,
    end: `${end}:00.000Z`,
    confirmBy: null,
    ...more,
  });
const ofGuest = { proId: guest, hubId: guestHub };
const at = (day: string, hour = '09') => ({ start: `${day}T${hour}:00`, end: `${day}T${hour}:30` });

const ask = async (query: Record<string, string>, caller: string = owner) =>
  (await world.ask('getVisitsInTheWay', { query, caller })).data as VisitsInTheWay;
const ofClosing = (caller?: string) => ask({ inactivity_id: closingId }, caller);
const idsOf = ({ bookings }: VisitsInTheWay) => bookings.map(({ id }) => id);

it('answers the visits of a closing by start, with the clinic and period', async () => {
  await world.given(
    visit(1, { ...at(monday, '10'), ...ofGuest }),
    visit(2, at(monday)),
    // Midnight belongs to the next day.
    visit(3, { start: period.end.slice(0, 16), end: '2026-12-08T23:30' }),
    visit(4, { ...at(monday), clinicId: sampleId(2, 9), hubId: sampleId(3, 9) }),
  );
  const answer = await ofClosing();
  expect(idsOf(answer)).toEqual([sampleId(4, 2), sampleId(4, 1)]);
  expect(answer).toMatchObject({
    type: 'closing',
    title: 'Ponte',
    clinic_id: clinicId,
    professional: null,
    starting_date: period.startingDate,
    ending_date: period.endingDate,
    more: false,
  });
  expect(answer.bookings.map(({ doctor_name: name }) => name)).toEqual(['Anna Rossi', 'Bruno Bianchi']);
});

it('answers only the absent professional’s visits of a vacation, and of a day', async () => {
  await world.given(
    visit(1, at('2026-12-21')),
    visit(2, { ...at('2026-12-21'), ...ofGuest }),
    visit(3, at('2026-12-28')),
  );
  const anna = { pro_id: owner, hub_id: ownerHub, name: 'Anna Rossi' };
  const vacation = await ask({ inactivity_id: vacationId });
  expect(vacation).toMatchObject({ type: 'vacation', title: 'Ferie', professional: anna });
  expect(idsOf(vacation)).toEqual([sampleId(4, 1)]);
  const day = await ask({ hub_id: guestHub, day: '2026-12-21' });
  expect(day).toMatchObject({ type: 'day', title: '', starting_date: '2026-12-21T00:00' });
  expect(day.professional?.pro_id).toBe(guest);
  expect(idsOf(day)).toEqual([sampleId(4, 2)]);
});

it('leaves out visits that were moved away, cancelled or have begun', async () => {
  await world.given(visit(1, at(monday)), visit(2, at(monday, '10')), visit(3, at(monday, '11')));
  await world.given(
    sample('BookingCancelled', { bookingId: sampleId(4, 1) }),
    sample('BookingMoved', { bookingId: sampleId(4, 2), ...period, start: '2026-12-14T09:00:00.000Z' }),
  );
  expect(idsOf(await ofClosing())).toEqual([sampleId(4, 3)]);
  world.setNow('2026-12-07T11:10:00.000Z');
  expect(idsOf(await ofClosing())).toEqual([]);
});

it('answers times of unconfirmed requests apart, without a person', async () => {
  await world.given(visit(1, { ...at(monday), confirmBy: '2026-11-20T09:00:00.000Z' }));
  const { bookings, held } = await ofClosing();
  expect(bookings).toEqual([]);
  expect(held).toMatchObject([{ id: sampleId(4, 1), pro_id: owner }]);
  expect(JSON.stringify(held)).not.toContain('Carla');
  world.setNow('2026-11-20T09:00:01.000Z');
  expect((await ofClosing()).held).toEqual([]);
});

describe('access', () => {
  beforeEach(() =>
    world.given(visit(1, { ...at(monday), proNotes: 'Cefalea' }), visit(2, { ...at(monday), ...ofGuest })),
  );

  it('shows a guest only their own visits, and no absence of a colleague', async () => {
    expect(idsOf(await ofClosing(guest))).toEqual([sampleId(4, 2)]);
    expect(idsOf(await ask({ hub_id: guestHub, day: monday }, guest))).toEqual([sampleId(4, 2)]);
    for (const query of [{ inactivity_id: vacationId }, { hub_id: ownerHub, day: monday }])
      await expect(ask(query as Record<string, string>, guest)).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('shows a reception every visit, without notes', async () => {
    const desk = sampleId(3, 5);
    await world.given(
      sample('CollaboratorInvited', { hubId: desk, proId: stranger, role: 'reception', status: 'pending' }),
    );
    await expect(ofClosing(stranger)).rejects.toMatchObject({ code: 'not-found' });
    await world.given({ type: 'CollaborationAccepted', data: { clinicId, hubId: desk } });
    const { bookings } = await ofClosing(stranger);
    expect(bookings.map(({ pro_notes: notes }) => notes)).toEqual(['', '']);
    expect((await ofClosing()).bookings.some(({ pro_notes: notes }) => notes === 'Cefalea')).toBe(true);
  });

  it('knows no closing that is gone', async () => {
    await world.given({ type: 'ClosingCancelled', data: { clinicId, closingId } });
    await expect(ofClosing()).rejects.toMatchObject({ code: 'not-found' });
  });
});

it('answers at most 500 visits, and tells that there are more', async () => {
  const all = Array.from({ length: visitsInTheWayMaximum + 1 }, (_, nth) => visit(nth + 1, at(monday)));
  await world.given(...all);
  const answer = await ofClosing();
  expect([answer.bookings.length, answer.more]).toEqual([visitsInTheWayMaximum, true]);
});

it.each([
  [{}, 'inactivity_id'],
  [{ inactivity_id: closingId, hub_id: ownerHub, day: monday }, 'inactivity_id'],
  [{ hub_id: ownerHub }, 'day'],
  [{ inactivity_id: closingId, day: monday }, 'day'],
])('refuses %j and names %s', (query, field) => {
  const { error } = api.getVisitsInTheWay.query.safeParse(query);
  expect(error?.issues.map(({ path }) => path)).toEqual([[field]]);
});
