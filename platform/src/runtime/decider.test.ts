import { Rejection } from '@visita/contracts/problem';
import { expect, it } from 'vitest';
import { type Cause, createStreams, type Decider } from './decider.ts';
import { createMemoryCounters } from '../http/counters.ts';
import { createStreamBudget } from './stream-budget.ts';
import { createMemoryEventStore } from '../../testing/memory-event-store.ts';
import type { EventStore } from '../event-store/port.ts';
import { SubjectErased } from '../vault/personal-data.ts';

type Counted = { readonly type: 'Counted'; readonly data: { by: number } };
type Command = { add: number; limit: number };

const counter: Decider<number, Counted, Command> = {
  stream: (id) => `counter-${id}`,
  initialState: 0,
  evolve: (state, event) => state + event.data.by,
  decide: ({ add, limit }, state) => {
    if (state + add > limit) throw new Rejection('conflict');
    return add === 0 ? [] : [{ type: 'Counted', data: { by: add } }];
  },
};
const cause: Cause = {
  id: 'c0ffee00-0000-4000-8000-000000000001',
  correlationId: 'c0ffee00-0000-4000-8000-000000000002',
  actor: 'anonymous',
  time: '2026-11-20T09:00:00.000Z',
};
const add = (count: number, limit = 100): Command => ({ add: count, limit });

/** Two processes on one store, each with its own cache. */
const twoProcesses = (store: EventStore = createMemoryEventStore()) => ({
  store,
  one: createStreams(store, counter),
  other: createStreams(store, counter),
});

it('decides, appends with metadata, and returns state and position', async () => {
  const { store, one } = twoProcesses();
  expect(await one.execute('a', add(2), cause)).toMatchObject({
    state: 2,
    revision: 0,
    position: '0000000000000001',
  });
  const [event] = await store.readStream('counter-a');
  const { id: causationId, ...origin } = cause;
  expect(event?.metadata).toEqual({ ...origin, causationId });
});

it('writes nothing if there are no events', async () => {
  const { one } = twoProcesses();
  expect(await one.execute('a', add(0), cause)).toEqual({ state: 0, revision: -1, position: null });
});

it('decides again after another process wrote', async () => {
  const { one, other } = twoProcesses();
  await one.execute('a', add(1), cause);
  await other.execute('a', add(1), cause);
  expect(await one.execute('a', add(1), cause)).toMatchObject({ state: 3, revision: 2 });
});

it('refuses only after reading the store, never from the cache alone', async () => {
  const { one, other } = twoProcesses();
  await one.execute('a', add(5), cause);
  await other.execute('a', add(-5), cause);
  expect(await one.execute('a', add(5, 5), cause)).toMatchObject({ state: 5 });
  await expect(one.execute('a', add(1, 5), cause)).rejects.toMatchObject({ code: 'conflict' });
});

it('treats a repeat as a new attempt if the first one was undone since', async () => {
  const { store, one } = twoProcesses();
  await one.execute('a', add(1), cause);
  await one.execute('a', add(-1), cause);
  const restarted = createStreams(store, counter);
  expect(await restarted.execute('a', add(1), cause)).toMatchObject({ state: 1, revision: 2 });
});

it('keeps a limit under concurrency', async () => {
  const { store, one, other } = twoProcesses();
  const tries = Array.from({ length: 40 }, (_, index) =>
    (index % 2 ? one : other).execute('a', add(1, 10), cause),
  );
  const results = await Promise.allSettled(tries);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  expect(await store.readStream('counter-a')).toHaveLength(10);
});

it('takes turns on a stream, so that a process has no conflicts with itself', async () => {
  const store = createMemoryEventStore();
  let appends = 0;
  const counted: EventStore = {
    ...store,
    append: async (...asked) => {
      appends += 1;
      await new Promise(setImmediate);
      return store.append(...asked);
    },
  };
  const { one } = twoProcesses(counted);
  await Promise.all(Array.from({ length: 300 }, () => one.execute('a', add(1, 300), cause)));
  expect(await store.readStream('counter-a')).toHaveLength(300);
  expect(appends).toBe(300);
});

it('passes on errors that are not refusals, and stays usable', async () => {
  const store = createMemoryEventStore();
  let broken = true;
  const { one } = twoProcesses({
    ...store,
    append: async (...request) => {
      if (broken) throw new Error('no connection');
      return store.append(...request);
    },
  });
  await expect(one.execute('a', add(1), cause)).rejects.toThrow('no connection');
  broken = false;
  expect(await one.execute('a', add(1), cause)).toMatchObject({ state: 1, revision: 0 });
});

