import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import type { RecordedEvent } from '@visita/contracts/envelope';
import { createFollowers } from './follow.ts';
import { beginning } from './port.ts';
import { createWakeUp } from './wake-up.ts';

const positionOf = (count: number) => String(count).padStart(16, '0');

/** A log that counts reads and can be out of order for a while. */
const createLog = () => {
  const wakeUp = createWakeUp();
  const events: RecordedEvent[] = [];
  const log = { events, reads: 0, carried: 0, broken: false };
  const followers = createFollowers({
    wakeUp,
    log: pino({ level: 'silent' }),
    readAll: async (after, limit) => {
      log.reads += 1;
      if (log.broken) throw new Error('broken');
      return events.filter(({ position }) => position > after).slice(0, limit);
    },
    readTypes: async (after, limit, types) => {
      const page = events.filter(({ position }) => position > after).slice(0, limit);
      const wanted = page.filter((event) => types.has(event.type) || event === page.at(-1));
      log.carried += wanted.length;
      return { events: wanted, seen: page.length };
    },
  });
  const append = (count: number) => {
    for (let added = 0; added < count; added += 1)
      events.push({ position: positionOf(events.length + 1) } as RecordedEvent);
    wakeUp.wake();
  };
  return { log, followers, append };
};

describe('followers of one log', () => {
  let ends: (() => Promise<void>)[] = [];
  afterEach(async () => {
    await Promise.all(ends.map((end) => end()));
    ends = [];
  });
  const opened = () => {
    const made = createLog();
    ends.push(made.followers.stop);
    return made;
  };
  const follow = (
    { followers }: ReturnType<typeof createLog>,
    work: () => Promise<void> = async () => undefined,
  ) => {
    const seen: string[] = [];
    followers.subscribe({
      after: beginning,
      batchSize: 100,
      onBatch: async (events) => {
        await work();
        seen.push(...events.map(({ position }) => position));
      },
    });
    return seen;
  };
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => positionOf(index + 1));

  it('read each event once, however many they are', async () => {
    const made = opened();
    made.append(3);
    const all = Array.from({ length: 13 }, () => follow(made));
    await expect.poll(() => all.every((seen) => seen.length === 3)).toBe(true);
    const before = made.log.reads;
    for (let turn = 1; turn <= 10; turn += 1) {
      made.append(1);
      await expect.poll(() => all.every((seen) => seen.length === 3 + turn)).toBe(true);
    }
    expect(made.log.reads - before).toBeLessThanOrEqual(10);
    for (const seen of all) expect(seen).toEqual(upTo(13));
  });

  it('do not read events that this process has just written, unless others wrote before', async () => {
    const made = opened();
    made.append(1);
    const all = [follow(made), follow(made)];
    await expect.poll(() => all.every((seen) => seen.length === 1)).toBe(true);
    const event = (count: number) => ({ position: positionOf(count) }) as RecordedEvent;
    const before = made.log.reads;
    made.followers.take([event(2), event(3)]);
    await expect.poll(() => all).toEqual([upTo(3), upTo(3)]);
    expect(made.log.reads).toBe(before);
    expect([made.followers.reach(positionOf(3)), made.followers.reach(positionOf(4))]).toEqual([true, false]);
    // Position 4 belongs to another process: event 5 waits for the reader.
    made.followers.take([event(5)]);
    made.append(4);
    await expect.poll(() => all).toEqual([upTo(5), upTo(5)]);
  });

  it('do not read events that arrive over the link, only those before and after', async () => {
    const made = opened();
    made.append(2);
    const seen = follow(made);
    await expect.poll(() => seen.length).toBe(2);
    const event = (count: number) =>
      ({ position: positionOf(count), stream: `s-${count % 2}` }) as RecordedEvent;
    const store = (count: number) => {
      made.log.events.push(event(count));
      return event(count);
    };
    store(3);
    const link = made.followers.link();
    await expect.poll(() => seen).toEqual(upTo(3));
    const before = made.log.reads;
    for (const count of [4, 5, 6]) {
      link.take(store(count));
      // A repeated event counts once.
      link.take(event(count));
    }
    await expect.poll(() => seen).toEqual(upTo(6));
    expect(made.log.reads).toBe(before);
    const { reached, ofStream } = made.followers.followed;
    expect(reached()).toBe(positionOf(6));
    expect((await ofStream('s-0', positionOf(3)))?.map(({ position }) => position)).toEqual(
      [4, 6].map(positionOf),
    );
    expect(await ofStream('s-0', '')).toBeNull();
    store(7);
    link.end();
    link.take(store(8));
    await expect.poll(() => seen).toEqual(upTo(8));
  });

  it('read events that arrive out of order', async () => {
    const made = opened();
    made.append(1);
    const seen = follow(made);
    await expect.poll(() => seen.length).toBe(1);
    const link = made.followers.link();
    const event = (count: number) => ({ position: positionOf(count) }) as RecordedEvent;
    // Events of the link wait until the log is read up to its start.
    link.take(event(3));
    link.take(event(2));
    made.append(2);
    await expect.poll(() => seen).toEqual(upTo(3));
  });

  it('miss nothing if one is slower than the log grows', async () => {
    const made = opened();
    const gate = Promise.withResolvers<void>();
    const [quick, slow] = [follow(made), follow(made, () => gate.promise)];
    made.append(1);
    await expect.poll(() => quick.length).toBe(1);
    for (let turn = 0; turn < 50; turn += 1) {
      made.append(100);
      await expect.poll(() => quick.length).toBe(made.log.events.length);
    }
    gate.resolve();
    await expect.poll(() => slow.length).toBe(5_001);
    expect(slow).toEqual(upTo(5_001));
    expect(quick).toEqual(upTo(5_001));
  });

  it('receive only the types that they ask for while they catch up', async () => {
    const made = opened();
    const typeOf = (nth: number) => (nth % 1_000 === 0 ? 'Wanted' : 'Unwanted');
    for (let nth = 1; nth <= 10_500; nth += 1)
      made.log.events.push({ position: positionOf(nth), type: typeOf(nth) } as RecordedEvent);
    const seen: string[] = [];
    const onBatch = async (events: readonly RecordedEvent[]) =>
      void seen.push(...events.filter(({ type }) => type === 'Wanted').map(({ position }) => position));
    const types = new Set(['Wanted']);
    made.followers.subscribe({ after: beginning, batchSize: 3, types, onBatch });
    const expected = Array.from({ length: 10 }, (_, nth) => positionOf((nth + 1) * 1_000));
    await expect.poll(() => seen).toEqual(expected);
    // The last event of each read is included.
    expect(made.log.carried).toBeLessThan(20);
    made.log.events.push({ position: positionOf(10_501), type: 'Wanted' } as RecordedEvent);
    made.append(1);
    await expect.poll(() => seen).toEqual([...expected, positionOf(10_501)]);
  });

  it('continue once the log can be read again', async () => {
    const made = opened();
    made.log.broken = true;
    const early = follow(made);
    await expect.poll(() => made.log.reads).toBeGreaterThan(0);
    made.log.broken = false;
    made.append(2);
    await expect.poll(() => early.length).toBe(2);
    made.log.broken = true;
    made.append(1);
    await expect.poll(() => made.log.reads).toBeGreaterThan(3);
    made.log.broken = false;
    made.append(1);
    await expect.poll(() => early).toEqual(upTo(4));
  });
});
