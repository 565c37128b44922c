import { Rejection } from '@visita/contracts/problem';
import { describe, expect, it } from 'vitest';
import { createMemoryEventStore } from '../../testing/memory-event-store.ts';
import type { EventStore } from '../event-store/port.ts';
import { type BeforeStep, createCommit, step } from './commit.ts';
import { type Cause, createStreams, type Decider } from './decider.ts';

type Counted = { readonly type: 'Counted'; readonly data: { by: number } };
type Command = { add: number; most?: number };

const counter: Decider<number, Counted, Command> = {
  stream: (id) => `counter-${id}`,
  initialState: 0,
  evolve: (state, event) => state + event.data.by,
  decide: ({ add, most = 100 }, state) => {
    if (state + add > most) throw new Rejection('conflict');
    return add === 0 ? [] : [{ type: 'Counted', data: { by: add } }];
  },
};
const cause: Cause = {
  id: 'c0ffee00-0000-4000-8000-000000000001',
  correlationId: 'c0ffee00-0000-4000-8000-000000000002',
  actor: 'anonymous',
  time: '2026-11-20T09:00:00.000Z',
};

/** A process on a store that records its writes, as lists of streams. */
const open = (store: EventStore) => {
  const writes: string[][] = [];
  const failures: string[] = [];
  const counted: EventStore = {
    ...store,
    append: (stream, ...rest) => {
      writes.push([stream]);
      return store.append(stream, ...rest);
    },
    ...(store.appendTogether && {
      appendTogether: (appends) => {
        writes.push(appends.map(({ stream }) => stream));
        return store.appendTogether!(appends);
      },
    }),
  };
  const streams = createStreams(counted, counter);
  const commit = createCommit({ store: counted, undoFailed: (stream) => void failures.push(stream) });
  const add = (id: string, command: Command) => step(streams, id, command);
  /** A step whose undo subtracts what it added. */
  const undoable = (id: string, command: Command): BeforeStep => ({
    ...add(id, command),
    undo: (by) => add(id, { add: -command.add }).execute(by),
  });
  const valueOf = async (id: string) => (await streams.load(id)).state;
  return { writes, failures, streams, commit, add, undoable, valueOf };
};

const refused = { add: 1, most: 0 };

describe.each([
  ['one stream after the other', false],
  ['several streams at once', true],
])('a plan, writing %s', (_name, transactions) => {
  const start = () => {
    const store = createMemoryEventStore({ transactions });
    return { store, ...open(store) };
  };

  it('takes the steps before, the deciding step, and the steps that follow from its state', async () => {
    const { commit, add, undoable, valueOf } = start();
    const positions: string[] = [];
    const done = await commit(
      {
        before: [undoable('a', { add: 1 })],
        decide: add('b', { add: 2 }),
        after: (state) => [add('c', { add: state * 10 })],
      },
      cause,
      (position) => void positions.push(position),
    );
    expect(done.state).toBe(2);
    expect([await valueOf('a'), await valueOf('b'), await valueOf('c')]).toEqual([1, 2, 20]);
    expect(positions.at(-1)).toBe('0000000000000003');
  });

  it('leaves nothing if a step before is refused', async () => {
    const { commit, add, undoable, valueOf } = start();
    const before = [undoable('a', { add: 1 }), undoable('b', refused)];
    await expect(commit({ before, decide: add('c', { add: 1 }) }, cause)).rejects.toBeInstanceOf(Rejection);
    expect([await valueOf('a'), await valueOf('b'), await valueOf('c')]).toEqual([0, 0, 0]);
  });

  it('leaves nothing if the deciding step is refused', async () => {
    const { commit, add, undoable, valueOf } = start();
    const before = [undoable('a', { add: 1 }), undoable('b', { add: 1 })];
    await expect(commit({ before, decide: add('c', refused) }, cause)).rejects.toBeInstanceOf(Rejection);
    expect([await valueOf('a'), await valueOf('b')]).toEqual([0, 0]);
  });

  it('takes the step that settles a refusal', async () => {
    const { commit, add, undoable, valueOf } = start();
    const settled = { ...undoable('a', refused), settle: async () => add('a', { add: 5 }) };
    await commit({ before: [settled], decide: add('b', { add: 1 }) }, cause);
    expect([await valueOf('a'), await valueOf('b')]).toEqual([5, 1]);
  });

  it('repeats the steps after if the deciding step was taken before', async () => {
    const { commit, add, valueOf } = start();
    await commit({ decide: add('a', { add: 0 }), after: () => [add('b', { add: 1 })] }, cause);
    expect(await valueOf('b')).toBe(1);
  });

  it('undoes the steps before if the deciding step changes nothing', async () => {
    const { commit, add, undoable, valueOf } = start();
    await commit({ before: [undoable('a', { add: 1 })], decide: add('b', { add: 0 }) }, cause);
    expect(await valueOf('a')).toBe(0);
  });

  it('decides again if another process wrote in between', async () => {
    const { store, commit, add, undoable, valueOf } = start();
    await add('a', { add: 1 }).execute(cause);
    await open(store).add('a', { add: 1 }).execute(cause);
    await commit({ before: [undoable('a', { add: 1 })], decide: add('b', { add: 1 }) }, cause);
    expect([await valueOf('a'), await valueOf('b')]).toEqual([3, 1]);
  });
});

