import { describe, expect, it } from 'vitest';
import { createBatcher } from './batcher.ts';

const doubling = () => {
  const flushes: number[][] = [];
  const flush = async (items: readonly number[]) => {
    flushes.push([...items]);
    await Promise.resolve();
    return items.map((item) => item * 2);
  };
  return { flushes, flush };
};

describe('batcher', () => {
  it('joins concurrent calls, and returns each its own result', async () => {
    const { flushes, flush } = doubling();
    const batcher = createBatcher({ maximum: 10, flush });
    expect(await Promise.all([1, 2, 3].map(batcher.add))).toEqual([2, 4, 6]);
    expect(flushes).toEqual([[1, 2, 3]]);
  });

  it('runs one flush at a time; items that arrive meanwhile go into the next', async () => {
    const gate = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    const flushes: string[][] = [];
    const batcher = createBatcher<string, string>({
      maximum: 10,
      flush: async (items) => {
        flushes.push([...items]);
        started.resolve();
        await gate.promise;
        return items;
      },
    });
    const first = batcher.add('a');
    await started.promise;
    const others = Promise.all([batcher.add('b'), batcher.add('c')]);
    await new Promise(setImmediate);
    expect(flushes).toEqual([['a']]);
    gate.resolve();
    expect([await first, ...(await others)]).toEqual(['a', 'b', 'c']);
    expect(flushes).toEqual([['a'], ['b', 'c']]);
  });

  it('flushes at most the maximum number of items', async () => {
    const { flushes, flush } = doubling();
    const batcher = createBatcher({ maximum: 2, flush });
    await Promise.all([1, 2, 3, 4, 5].map(batcher.add));
    expect(flushes).toEqual([[1, 2], [3, 4], [5]]);
  });

  it('flushes one item per key, in order', async () => {
    const flushes: string[][] = [];
    const batcher = createBatcher<string, string>({
      maximum: 3,
      key: (item) => item.slice(0, 1),
      flush: async (items) => {
        flushes.push([...items]);
        return items;
      },
    });
    await Promise.all(['a1', 'a2', 'b1', 'a3', 'b2', 'c1', 'd1'].map(batcher.add));
    expect(flushes).toEqual([['a1', 'b1', 'c1'], ['a2', 'b2', 'd1'], ['a3']]);
  });

  it('retries the items of a failed flush one by one, so that one bad item fails alone', async () => {
    const batcher = createBatcher<number, number>({
      maximum: 10,
      flush: async (items) => {
        if (items.includes(13)) throw new Error('unlucky');
        return items;
      },
    });
    const answers = await Promise.allSettled([1, 13, 2].map(batcher.add));
    expect(answers.map((answer) => answer.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await batcher.add(3)).toBe(3);
  });

  it('fails all items together if no single one can be the cause', async () => {
    let flushes = 0;
    const batcher = createBatcher<number, number>({
      maximum: 10,
      divisible: () => false,
      flush: async () => {
        flushes += 1;
        throw new Error('no connection');
      },
    });
    const answers = await Promise.allSettled([1, 2].map(batcher.add));
    expect(answers.map((answer) => answer.status)).toEqual(['rejected', 'rejected']);
    expect(flushes).toBe(1);
  });

  it('rejects a flush that returns too few results', async () => {
    const batcher = createBatcher<number, number>({ maximum: 10, flush: async () => [] });
    await expect(batcher.add(1)).rejects.toThrow('1 items gave 0 results');
  });
});
