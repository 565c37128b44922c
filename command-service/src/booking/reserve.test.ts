import type { DomainEvent } from '@visita/contracts/events';
import { describe, expect, it } from 'vitest';
import { bookingOf, openPractice, requestOf } from '../../testing/practice.ts';
import { createWorld, pro } from '../../testing/world.ts';
import { takeSteps } from '@visita/platform/runtime/commit';
import { agendaDays, buffersOf, leavingSteps } from './reserve.ts';

const day = '2026-11-24';

/** A store that writes to one stream at a time, so that reserving and deciding are two writes. */
const open = async () => {
  const world = createWorld();
  const practice = await openPractice(world);
  const as = pro(practice.ownerId);
  let seen = await world.store.head();
  /** Returns the types of new events, with the reasons of releases. */
  const written = async () => {
    const events = await world.store.readAll(seen, 100);
    seen = await world.store.head();
    return (events as unknown as DomainEvent[]).map(({ type, data }) =>
      type === 'IntervalReleased' ? `${type}: ${data.reason}` : type,
    );
  };
  const place = (time: string, offer: 0 | 1 = 0, patient = 'carla') =>
    world.call('placeBooking', { body: bookingOf(practice.offers[offer], `${day}T${time}`, patient), as });
  const refused = async (promise: Promise<unknown>) => {
    await expect(promise).rejects.toMatchObject({ code: 'slot-taken' });
    return written();
  };
  return { world, practice, as, written, place, refused };
};

describe('the days of an agenda that a visit touches', () => {
  it.each([
    ['from 09:00 to 09:30', '2026-11-23T09:00Z', '2026-11-23T09:30Z', {}, ['2026-11-23']],
    ['until midnight', '2026-11-23T23:30Z', '2026-11-24T00:00Z', {}, ['2026-11-23']],
    ['over it', '2026-11-23T23:30Z', '2026-11-24T00:01Z', {}, ['2026-11-23', '2026-11-24']],
    ['kept free until it', '2026-11-23T23:30Z', '2026-11-23T23:50Z', { bufferAfter: 10 }, ['2026-11-23']],
    [
      'kept free over it',
      '2026-11-23T23:30Z',
      '2026-11-23T23:50Z',
      { bufferAfter: 11 },
      ['2026-11-23', '2026-11-24'],
    ],
    [
      'kept free before it',
      '2026-11-24T00:05Z',
      '2026-11-24T00:30Z',
      { bufferBefore: 10 },
      ['2026-11-23', '2026-11-24'],
    ],
  ])('%s', (_name, start, end, buffers, days) => {
    const [from, to] = [start, end].map((text) => new Date(text).toISOString());
    expect(agendaDays({ start: from!, end: to!, ...buffers })).toEqual(days);
  });

  it('include buffers only if there are any', () => {
    expect(buffersOf({ bufferBefore: 10, bufferAfter: 5 })).toEqual({ bufferBefore: 10, bufferAfter: 5 });
    expect(Object.keys(buffersOf({ bufferBefore: 0, bufferAfter: 0 }))).toEqual([]);
  });
});

describe('a reservation', () => {
  it('is given back with the reason', async () => {
    const { world, practice, as, written, place } = await open();
    const { id } = (await place('09:00')).answer.data;
    const moved = { date: `${day}T10:00`, hub_service_id: practice.offers[0] };
    await written();
    await world.call('editBooking', { params: { id }, body: moved, as });
    expect(await written()).toEqual(['IntervalReserved', 'BookingMoved', 'IntervalReleased: moved']);
    await world.call('deleteBooking', { params: { id }, as });
    expect(await written()).toEqual(['BookingCancelled', 'IntervalReleased: cancelled']);
  });

  it('of a hold is given back as lapsed, and not before', async () => {
    const { world, practice, written } = await open();
    const { answer } = await world.call('requestBooking', { body: requestOf(practice, `${day}T09:00`) });
    const cause = { id: 'c', correlationId: 'c', actor: 'operator:test', time: day } as const;
    await written();
    const { state: held } = await world.domain.bookings.load(answer.data.id);
    await takeSteps(leavingSteps(world.domain, held), cause);
    expect(await written()).toEqual([]);
    const { state } = await world.domain.bookings.execute(answer.data.id, { type: 'give-up' }, cause);
    await takeSteps(leavingSteps(world.domain, state), cause);
    expect(await written()).toEqual(['BookingLapsed', 'IntervalReleased: lapsed']);
  });

  it('over midnight is released at once if its second day is taken', async () => {
    const { world, written, place, refused } = await open();
    await place('01:00');
    world.advance(2);
    await written();
    // In Rome, the first quarter of an hour is on the previous UTC day.
    expect(await refused(place('00:30', 1, 'dora'))).toEqual([
      'IntervalReserved',
      'IntervalSecured',
      'ReservationAbandoned',
      'IntervalReleased: abandoned',
    ]);
    await place('00:15', 0, 'dora');
  });
});

describe('an expired reservation in the way', () => {
  it('is checked after its deadline, and secured if its booking uses it', async () => {
    const { world, written, place, refused } = await open();
    await place('09:00');
    await written();
    world.advance(0.99);
    expect(await refused(place('09:00', 0, 'dora'))).toEqual([]);
    world.advance(0.01);
    expect(await refused(place('09:00', 0, 'dora'))).toEqual(['IntervalSecured']);
    expect(await refused(place('09:00', 0, 'dora'))).toEqual([]);
  });

  it('of a block is secured, too', async () => {
    const { world, practice, as, written, place, refused } = await open();
    const times = { starting_date: `${day}T09:00`, ending_date: `${day}T10:00` };
    await world.call('blockTime', { body: { hub_id: practice.hubId, ...times, note: '' }, as });
    world.advance(2);
    await written();
    expect(await refused(place('09:00'))).toEqual(['IntervalSecured']);
  });

  it('of a hold stays as long as that may be confirmed, and is taken over afterwards', async () => {
    const { world, practice, written, place, refused } = await open();
    await world.call('requestBooking', { body: requestOf(practice, `${day}T09:00`) });
    world.advance(2);
    await written();
    expect(await refused(place('09:00', 0, 'dora'))).toEqual([]);
    world.advance(60);
    await place('09:00', 0, 'dora');
    expect((await written()).slice(0, 4)).toEqual([
      'BookingLapsed',
      'IntervalReleased: abandoned',
      'IntervalReserved',
      'BookingPlaced',
    ]);
  });
});
