import { deriveId } from '@visita/platform/ids/derive-id';
import { beforeEach, expect, test } from 'vitest';
import { openPractice, type Practice, requestOf } from '../../testing/practice.ts';
import { createWorld, type World } from '../../testing/world.ts';

let world: World;
let practice: Practice;
beforeEach(async () => {
  world = createWorld();
  practice = await openPractice(world);
});

const confirm = (bookingId: string) => world.call('confirmBooking', { as: { kind: 'booking', bookingId } });

const request = async (date: string, more: object) => {
  const { contactInfo, ...rest } = requestOf(practice, date);
  const { answer } = await world.call('requestBooking', {
    body: { ...rest, contactInfo: { ...contactInfo, ...more } },
  });
  const { state } = await world.domain.bookings.load(answer.data.id);
  if (state.status === 'none') throw new Error('not placed');
  return { id: answer.data.id, patientId: state.patientId, contactId: state.told?.contactId ?? '' };
};

const agreed = async (patientId: string) => {
  const { state } = await world.domain.patients.load(patientId);
  return state.status === 'registered' && state.messages.texts;
};

test('consent to texts counts once the booking is confirmed', async () => {
  const { id, patientId } = await request('2026-11-23T09:00', { texts: true });
  expect(await agreed(patientId)).toBe(false);
  await confirm(id);
  expect(await agreed(patientId)).toBe(true);
});

test('a booking without the choice gives no consent and withdraws none', async () => {
  const first = await request('2026-11-23T09:00', {});
  await confirm(first.id);
  expect(await agreed(first.patientId)).toBe(false);
  await confirm((await request('2026-11-23T10:00', { texts: true })).id);
  await confirm((await request('2026-11-23T11:00', {})).id);
  expect(await agreed(first.patientId)).toBe(true);
});

test('using the link again does not undo a withdrawal', async () => {
  const { id, patientId } = await request('2026-11-23T09:00', { texts: true });
  await confirm(id);
  const cause = {
    id: deriveId(id),
    correlationId: id,
    actor: `patient:${patientId}`,
    time: new Date().toISOString(),
  } as const;
  await world.domain.patients.execute(
    patientId,
    { type: 'choose-messages', texts: false, by: 'page' },
    cause,
  );
  await confirm(id);
  expect(await agreed(patientId)).toBe(false);
});

test('consent for a dependant is that of the person who books', async () => {
  const attendee = { name: 'Pia Verdi', birthDate: '2020-01-01' };
  const { id, patientId, contactId } = await request('2026-11-23T09:00', { texts: true, attendee });
  await confirm(id);
  expect([await agreed(patientId), await agreed(contactId)]).toEqual([false, true]);
});

test('an early consent covers reminders only, until the person agrees anew', async () => {
  const { id, patientId } = await request('2026-11-23T09:00', {});
  await confirm(id);
  const [{ state }, stream] = [await world.domain.patients.load(patientId), `patient-${patientId}`];
  if (state.status !== 'registered') throw new Error('not registered');
  const { revision } = await world.domain.patients.load(patientId);
  const time = new Date().toISOString();
  const { proId } = state;
  const early = { patientId, proId, texts: true, stopped: false, recalls: true, by: 'staff' } as const;
  const metadata = { correlationId: id, causationId: id, actor: 'anonymous', time } as const;
  await world.store.append(stream, revision, [
    { type: 'PatientMessagesChosen', data: early, id: deriveId(id, 'early'), metadata },
  ]);
  const choices = async () => {
    const loaded = await world.domain.patients.load(patientId);
    return loaded.state.status === 'registered' && loaded.state.messages;
  };
  const cause = { id: deriveId(id), correlationId: id, actor: 'anonymous', time } as const;
  const choose = (more: { texts?: boolean; recalls?: boolean }) =>
    world.domain.patients.execute(patientId, { type: 'choose-messages', ...more, by: 'page' }, cause);
  expect(await choices()).toMatchObject({ texts: true, allTexts: false });
  await choose({ recalls: false });
  expect(await choices()).toMatchObject({ texts: true, allTexts: false, recalls: false });
  await choose({ texts: true });
  expect(await choices()).toMatchObject({ texts: true, allTexts: true });
  await choose({ recalls: true });
  expect(await choices()).toMatchObject({ texts: true, allTexts: true });
  await choose({ texts: false });
  expect(await choices()).toMatchObject({ texts: false, allTexts: false });
});
