import { afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { serialize } from './serialize.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Mocks the clock so that every piece has taken long enough. */
const slowClock = (): void => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 4));
};

/** Counts work by turns of the event loop. */
const countByTurn = () => {
  let [inTurn, most, going] = [0, 0, true];
  const nextTurn = (): void => {
    inTurn = 0;
    if (going) setImmediate(nextTurn);
  };
  nextTurn();
  return {
    work: () => {
      inTurn += 1;
      most = Math.max(most, inTurn);
    },
    most: () => {
      going = false;
      return most;
    },
  };
};

const answerOf = (text: z.ZodType<string>) =>
  z.object({
    message: z.string(),
    note: z.string().optional(),
    data: z.array(z.object({ date: z.string(), entries: z.array(z.object({ times: z.array(text) })) })),
  });

const valueOf = (days: number, entries: number, times: number) => ({
  message: 'Free "times"',
  data: Array.from({ length: days }, (_, day) => ({
    date: `day ${day}`,
    entries: Array.from({ length: entries }, () => ({
      times: Array.from({ length: times }, (__, time) => `${time}:00`),
      secret: 'not in the schema',
    })),
  })),
});

it.each([
  ['few days of few entries with many times', 20, 10, 300],
  ['one day of many entries', 1, 3_000, 3],
  ['many days', 5_000, 1, 3],
  ['a small answer', 2, 2, 2],
  ['nothing', 0, 0, 0],
])('writes %s in pieces as in one', async (_name, ...lengths) => {
  const schema = answerOf(z.string());
  const value = valueOf(...lengths);
  expect(await serialize(schema, value)).toBe(JSON.stringify(schema.parse(value)));
});

it.each([
  ['few days of few entries with many times', 20, 10, 300],
  ['one day of many entries', 1, 3_000, 3],
  ['one list alone', 1, 1, 60_000],
])('yields to other work within %s', async (_name, ...lengths) => {
  slowClock();
  const turns = countByTurn();
  const text = z.string().refine(() => {
    turns.work();
    return true;
  });
  await serialize(answerOf(text), valueOf(...lengths));
  expect(turns.most()).toBeLessThanOrEqual(2_000);
});
