import { describe, expect, it } from 'vitest';
import { bookingOf, invite, openClinic, openPractice, requestOf } from '../../testing/practice.ts';
import { createWorld, pro } from '../../testing/world.ts';

const scene = async () => {
  const world = createWorld();
  const practice = await openPractice(world);
  const as = pro(practice.ownerId);
  const place = async (date: string, offer = practice.offers[0]) =>
    (await world.call('placeBooking', { body: bookingOf(offer, date), as })).answer.data.id;
  const close = async (starting_date: string, ending_date: string, clinic_id = practice.clinicId) => {
    const body = { title: 'Ponte', clinic_id, type: 'closing', starting_date, ending_date };
    return (await world.call('planClosing', { body, as })).answer.affected.map(({ id }) => id);
  };
  return { world, practice, as, place, close };
};

describe('bookings in a new closing', () => {
  it('are told in their order, over several days, and touching is not in it', async () => {
    const { place, close } = await scene();
    await place('2026-11-23T08:30');
    const later = await place('2026-11-25T10:00');
    const sooner = await place('2026-11-23T09:00');
    await place('2026-11-26T12:00');
    expect(await close('2026-11-23T09:00', '2026-11-26T12:00')).toEqual([sooner, later]);
  });

  it('are listed if they only begin or end in it', async () => {
    const { place, close } = await scene();
    const first = await place('2026-11-23T09:00');
    const last = await place('2026-11-23T12:00');
    expect(await close('2026-11-23T09:15', '2026-11-23T12:15')).toEqual([first, last]);
  });

  it('are those that stand or are held: none lapsed, deleted or moved away', async () => {
    const { world, practice, as, place, close } = await scene();
    await world.call('requestBooking', { body: requestOf(practice, '2026-11-23T08:00') });
    world.advance(60);
    const { answer } = await world.call('requestBooking', { body: requestOf(practice, '2026-11-23T09:00') });
    const deleted = await place('2026-11-23T10:00');
    await world.call('deleteBooking', { params: { id: deleted }, as });
    const moved = await place('2026-11-23T11:00');
    const to = { date: '2026-11-30T11:00', hub_service_id: practice.offers[0] };
    await world.call('editBooking', { params: { id: moved }, body: to, as });
    expect(await close('2026-11-23T00:00', '2026-11-23T23:59')).toEqual([answer.data.id]);
  });

  it('are of the clinic only, even if its professionals work elsewhere too', async () => {
    const { world, practice, place, close } = await scene();
    const other = await openClinic(world, practice.ownerId, 'Altra');
    const hub = await invite(world, other, { ownerId: practice.ownerId, username: 'anna' });
    const elsewhere = await place('2026-11-23T09:00', hub.offers[0]);
    const here = await place('2026-11-23T10:00');
    expect(await close('2026-11-23T00:00', '2026-11-23T23:59')).toEqual([here]);
    expect(await close('2026-11-23T00:00', '2026-11-23T23:59', other.clinicId)).toEqual([elsewhere]);
  });

  it('are looked for a year ahead, however long it is', async () => {
    const { place, close } = await scene();
    const inYear = await place('2027-11-22T09:00');
    await place('2028-11-20T09:00');
    expect(await close('2026-11-23T00:00', '2035-01-01T00:00')).toEqual([inYear]);
  });
});

it('a closing cannot end before it starts, or when it does', async () => {
  const { close } = await scene();
  const code = 'period-inverted';
  await expect(close('2026-11-23T10:00', '2026-11-23T09:00')).rejects.toMatchObject({ code });
  await expect(close('2026-11-23T10:00', '2026-11-23T10:00')).rejects.toMatchObject({ code });
});
