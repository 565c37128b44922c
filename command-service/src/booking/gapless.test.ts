import { expect, it } from 'vitest';
import { bookingOf, openPractice, requestOf } from '../../testing/practice.ts';
import { createWorld, patientOf, pro } from '../../testing/world.ts';

const refused = (promise: Promise<unknown>, code: string) => expect(promise).rejects.toMatchObject({ code });

const date = '2026-11-24';
const at = (time: string): string => `${date}T${time}`;

/** Anna works from 9 to 12 on this day and wants no gaps; her services take 30 and 45 minutes. */
const open = async () => {
  const world = createWorld();
  const practice = await openPractice(world);
  const as = pro(practice.ownerId);
  const { ownerId, hubId, offers } = practice;
  const windows = [{ starting_hour: '09:00', ending_hour: '12:00' }];
  await world.call('setDayHours', { params: { id: hubId }, body: { days: [{ date, windows }] }, as });
  await world.call('updateOptions', { params: { id: ownerId }, body: { gaplessStarts: true }, as });
  return {
    world,
    practice,
    as,
    request: (time: string, patient = 'carla', offer = 0) =>
      world.call('requestBooking', { body: requestOf(practice, at(time), patient, offer) }),
    place: (time: string, patient = 'dora', offer = offers[0]) =>
      world.call('placeBooking', { body: bookingOf(offer, at(time), patient), as }),
  };
};

it('offers starts at the end of a neighbour, off the grid', async () => {
  const { request, place, practice } = await open();
  await place('09:00', 'dora', practice.offers[1]);
  await refused(request('09:50'), 'slot-not-offered');
  expect((await request('09:45')).answer.data.id).toEqual(expect.any(String));
});

it('refuses patients what leaves a rest too short for any service, staff nothing', async () => {
  const { request, place } = await open();
  await place('09:45');
  // These starts would leave a gap of a quarter of an hour before or after the next booking.
  await refused(request('09:00'), 'slot-not-offered');
  await refused(request('10:30'), 'slot-not-offered');
  await place('10:30', 'emma');
});

it('says of a time that is taken that it is taken', async () => {
  const { request, place } = await open();
  await place('09:00');
  await refused(request('09:00'), 'slot-taken');
});

it('counts holds until they lapse', async () => {
  const { request, world } = await open();
  await request('09:30');
  await refused(request('09:30', 'emma'), 'slot-taken');
  world.advance(5);
  await refused(request('09:30', 'emma'), 'slot-taken');
  await request('10:00', 'fabia', 1);
  world.advance(60);
  await request('09:30', 'emma');
});

it('moves a booking by its link to what is offered only', async () => {
  const { place, world } = await open();
  const { id } = (await place('10:00')).answer.data;
  const move = (time: string) =>
    world.call('moveManagedBooking', { body: { date: at(time) }, as: patientOf(id) });
  await refused(move('09:10'), 'slot-not-offered');
  expect((await move('10:30')).answer.data.date).toBe(`${date}T10:30:00+01:00`);
  await move('10:30');
});

it('ignores neighbours if the option is off', async () => {
  const { request, place, world, practice, as } = await open();
  const params = { id: practice.ownerId };
  await world.call('updateOptions', { params, body: { gaplessStarts: false }, as });
  await place('09:45');
  await request('10:30');
});
