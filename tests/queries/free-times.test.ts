import { api } from '@visita/contracts/api/table';
import type { FreeTimes } from '@visita/contracts/booking/free-times';
import type { SlotReasons } from '@visita/contracts/booking/slot-reasons';
import type { DomainEvent } from '@visita/contracts/events';
import { sample, sampleId, sampleIds } from '@visita/contracts/samples';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createQueryWorld, type QueryWorld } from '../support/query-world.ts';
import { guestAccepts, sampleClinic } from '../support/sample-clinic.ts';

const { clinic: clinicId, owner, guest, guestHub, guestHubService, stranger } = sampleIds;
const { ownerHub, ownerHubService, service: clinicServiceId } = sampleIds;

let world: QueryWorld;
beforeEach(async () => {
  // A Friday; Anna works Mondays from 9 to 12, in steps of 30 minutes.
  world = await createQueryWorld({ now: '2026-11-20T08:00:00.000Z' });
  const { availability } = sample('AvailabilityAdded').data;
  const guests = { ...availability, availabilityId: `${guestHub}.monday` };
  await world.given(
    ...sampleClinic,
    guestAccepts,
    sample('AvailabilityAdded', { hubId: guestHub, proId: guest, availability: guests }),
  );
});
afterEach(() => world.close());

const week = { from: '2026-11-23', to: '2026-11-24' };
const ask = async (query: Record<string, string> = {}, caller: string = owner) => {
  const asked = { clinicServiceId, ...week, ...query };
  return (await world.ask('getFreeTimes', { params: { clinicId }, query: asked, caller })).data as FreeTimes;
};
const timesOf = ({ days }: FreeTimes, hubServiceId: string) =>
  days
    .flatMap(({ free }) => free.filter((one) => one.hubServiceId === hubServiceId))
    .flatMap((one) => one.times);
const all = ['09:00', '09:30', '10:00', '10:30', '11:00', '11:30'];

it('answers the free starts of every professional, with their hub service', async () => {
  const answer = await ask();
  expect(answer.professionals).toMatchObject([
    {
      proId: owner,
      hubId: ownerHub,
      hubServiceId: ownerHubService,
      professional: 'Anna Rossi',
      duration: 30,
    },
    { proId: guest, hubId: guestHub, hubServiceId: guestHubService },
  ]);
  const free = [ownerHubService, guestHubService].map((hubServiceId) => ({ hubServiceId, times: all }));
  expect(answer).toMatchObject({ days: [{ date: '2026-11-23', free }], until: week.to });
});

it('a time that is offered to a person on the waiting list is named with the end of the offer', async () => {
  await world.given(sample('WaitingJoined', { confirmBy: null }), sample('OfferMade'));
  const answer = await ask();
  expect(timesOf(answer, ownerHubService)).toEqual(all.filter((time) => time !== '09:00'));
  expect(answer.offered).toEqual([
    { date: '2026-11-23', time: '09:00', hubServiceId: ownerHubService, until: '2026-11-20T12:00' },
  ]);
  const query = { hubServiceId: ownerHubService, date: '2026-11-23' };
  const { data } = await world.ask('getSlotReasons', { params: { clinicId }, query, caller: owner });
  const [first] = (data as SlotReasons).refused;
  expect(first).toEqual({
    time: '09:00',
    reasons: [
      {
        reason: 'offered',
        from: '2026-11-23T09:00',
        to: '2026-11-23T09:30',
        minutes: null,
        until: '2026-11-20T12:00',
      },
    ],
  });
  await world.given(sample('OfferDeclined'));
  expect((await ask()).offered).toBeUndefined();
});

it('takes out what a professional has at a clinic of another owner, and says nothing of it', async () => {
  const elsewhere = { clinicId: sampleId(2, 9), hubId: sampleId(3, 9), confirmBy: null };
  await world.given(sample('BookingPlaced', elsewhere));
  const answer = await ask();
  expect(timesOf(answer, ownerHubService)).toEqual(all.filter((time) => time !== '09:00'));
  expect(timesOf(answer, guestHubService)).toEqual(all);
  expect(JSON.stringify(answer)).not.toMatch(/Carla|carla|booking/);
});

it('knows no lead time, no horizon and no closed online booking: they bind patients', async () => {
  const changes = { bookingNoticeHours: 500, calendarAvailabilityLimit: 1, gaplessStarts: true };
  await world.given({ type: 'OptionsChanged', data: { proId: owner, changes } });
  expect(timesOf(await ask(), ownerHubService)).toEqual(all);
  expect(timesOf(await ask({ from: '2028-11-20', to: '2028-11-21' }), ownerHubService)).toEqual(all);
});

