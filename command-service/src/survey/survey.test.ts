import { beforeEach, expect, test } from 'vitest';
import { randomUUID } from 'node:crypto';
import { createBookingTokens } from '@visita/platform/auth/booking-token';
import { openPractice, requestOf } from '../../testing/practice.ts';
import { createWorld, type World } from '../../testing/world.ts';

let world: World;
beforeEach(() => {
  world = createWorld();
});

const stored = async () =>
  (await world.store.readAll('0'.repeat(16), 100)).map(({ type, data }) => ({ type, data }));
const links = createBookingTokens(Buffer.alloc(32, 7));
const book = async () => {
  const practice = await openPractice(world);
  return (await world.call('requestBooking', { body: requestOf(practice, '2026-11-23T09:00') })).answer.data
    .id;
};

test('a survey without a token is stored under a key of its own', async () => {
  const { answer } = await world.call('submitSurvey', { body: { rating: 4, comment: 'Tutto bene' } });
  expect(answer.data).toBeNull();
  const [{ type, data } = { type: '', data: {} }] = await stored();
  expect(type).toBe('SurveySubmitted');
  expect(data).toMatchObject({ rating: 4, comment: 'Tutto bene', bookingId: null });
});

test('the same request again stores nothing more', async () => {
  const id = randomUUID();
  await world.call('submitSurvey', { body: { rating: 4 }, id });
  await world.call('submitSurvey', { body: { rating: 4 }, id });
  expect(await stored()).toHaveLength(1);
});

test("a booking's links submit once: later surveys are answered alike and not stored", async () => {
  const bookingId = await book();
  const tokens = [links.issue('manage', bookingId), links.issue('confirm', bookingId)];
  for (const [index, token] of [...tokens, ...tokens].entries()) {
    const { answer } = await world.call('submitSurvey', { body: { rating: index + 1, token } });
    expect(answer).toEqual({ message: 'Thank you', data: null });
  }
  const surveys = (await stored()).filter(({ type }) => type === 'SurveySubmitted');
  expect(surveys.map(({ data }) => data)).toMatchObject([{ bookingId, rating: 1 }]);
});

test('a token of no booking is refused, and nothing is written', async () => {
  const body = { rating: 5, token: 'made-up' };
  await expect(world.call('submitSurvey', { body })).rejects.toMatchObject({ code: 'token-invalid' });
  expect(await stored()).toEqual([]);
});

test('a link of an erased patient is refused, and nothing is written', async () => {
  const bookingId = await book();
  const time = world.now().toISOString();
  const cause = { id: bookingId, correlationId: bookingId, actor: 'process:test', time } as const;
  const { state } = await world.domain.bookings.load(bookingId);
  const patientId = state.status === 'none' ? '' : state.patientId;
  await world.domain.bookings.execute(bookingId, { type: 'erase-patient', patientId, now: time }, cause);
  const head = await world.store.head();
  const token = links.issue('manage', bookingId);
  const sent = world.call('submitSurvey', { body: { rating: 5, token } });
  await expect(sent).rejects.toMatchObject({ code: 'patient-erased' });
  expect(await world.store.head()).toBe(head);
});