it('refuses commands about a subject that was erased meanwhile', async () => {
  const store = createMemoryEventStore();
  const append = () => Promise.reject(new SubjectErased('pro-anna'));
  const streams = createStreams({ ...store, append }, counter);
  await expect(streams.execute('a', add(1), cause)).rejects.toMatchObject({ code: 'conflict' });
});

it('knows a stream up to the position that this process has read, without reading the store', async () => {
  const store = createMemoryEventStore();
  let [reached, kept, reads] = ['', true, 0];
  const followed: EventStore['followed'] = {
    reached: () => reached,
    ofStream: async (stream, after) =>
      kept ? (await store.readStream(stream)).filter(({ position }) => position > after) : null,
  };
  const counted: EventStore = {
    ...store,
    followed,
    readStream: async (...asked) => {
      reads += 1;
      return store.readStream(...asked);
    },
  };
  const [one, other] = [createStreams(counted, counter), createStreams(store, counter)];
  const first = await one.execute('a', add(1), cause);
  const second = await other.execute('a', add(1), cause);
  // The process has not read up to this position yet.
  reached = first.position!;
  expect((await one.asOf('a', second.position!)).state).toBe(2);
  expect(reads).toBe(1);
  const third = await other.execute('a', add(1), cause);
  reached = third.position!;
  expect((await one.asOf('a', third.position!)).state).toBe(3);
  expect((await one.asOf('a', second.position!)).state).toBe(3);
  expect(reads).toBe(1);
  // The events are no longer in memory.
  const fourth = await other.execute('a', add(1), cause);
  [reached, kept] = [fourth.position!, false];
  expect((await one.asOf('a', fourth.position!)).state).toBe(4);
  expect((await one.asOf('b', fourth.position!)).state).toBe(0);
  expect(reads).toBe(3);
});

it('limits appends by people per day, and none by processes', async () => {
  const counters = createMemoryCounters({ clock: () => new Date(cause.time) });
  const streams = createStreams(createMemoryEventStore(), counter, {
    budget: createStreamBudget(counters, { maximum: 2 }),
  });
  await streams.execute('a', add(1), cause);
  await streams.execute('a', add(0), cause);
  await streams.execute('a', add(1), cause);
  await expect(streams.execute('a', add(1), cause)).rejects.toMatchObject({
    code: 'rate-limited',
    retryAfter: 86_400,
  });
  expect((await streams.load('a')).revision).toBe(1);
  await streams.execute('b', add(1), cause);
  await streams.execute('a', add(1), { ...cause, actor: 'process:erase-pros' });
});

it('strangers do not use up the budget of professionals, nor the reverse', async () => {
  const counters = createMemoryCounters({ clock: () => new Date(cause.time) });
  const streams = createStreams(createMemoryEventStore(), counter, {
    budget: createStreamBudget(counters, { maximum: 1 }),
  });
  const limited = { code: 'rate-limited' };
  await streams.execute('a', add(1), cause);
  await expect(streams.execute('a', add(1), cause)).rejects.toMatchObject(limited);
  const [anna, bea] = [{ ...cause, actor: 'pro:anna' } as const, { ...cause, actor: 'pro:bea' } as const];
  await streams.execute('a', add(1), anna);
  // Anyone can create an account, so strangers share one budget.
  await expect(streams.execute('a', add(1), bea)).rejects.toMatchObject(limited);
  await streams.execute('b', add(1), anna);
  await streams.execute('b', add(1), cause);
});

it('limits some events of strangers further, per stream, and none of professionals', async () => {
  const counters = createMemoryCounters({ clock: () => new Date(cause.time) });
  const streams = createStreams(createMemoryEventStore(), counter, {
    budget: createStreamBudget(counters, { ofStrangers: new Map([['Counted', 2]]) }),
  });
  const twice = async (stream: string, by: typeof cause) => {
    for (let count = 0; count < 2; count++) await streams.execute(stream, add(1, 1_000), by);
  };
  await twice('a', cause);
  await expect(streams.execute('a', add(1, 1_000), cause)).rejects.toMatchObject({ code: 'rate-limited' });
  await twice('b', cause);
  for (let count = 0; count < 2; count++) await twice('a', { ...cause, actor: 'pro:anna' });
});

it('counts separately the events that must be possible when the budget is used up', async () => {
  const counters = createMemoryCounters({ clock: () => new Date(cause.time) });
  const streams = createStreams(createMemoryEventStore(), counter, {
    budget: createStreamBudget(counters, { maximum: 0, apart: new Set(['Counted']) }),
  });
  for (let count = 0; count < 500; count++) await streams.execute('a', add(1, 1_000), cause);
  await expect(streams.execute('a', add(1, 1_000), cause)).rejects.toMatchObject({ code: 'rate-limited' });
  await streams.execute('b', add(1), cause);
});
