import { beforeEach, describe, expect, it } from 'vitest';
import { bookingOf, joinPractice, openPractice, type Practice } from '../../testing/practice.ts';
import { openWaitingList } from '../../testing/waiting.ts';
import { createWorld, pro, type World } from '../../testing/world.ts';

let world: World;
let practice: Practice;
let list: ReturnType<typeof openWaitingList>;

beforeEach(async () => {
  world = createWorld();
  practice = await openPractice(world);
  list = openWaitingList(world, practice);
  await list.settle();
});

const wish = () => ({ clinicId: practice.clinicId, clinicServiceId: practice.services[0]! });
const joined = async () => (await list.eventsOf('WaitingJoined')).length;
const atOnce = <T>(act: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: 12 }, act));

describe('joining at the same time', () => {
  it('makes at most five entries of one email a day, each with one mail', async () => {
    const contactInfo = { name: 'Wanda', email: 'wanda@example.com', prefix: '+39', phone: '3330001111' };
    const body = { ...wish(), contactInfo: { ...contactInfo, privacyPolicy: true as const } };
    const join = () => world.call('joinWaitingList', { body });
    await atOnce(join);
    await atOnce(join);
    for (let more = 0; more < 6; more += 1) await join();
    expect(await joined()).toBe(5);
  });

  it('makes one entry of the link of a booking, and another one after the person left', async () => {
    const as = pro(practice.ownerId);
    const placed = await world.call('placeBooking', {
      body: bookingOf(practice.offers[0], '2026-11-24T09:00'),
      as,
    });
    const bookingId = placed.answer.data.id;
    const token = world.deps.bookingTokens.issueManage({ bookingId, turn: 0 });
    const join = async () =>
      (await world.call('joinWaitingList', { body: { ...wish(), token } })).answer.data.id;
    const ids = new Set(await atOnce(join));
    expect([ids.size, await joined()]).toEqual([1, 1]);
    await world.call('leaveWaitingList', { params: { id: [...ids][0]! }, as });
    const again = await join();
    expect([ids.has(again), await joined()]).toEqual([false, 2]);
  });

  it('keeps the visit of a link with its professional, whoever the request names', async () => {
    const body = bookingOf(practice.offers[0], '2026-11-24T09:00');
    const placed = await world.call('placeBooking', { body, as: pro(practice.ownerId) });
    const token = world.deps.bookingTokens.issueManage({ bookingId: placed.answer.data.id, turn: 0 });
    const { proId } = await joinPractice(world, practice);
    await world.call('joinWaitingList', { body: { ...wish(), token, proIds: [proId] } });
    const [entry] = await list.eventsOf('WaitingJoined');
    expect(entry?.data).toMatchObject({ proIds: [practice.ownerId] });
  });
});

it('a person with a restricted record is neither offered a time by hand nor marked as urgent', async () => {
  const as = pro(practice.ownerId);
  const id = await list.join('anton');
  const { state } = await world.domain.waits.load(id);
  const patientId = state.status === 'none' ? '' : state.patientId;
  await world.call('restrictPatient', { params: { patientId }, body: { restricted: true }, as });
  const refusal = { code: 'patient-restricted' };
  const offer = { hubServiceId: practice.offers[0], date: '2026-11-24T09:00' };
  const params = { id };
  await expect(world.call('offerTime', { params, body: offer, as })).rejects.toMatchObject(refusal);
  const urgent = { params, body: { urgent: true }, as };
  await expect(world.call('editWaitingEntry', urgent)).rejects.toMatchObject(refusal);
  await world.call('leaveWaitingList', { params, as });
});
