import { defaultMessageSettings } from '@visita/contracts/messages/settings';
import type { RecallOutcome } from '@visita/contracts/recall/views';
import { beginning } from '@visita/platform/event-store/port';
import { beforeEach, expect, it } from 'vitest';
import { bookingOf, openPractice, type Practice } from '../../testing/practice.ts';
import { createWorld, pro, type World } from '../../testing/world.ts';

let world: World;
let practice: Practice;
let visit: string;

const as = () => pro(practice.ownerId);
const book = async (date: string, patient = 'carla') => {
  const body = bookingOf(practice.offers[0], date, patient);
  return (await world.call('placeBooking', { body, as: as() })).answer.data.id;
};
const causeOf = (id: string) =>
  ({ id, correlationId: id, actor: 'anonymous', time: world.now().toISOString() }) as const;
const setRules = (months: number, more: object = {}) =>
  world.domain.pros.execute(
    practice.ownerId,
    {
      type: 'set-recall-rules',
      rules: [{ clinicServiceId: null, months, tag: null, treatment: true, automatic: false, ...more }],
    },
    causeOf(practice.ownerId),
  );
const send = async (...bookingIds: string[]): Promise<RecallOutcome[]> => {
  const body = { clinicId: practice.clinicId, bookingIds };
  const { answer } = await world.call('sendRecalls', { body, as: as() });
  return answer.data.map(({ outcome }) => outcome);
};
const eventsOf = async (type: string) =>
  (await world.store.readAll(beginning, 10_000)).filter((event) => event.type === type);
const patientOf = async () => (await world.domain.bookings.load(visit)).state as { patientId: string };
const minutes = (days: number) => days * 24 * 60;

beforeEach(async () => {
  world = createWorld();
  practice = await openPractice(world);
  visit = await book('2026-11-23T09:00');
  await setRules(1);
});

it('staff invite a patient once it is time, and only once at a time', async () => {
  expect(await send(visit)).toEqual(['not-due']);
  world.advance(minutes(40));
  expect(await send(visit)).toEqual(['invited']);
  expect(await send(visit)).toEqual(['open']);
  expect(await eventsOf('RecallMade')).toMatchObject([
    { data: { bookingId: visit, by: 'staff', proId: practice.ownerId } },
  ]);
  world.advance(minutes(60));
  expect(await send(visit)).toEqual(['invited']);
});

it('a patient who said stop, or has a tag that ends recalls, is not invited', async () => {
  world.advance(minutes(40));
  const { patientId } = await patientOf();
  const cause = causeOf(visit);
  const { patients } = world.domain;
  await patients.execute(patientId, { type: 'choose-messages', recalls: false, by: 'page' }, cause);
  expect(await send(visit)).toEqual(['stopped']);
  await patients.execute(patientId, { type: 'choose-messages', recalls: true, by: 'page' }, cause);
  await patients.execute(patientId, { type: 'remark', tags: ['Deceased'] }, cause);
  expect(await send(visit)).toEqual(['stopped']);
  await patients.execute(patientId, { type: 'remark', tags: [] }, cause);
  await patients.execute(patientId, { type: 'restrict', restricted: true }, cause);
  expect(await send(visit)).toEqual(['not-possible']);
});

it('a patient without email is invited if they agreed to texts with invitations', async () => {
  const body = bookingOf(practice.offers[0], '2026-11-24T09:00', 'dora');
  const patient = { ...body.patient, email: null };
  const placed = await world.call('placeBooking', { body: { ...body, patient }, as: as() });
  visit = placed.answer.data.id;
  world.advance(minutes(40));
  expect(await send(visit)).toEqual(['no-address']);
  const { patientId } = await patientOf();
  const { patients, pros } = world.domain;
  await patients.execute(patientId, { type: 'choose-messages', texts: true, by: 'staff' }, causeOf(visit));
  expect(await send(visit)).toEqual(['no-address']);
  const settings = { ...defaultMessageSettings, provider: 'kannel' };
  await pros.execute(practice.ownerId, { type: 'set-message-settings', settings }, causeOf(visit));
  expect(await send(visit)).toEqual(['invited']);
});

it('a rule with a tag is for patients with the tag', async () => {
  world.advance(minutes(40));
  await setRules(1, { tag: 'recall' });
  expect(await send(visit)).toEqual(['not-due']);
});

it('a cancelled visit is no reason for an invitation', async () => {
  await world.call('deleteBooking', { params: { id: visit }, as: as() });
  world.advance(minutes(40));
  expect(await send(visit)).toEqual(['not-due']);
});

it('visits of other clinics do not exist, and nothing is sent', async () => {
  world.advance(minutes(40));
  await expect(send(visit, practice.ownerId)).rejects.toMatchObject({ code: 'not-found' });
  expect(await eventsOf('RecallMade')).toEqual([]);
});
