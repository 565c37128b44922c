import { describe, expect, it } from 'vitest';
import type { Freshness } from './answer-cache.ts';
import { createAnswerCache, createQuestionCache } from './answer-cache.ts';

const createScene = (most?: number) => {
  let now = 0;
  let runs = 0;
  const cached = createAnswerCache(() => new Date(now), most);
  return {
    cached,
    ask: async (question: string, freshness: Partial<Freshness> = {}) => {
      const run = async () => ({ body: `answer ${(runs += 1)}`, position: null });
      const { body } = await cached(question, { tag: '1', lifetime: Infinity, ...freshness }, run);
      return String(body);
    },
    pass: (ms: number) => (now += ms),
  };
};

describe('an answer', () => {
  it('stays cached while its tag is the same, however long that takes', async () => {
    const { ask, pass } = createScene();
    expect(await ask('week')).toBe('answer 1');
    pass(86_400_000);
    expect(await ask('week')).toBe('answer 1');
    expect(await ask('next week')).toBe('answer 2');
    expect(await ask('week', { tag: '2' })).toBe('answer 3');
  });

  it('stays cached for its lifetime, except for a client that has seen a newer position', async () => {
    const { ask, pass } = createScene();
    const old = { lifetime: 250, minimum: '0' };
    expect(await ask('times', old)).toBe('answer 1');
    pass(249);
    expect(await ask('times', { ...old, tag: '2' })).toBe('answer 1');
    expect(await ask('times', { ...old, tag: '2', minimum: '2' })).toBe('answer 2');
    pass(250);
    expect(await ask('times', { ...old, tag: '2' })).toBe('answer 3');
  });

  it('is computed again after its lifetime, or if the clock is set back by more', async () => {
    const { ask, pass } = createScene();
    expect(await ask('week', { lifetime: 60_000 })).toBe('answer 1');
    pass(60_000);
    expect(await ask('week', { lifetime: 60_000 })).toBe('answer 2');
    pass(-60_000);
    expect(await ask('week', { lifetime: 60_000 })).toBe('answer 3');
  });

  it('is shared while it is computed, by requests with the same tag only', async () => {
    const { ask } = createScene();
    const asked = [ask('week'), ask('week'), ask('week', { tag: '2' })];
    expect(await Promise.all(asked)).toEqual(['answer 1', 'answer 1', 'answer 2']);
  });

  it('is not cached if it is a refusal', async () => {
    const { cached, ask } = createScene();
    const refused = cached('week', { tag: '1', lifetime: 1 }, () => Promise.reject(new Error('not found')));
    await expect(refused).rejects.toThrow('not found');
    expect(await Promise.all([ask('week'), ask('week')])).toEqual(['answer 1', 'answer 1']);
  });

  it('is evicted, the least recently used first, when the cache is full', async () => {
    const { ask } = createScene(20);
    for (const question of ['one', 'two', 'three']) await ask(question);
    expect(await ask('three')).toBe('answer 3');
    expect(await ask('one')).toBe('answer 4');
  });
});

it('does not cache a value without a size', async () => {
  let made = 0;
  const cached = createQuestionCache<number | undefined>({
    clock: () => new Date(),
    most: 10,
    sizeOf: (value) => (value === undefined ? 0 : 1),
  });
  const make = async () => ((made += 1) === 1 ? undefined : made);
  const ask = () => cached('clinic', { tag: '1', lifetime: 1_000 }, make);
  expect([await ask(), await ask(), await ask()]).toEqual([undefined, 2, 2]);
});