it('undoes the latest step first, and leaves one whose undo fails', async () => {
  const { commit, add, failures } = open(createMemoryEventStore());
  const undone: string[] = [];
  const before = ['a', 'b', 'c'].map((id) => ({
    ...add(id, { add: 1 }),
    undo: async () => {
      undone.push(id);
      if (id === 'b') throw new Error('unreachable');
    },
  }));
  await expect(commit({ before, decide: add('d', refused) }, cause)).rejects.toBeInstanceOf(Rejection);
  expect(undone).toEqual(['c', 'b', 'a']);
  expect(failures).toEqual(['counter-b']);
});

it('is one write if the store supports it, with one append per stream', async () => {
  const { commit, add, undoable, writes } = open(createMemoryEventStore({ transactions: true }));
  await commit(
    {
      before: [undoable('a', { add: 1 })],
      decide: add('b', { add: 1 }),
      after: () => [add('a', { add: 2 }), add('c', { add: 1 })],
    },
    cause,
  );
  expect(writes).toEqual([['counter-a', 'counter-b', 'counter-c']]);
});

it('writes nothing if the deciding step is refused and the store supports transactions', async () => {
  const { commit, add, undoable, writes } = open(createMemoryEventStore({ transactions: true }));
  const plan = { before: [undoable('a', { add: 1 })], decide: add('b', refused) };
  await expect(commit(plan, cause)).rejects.toBeInstanceOf(Rejection);
  expect(writes).toEqual([]);
});

it('takes turns with other writes of this process to its streams', async () => {
  const store = createMemoryEventStore({ transactions: true });
  const slow: EventStore = {
    ...store,
    appendTogether: async (appends) => {
      await new Promise(setImmediate);
      return store.appendTogether!(appends);
    },
  };
  const { commit, add, undoable, writes, valueOf } = open(slow);
  const plans = Array.from({ length: 100 }, (_, n) => {
    // The streams are locked in alternating order, which must not cause a deadlock.
    const [first, then] = n % 2 === 0 ? (['a', 'b'] as const) : (['b', 'a'] as const);
    const before = [undoable(first, { add: 1 })];
    return commit(
      { before, decide: add(`own${n}`, { add: 1 }), after: () => [add(then, { add: 1 })] },
      cause,
    );
  });
  await Promise.all(plans);
  expect([await valueOf('a'), await valueOf('b')]).toEqual([100, 100]);
  expect(writes).toHaveLength(100);
});

it('leaves its writes to their deadlines if the outcome is unknown', async () => {
  const { commit, add, undoable, valueOf } = open(createMemoryEventStore());
  const lost = { ...add('b', { add: 1 }), execute: () => Promise.reject(new Error('lost')) };
  await expect(commit({ before: [undoable('a', { add: 1 })], decide: lost }, cause)).rejects.toThrow('lost');
  expect(await valueOf('a')).toBe(1);
});
