import { beforeEach, expect, test } from 'vitest';
import { randomUUID } from 'node:crypto';
import { createWorld, type World } from '../testing/world.ts';

let world: World;
beforeEach(() => {
  world = createWorld();
});

const stored = async () =>
  (await world.store.readAll('0'.repeat(16), 100)).map(({ type, data }) => ({ type, data }));

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

test('a token that proves no booking is refused, and nothing is written', async () => {
  const body = { rating: 5, token: 'made-up' };
  await expect(world.call('submitSurvey', { body })).rejects.toMatchObject({ code: 'token-invalid' });
  expect(await stored()).toEqual([]);
});
