import { array, assert, date, property } from 'fast-check';
import { expect, it } from 'vitest';
import { isDue, lastSlot } from './due.ts';
import { keptOf } from './retention.ts';
import { nameOf, timeOf } from './storage.ts';

const day = 86_400_000;
const days = (count: number, from = '2025-11-22T02:30:00.000Z') =>
  Array.from({ length: count }, (_, index) => new Date(Date.parse(from) + index * day));
const namesOf = (times: Iterable<Date>) =>
  [...times].map((time) => time.toISOString().slice(0, 10)).toSorted();

it('keeps seven days, four weeks and twelve months of a year of backups', () => {
  const kept = namesOf(keptOf(days(366)));
  expect(kept).toEqual([
    '2025-12-31',
    '2026-01-31',
    '2026-02-28',
    '2026-03-31',
    '2026-04-30',
    '2026-05-31',
    '2026-06-30',
    '2026-07-31',
    '2026-08-31',
    '2026-09-30',
    '2026-10-31',
    '2026-11-01',
    '2026-11-08',
    '2026-11-15',
    '2026-11-16',
    '2026-11-17',
    '2026-11-18',
    '2026-11-19',
    '2026-11-20',
    '2026-11-21',
    '2026-11-22',
  ]);
});

it('keeps the newest of a day, and loses none during a pause', () => {
  const [before, morning, evening] = [
    '2026-01-05T02:30:00Z',
    '2026-11-22T02:30:00Z',
    '2026-11-22T20:00:00Z',
  ].map((text) => new Date(text));
  expect([...keptOf([morning!, evening!, before!])]).toEqual([evening, before]);
});

it('always keeps the newest, never more than the rule says, and the same when repeated', () => {
  const times = array(
    date({ min: new Date('2020-01-01'), max: new Date('2026-12-31'), noInvalidDate: true }),
    {
      minLength: 1,
    },
  );
  assert(
    property(times, (all) => {
      const kept = keptOf(all);
      expect(Math.max(...[...kept].map(Number))).toBe(Math.max(...all.map(Number)));
      expect(kept.size).toBeLessThanOrEqual(7 + 4 + 12);
      expect(keptOf([...kept])).toEqual(kept);
    }),
  );
});

it("a backup's name has its time; other names have none", () => {
  const time = new Date('2026-11-22T02:30:09.000Z');
  expect(nameOf(time)).toBe('2026-11-22T023009Z');
  expect(timeOf(nameOf(time))).toEqual(time);
  for (const other of ['lost+found', '2026-11-22', '2026-13-22T023009Z', '../2026-11-22T023009Z'])
    expect(timeOf(other)).toBeNull();
});

it('is due once a day, at once without a backup, and an hour after a failure', () => {
  const at = { hour: 2, minute: 30 };
  const [early, late] = [new Date('2026-11-22T02:29:59Z'), new Date('2026-11-22T02:30:00Z')];
  expect(lastSlot(early, at)).toEqual(new Date('2026-11-21T02:30:00Z'));
  expect(lastSlot(late, at)).toEqual(late);
  const last = new Date('2026-11-21T02:31:00Z');
  expect(isDue({ now: early, at, last, tried: null })).toBe(false);
  expect(isDue({ now: late, at, last, tried: last })).toBe(true);
  expect(isDue({ now: late, at, last: null, tried: null })).toBe(true);
  expect(isDue({ now: late, at, last, tried: early })).toBe(false);
  expect(isDue({ now: new Date('2026-11-22T03:30:00Z'), at, last, tried: early })).toBe(true);
});