it('begins now where the range began before', async () => {
  world.setNow('2026-11-23T09:10:00.000Z');
  const answer = await ask({ from: '2026-11-01', to: '2026-11-24' });
  expect(timesOf(answer, ownerHubService)).toEqual(['10:30', '11:00', '11:30']);
});

describe('who is answered', () => {
  const pros = async (caller: string, query = {}) =>
    (await ask(query, caller)).professionals.map(({ proId }) => proId);

  it('the owner of all, a guest of themselves', async () => {
    expect(await pros(owner)).toEqual([owner, guest]);
    expect(await pros(owner, { proId: guest })).toEqual([guest]);
    expect(await pros(guest)).toEqual([guest]);
    expect(await pros(guest, { proId: owner })).toEqual([]);
  });

  it('no stranger, and none who was paused', async () => {
    await expect(ask({}, stranger)).rejects.toMatchObject({ code: 'not-found' });
    await world.given({ type: 'CollaboratorPaused', data: { clinicId, hubId: guestHub } });
    await expect(ask({}, guest)).rejects.toMatchObject({ code: 'not-found' });
    expect(await pros(owner)).toEqual([owner]);
  });

  it('nothing of a service of another clinic', async () => {
    const other = { clinicServiceId: `${sampleId(2, 9)}.service1` };
    await expect(ask(other)).rejects.toMatchObject({ code: 'not-found' });
  });
});

it.each([
  ['2026-11-23', '2026-11-23'],
  ['2026-11-23', '2026-12-25'],
])('refuses the range from %s to %s, and names the field', (from, to) => {
  const { error } = api.getFreeTimes.query.safeParse({ clinicServiceId, from, to });
  expect(error?.issues.map(({ path }) => path)).toEqual([['to']]);
});

/** Returns the events of ten more professionals, who work ten hours a day and have so many visits each. */
const tenMore = (visits: number): DomainEvent[] =>
  Array.from({ length: 10 }, (_, nth) => nth + 10).flatMap((nth): DomainEvent[] => {
    const [proId, hubId] = [sampleId(1, nth), sampleId(3, nth)];
    const member = { proId, hubId, email: `p${nth}@example.com`, username: `p${nth}` };
    const window = { startingHour: '08:00', endingHour: '18:00' };
    const hours = [1, 2, 3, 4, 5, 6, 7].map((workingDay) => {
      const availability = { availabilityId: `${hubId}.day${workingDay}`, workingDay, ...window };
      return sample('AvailabilityAdded', { hubId, proId, availability });
    });
    const bookings = Array.from({ length: visits }, (__, index) => {
      const at = Date.UTC(2026, 10, 21 + Math.floor(index / 7), 7 + (index % 7));
      const [start, end] = [new Date(at).toISOString(), new Date(at + 1_800_000).toISOString()];
      const bookingId = sampleId(4, nth * 1_000 + index);
      return sample('BookingPlaced', { bookingId, proId, hubId, confirmBy: null, start, end });
    });
    return [
      sample('ProSignedUp', member),
      sample('CollaboratorInvited', { hubId, proId, role: 'guest', status: 'pending' }),
      { type: 'CollaborationAccepted', data: { clinicId, hubId } },
      ...hours,
      sample('HubServiceOffered', { hubId, proId, hubServiceId: `${hubId}.offer1`, clinicServiceId }),
      ...bookings,
    ];
  });

describe('a clinic of twelve', () => {
  const month = { from: '2026-11-21', to: '2026-12-22' };
  const rules = (stepMinutes: number) => {
    const { service } = sample('ClinicServiceAdded').data;
    const changed = { ...service, duration: 15, stepMinutes, bufferAfter: 5, bookableBy: 'staff' as const };
    return world.given(sample('ClinicServiceChanged', { service: changed }));
  };

  it('gets a month in at most 200 kB, with a time every quarter of an hour', async () => {
    await world.given(...tenMore(210));
    await rules(15);
    const answer = await ask(month);
    expect([answer.professionals.length, answer.until]).toEqual([12, month.to]);
    expect(JSON.stringify(answer).length).toBeLessThan(200_000);
  });

  it('gets an answer that ends earlier where it would be longer, and goes on from there', async () => {
    await world.given(...tenMore(0));
    await rules(5);
    const first = await ask(month);
    expect(first.until < month.to).toBe(true);
    expect(JSON.stringify(first).length).toBeLessThan(200_000);
    const rest = await ask({ ...month, from: first.until });
    expect(rest.days.map(({ date }) => date)).not.toContain(first.days.at(-1)?.date);
    expect(rest.until > first.until).toBe(true);
  });
});
