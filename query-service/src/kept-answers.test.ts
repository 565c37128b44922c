import { describe, expect, it } from 'vitest';
import { createKeptAnswers } from './kept-answers.ts';

const scene = (most?: number) => {
  const keep = createKeptAnswers(most);
  let made = 0;
  const ask = async (question: string, tag: string) => {
    const { body } = await keep(question, tag, async () => ({
      body: `answer ${(made += 1)}`,
      position: null,
    }));
    return String(body);
  };
  return { keep, ask };
};

describe('an answer to a pro', () => {
  it('is cached while its tag stays the same', async () => {
    const { ask } = scene();
    expect(await ask('week', '1')).toBe('answer 1');
    expect(await ask('week', '1')).toBe('answer 1');
    expect(await ask('next week', '1')).toBe('answer 2');
    expect(await ask('week', '2')).toBe('answer 3');
  });

  it('is shared while it is computed, by requests with the same tag only', async () => {
    const { ask } = scene();
    const asked = [ask('week', '1'), ask('week', '1'), ask('week', '2')];
    expect(await Promise.all(asked)).toEqual(['answer 1', 'answer 1', 'answer 2']);
  });

  it('is not cached if it is a refusal', async () => {
    const { keep, ask } = scene();
    const refused = keep('week', '1', () => Promise.reject(new Error('not found')));
    await expect(refused).rejects.toThrow('not found');
    expect(await ask('week', '1')).toBe('answer 1');
  });

  it('is evicted when the cache is full', async () => {
    const { ask } = scene(20);
    for (const question of ['one', 'two', 'three']) await ask(question, '1');
    expect(await ask('one', '1')).toBe('answer 4');
    expect(await ask('three', '1')).toBe('answer 3');
  });
});
