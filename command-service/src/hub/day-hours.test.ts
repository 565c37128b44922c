import { describe, expect, it } from 'vitest';
import { openPractice, requestOf } from '../../testing/practice.ts';
import { createWorld, pro } from '../../testing/world.ts';

const thursday = '2026-11-26';
const refused = (promise: Promise<unknown>, code: string) => expect(promise).rejects.toMatchObject({ code });

const open = async () => {
  const world = createWorld();
  const practice = await openPractice(world);
  const as = pro(practice.ownerId);
  type Windows = { starting_hour: string; ending_hour: string }[] | null;
  const set = (...days: { date: string; windows: Windows }[]) =>
    world.call('setDayHours', { params: { id: practice.hubId }, body: { days }, as });
  const request = (date: string, name = 'dora') =>
    world.call('requestBooking', { body: requestOf(practice, date, name) });
  return { world, practice, as, set, request };
};

describe('the hours of one date', () => {
  it('replace the weekly ones for patients, until they are removed', async () => {
    const { set, request } = await open();
    const evening = [{ starting_hour: '19:00', ending_hour: '21:00' }];
    const { answer } = await set({ date: thursday, windows: evening }, { date: '2026-11-27', windows: [] });
    expect(answer.data).toEqual([
      { date: thursday, windows: evening },
      { date: '2026-11-27', windows: [] },
    ]);
    await refused(request(`${thursday}T09:00`), 'slot-not-offered');
    await refused(request('2026-11-27T09:00'), 'slot-not-offered');
    await request(`${thursday}T19:00`);
    await set({ date: thursday, windows: null });
    await request(`${thursday}T09:00`, 'ella');
  });

  it('are set all or none, and never end before they start', async () => {
    const { set, request } = await open();
    const inverted = [{ starting_hour: '12:00', ending_hour: '09:00' }];
    const both = set({ date: thursday, windows: [] }, { date: '2026-11-27', windows: inverted });
    await refused(both, 'availability-inverted');
    await request(`${thursday}T09:00`);
  });
});

describe('a row of hours', () => {
  it('is valid in every second week from a Monday, and between two days', async () => {
    const { world, practice, as, request } = await open();
    const { state } = await world.domain.hubs.load(practice.hubId);
    for (const { availabilityId } of state.status === 'open' ? state.availabilities : [])
      await world.call('removeHubAvailability', { params: { id: availabilityId }, as });
    const row = { working_day: 4, starting_hour: '19:00', ending_hour: '22:00' };
    const weeks = {
      every_weeks: 2,
      anchor_monday: '2026-11-23',
      valid_from: null,
      valid_until: '2026-12-20',
    };
    const body = [{ hubId: practice.hubId, ...row, ...weeks }];
    await world.call('addHubAvailabilities', { body, as });
    await request(`${thursday}T19:00`);
    await refused(request('2026-12-03T19:00', 'ella'), 'slot-not-offered');
    await request('2026-12-10T19:00', 'fina');
    await refused(request('2026-12-24T19:00', 'gina'), 'slot-not-offered');
  });
});
