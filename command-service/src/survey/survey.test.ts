import { beforeEach, expect, test } from 'vitest';
import { randomUUID } from 'node:crypto';
import { createBookingTokens } from '@visita/platform/auth/booking-token';
import { bookingOf, openPractice, requestOf } from '../../testing/practice.ts';
import { createWorld, pro, type World } from '../../testing/world.ts';

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

const shared = (bookingId: string, rating: number) =>
  world.call('submitSurvey', {
    body: { rating, comment: 'Gentile', token: links.issue('manage', bookingId), forProfessional: true },
  });
const surveys = async () => (await stored()).filter(({ type }) => type === 'SurveySubmitted');

/** Opens a practice with a past visit of a patient, placed by staff. */
const visited = async () => {
  const practice = await openPractice(world);
  const as = pro(practice.ownerId);
  const body = bookingOf(practice.offers[0], '2026-11-19T09:00');
  return { ...practice, as, id: (await world.call('placeBooking', { body, as })).answer.data.id };
};

test('an answer for the professional names the reader, once a visit, and the link says so', async () => {
  const { id, ownerId } = await visited();
  const look = async () =>
    (await world.call('getManagedBooking', { as: { kind: 'booking', bookingId: id } })).answer.data.survey;
  expect(await look()).toBe('open');
  await shared(id, 4);
  await shared(id, 1);
  expect(await look()).toBe('answered');
  expect((await surveys()).map(({ data }) => data)).toMatchObject([
    { bookingId: id, rating: 4, proId: ownerId },
  ]);
});

test('an answer for the professional needs a visit that took place', async () => {
  const { id, as, offers } = await visited();
  const now = world.now().toISOString();
  const cause = { id, correlationId: id, actor: 'process:test', time: now } as const;
  await world.domain.bookings.execute(id, { type: 'mark-missed', excused: false, now }, cause);
  await expect(shared(id, 5)).rejects.toMatchObject({ code: 'booking-not-active' });
  const ahead = { body: bookingOf(offers[0], '2026-11-23T09:00'), as };
  const coming = (await world.call('placeBooking', ahead)).answer.data.id;
  await expect(shared(coming, 5)).rejects.toMatchObject({ code: 'booking-not-active' });
  const body = { rating: 5, forProfessional: true };
  await expect(world.call('submitSurvey', { body })).rejects.toMatchObject({ code: 'token-invalid' });
  expect(await surveys()).toEqual([]);
});

test('an answer without the mark stays confidential, also after a visit', async () => {
  const { id } = await visited();
  await world.call('submitSurvey', { body: { rating: 2, token: links.issue('manage', id) } });
  expect((await surveys())[0]?.data).not.toHaveProperty('proId');
});
