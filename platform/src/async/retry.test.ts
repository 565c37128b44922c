import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { repeat, retry, sleep } from './retry.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const failing = (times: number) => {
  const at: number[] = [];
  const began = Date.now();
  const work = async () => {
    at.push(Date.now() - began);
    if (at.length <= times) throw new Error(`failure ${at.length}`);
    return 'done';
  };
  return { at, work };
};

it('sleeps until the time is up or the signal aborts', async () => {
  const stopping = new AbortController();
  const [long, short] = [sleep(60_000, stopping.signal), sleep(10)];
  await vi.advanceTimersByTimeAsync(10);
  await short;
  stopping.abort();
  await long;
});

it('retries with growing pauses until it succeeds', async () => {
  const { at, work } = failing(4);
  const seen: number[] = [];
  const done = retry(work, {
    pause: 100,
    longest: 300,
    onFailure: (_error, attempt) => void seen.push(attempt),
  });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await done).toBe('done');
  expect(at).toEqual([0, 100, 300, 600, 900]);
  expect(seen).toEqual([1, 2, 3, 4]);
});

it('stops if `onFailure` throws, with its error', async () => {
  const { at, work } = failing(9);
  const gaveUp = retry(work, {
    pause: 10,
    onFailure: (error, attempt) => {
      if (attempt === 2) throw error;
    },
  });
  const expected = expect(gaveUp).rejects.toThrow('failure 2');
  await vi.advanceTimersByTimeAsync(100);
  await expected;
  expect(at).toEqual([0, 10]);
});

it('stops when aborted', async () => {
  const { at, work } = failing(9);
  const stopping = new AbortController();
  const expected = expect(retry(work, { pause: 100, signal: stopping.signal })).rejects.toThrow('aborted');
  await vi.advanceTimersByTimeAsync(150);
  stopping.abort();
  await expected;
  expect(at).toEqual([0, 100]);
});

it('repeats until aborted, with growing pauses while there is no progress', async () => {
  const stopping = new AbortController();
  const at: number[] = [];
  const began = Date.now();
  const failures: string[] = [];
  const running = repeat(
    async (progressed) => {
      at.push(Date.now() - began);
      if (at.length === 4) progressed();
      if (at.length !== 6) throw new Error(String(at.length));
    },
    {
      pause: 100,
      longest: 1_000,
      signal: stopping.signal,
      onFailure: (error) => void failures.push((error as Error).message),
    },
  );
  await vi.advanceTimersByTimeAsync(1_250);
  stopping.abort();
  await running;
  // Pauses of 100, 200 and 400 ms; 100 and 200 after the fourth run progressed; 100 after the success.
  expect(at).toEqual([0, 100, 300, 700, 800, 1_000, 1_100, 1_200]);
  expect(failures).toEqual(['1', '2', '3', '4', '5', '7', '8']);
});
