import type { Outcome } from '@visita/platform/http/register';
import { describe, expect, it } from 'vitest';
import { createAnswerCache } from './answer-cache.ts';

const at = (count: number): string => String(count).padStart(16, '0');

const createScene = (most?: number) => {
  let now = 0;
  let position = at(1);
  let runs = 0;
  const cache = createAnswerCache({
    clock: () => new Date(now),
    position: () => position,
    ...(most === undefined ? {} : { most }),
  });
  const run = async (): Promise<Outcome> => ({ body: `answer ${(runs += 1)}`, position: null });
  const ask = async (question: string, lifetime: number | null = null, minimum = at(0)) =>
    String((await cache.answer(question, { minimum, lifetime }, run)).body);
  return {
    cache,
    ask,
    pass: (ms: number) => (now += ms),
    happen: () => (position = at(Number(position) + 1)),
  };
};

describe('a public answer', () => {
  it('stays cached until something changes, however long that takes', async () => {
    const { ask, pass, happen } = createScene();
    expect(await ask('clinic')).toBe('answer 1');
    pass(86_400_000);
    expect(await ask('clinic')).toBe('answer 1');
    happen();
    expect(await ask('clinic')).toBe('answer 2');
  });

  it('stays cached for its lifetime, except for a client that has seen a newer position', async () => {
    const { ask, pass, happen } = createScene();
    expect(await ask('times', 250)).toBe('answer 1');
    happen();
    pass(249);
    expect(await ask('times', 250)).toBe('answer 1');
    expect(await ask('times', 250, at(2))).toBe('answer 2');
    pass(250);
    expect(await ask('times', 250)).toBe('answer 3');
  });

  it('is shared while it is computed; a refusal is not cached', async () => {
    const { cache, ask } = createScene();
    const freshness = { minimum: at(0), lifetime: null };
    const refused = cache.answer('gone', freshness, () => Promise.reject(new Error('not found')));
    await expect(refused).rejects.toThrow('not found');
    const both = await Promise.all([ask('gone'), ask('gone')]);
    expect(both).toEqual(['answer 1', 'answer 1']);
  });

  it('is evicted, oldest first, when the cache is full', async () => {
    const { ask } = createScene(20);
    await ask('a');
    await ask('b');
    await ask('c');
    expect(await ask('c')).toBe('answer 3');
    expect(await ask('a')).toBe('answer 4');
  });
});
