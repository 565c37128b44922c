import type { RecordedEvent } from '@visita/contracts/envelope';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { someEvent, someStream } from './events.ts';
import { beginning, EventIdReused, RevisionConflict, type EventStore } from '../src/event-store/port.ts';

/** A store under test. It may hold other events, and others may append to their own streams meanwhile. */
export type EventStoreHarness = {
  readonly store: EventStore;
  /** Opens another client of the same store with its own connections. Closed with the harness. */
  readonly another: () => Promise<EventStore>;
  readonly close: () => Promise<void>;
};

/** A number larger than the number of events that others append during one test. */
const plenty = 5_000;

/** Contract of every event store. */
export const eventStoreContract = (name: string, createHarness: () => Promise<EventStoreHarness>): void => {
  describe(`${name}: event store contract`, () => {
    let harness: EventStoreHarness;
    let store: EventStore;
    beforeAll(async () => {
      harness = await createHarness();
      store = harness.store;
    });
    afterAll(() => harness.close());

    const appended = async (count: number, stream = someStream()) => {
      const results = [];
      for (let revision = 0; revision < count; revision += 1) {
        const expected = revision === 0 ? 'no-stream' : revision - 1;
        results.push(await store.append(stream, expected, [someEvent({ revision })]));
      }
      return { stream, results };
    };

    describe('append', () => {
      it('returns what was stored', async () => {
        const stream = someStream();
        const first = someEvent({
          text: 'così "quoted" \\ {x,y} \n 🏥',
          list: [1, null, { a: true }],
          none: null,
        });
        const second = { ...someEvent({}), schemaVersion: 3 };
        const { revision, position } = await store.append(stream, 'no-stream', [first, second]);
        expect(revision).toBe(1);
        const events = await store.readStream(stream);
        expect(events).toEqual([
          { ...first, stream, revision: 0, position: expect.any(String), schemaVersion: 1 },
          { ...second, stream, revision: 1, position, schemaVersion: 3 },
        ]);
      });

      it('with no-stream succeeds for a new stream only', async () => {
        const { stream } = await appended(1);
        await expect(store.append(stream, 'no-stream', [someEvent()])).rejects.toMatchObject({ actual: 0 });
      });

      it('with a number succeeds at exactly that revision', async () => {
        const { stream } = await appended(2);
        for (const wrong of [0, 2, 7]) {
          const refused = store.append(stream, wrong, [someEvent()]);
          await expect(refused).rejects.toBeInstanceOf(RevisionConflict);
          await expect(refused).rejects.toMatchObject({ stream, actual: 1 });
        }
        expect(await store.append(stream, 1, [someEvent()])).toMatchObject({ revision: 2 });
        await expect(store.append(someStream(), 0, [someEvent()])).rejects.toMatchObject({ actual: -1 });
      });

      it('with any succeeds at every revision', async () => {
        const stream = someStream();
        expect(await store.append(stream, 'any', [someEvent()])).toMatchObject({ revision: 0 });
        expect(await store.append(stream, 'any', [someEvent(), someEvent()])).toMatchObject({ revision: 2 });
      });

      it('lets one of many with the same expected revision succeed', async () => {
        const { stream } = await appended(1);
        const other = await harness.another();
        const answers = await Promise.allSettled(
          Array.from({ length: 16 }, (_, index) =>
            (index % 2 ? store : other).append(stream, 0, [someEvent()]),
          ),
        );
        const lost = answers.filter((answer) => answer.status === 'rejected');
        expect(lost).toHaveLength(15);
        for (const { reason } of lost) expect(reason).toBeInstanceOf(RevisionConflict);
        expect(await store.readStream(stream)).toHaveLength(2);
      });

      it('is possible if the store is writable', async () => {
        await store.writable();
      });

      it('stores nothing if refused', async () => {
        const { stream } = await appended(1);
        const head = await store.head();
        const refused = [someEvent(), someEvent()] as const;
        await expect(store.append(stream, 5, refused)).rejects.toThrow(RevisionConflict);
        expect(await store.readStream(stream)).toHaveLength(1);
        const stored = (await store.readAll(head, plenty)).map(({ id }) => id);
        expect(stored.filter((id) => refused.some((event) => event.id === id))).toEqual([]);
      });
    });

    describe('repeated append', () => {
      it('returns the first result, with no-stream or a number, and stores nothing', async () => {
        const stream = someStream();
        const first = [someEvent(), someEvent()] as const;
        const second = [someEvent()] as const;
        const firstAnswer = await store.append(stream, 'no-stream', first);
        expect(await store.append(stream, 'no-stream', first)).toEqual(firstAnswer);
        const secondAnswer = await store.append(stream, 1, second);
        await store.append(stream, 2, [someEvent()]);
        expect(await store.append(stream, 'no-stream', first)).toEqual(firstAnswer);
        expect(await store.append(stream, 1, second)).toEqual(secondAnswer);
        expect(await store.readStream(stream)).toHaveLength(4);
      });

      it('returns the same result to concurrent callers', async () => {
        const stream = someStream();
        const events = [someEvent(), someEvent()] as const;
        const other = await harness.another();
        const answers = await Promise.all(
          Array.from({ length: 8 }, (_, index) =>
            (index % 2 ? store : other).append(stream, 'no-stream', events),
          ),
        );
        expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
        expect(await store.readStream(stream)).toHaveLength(2);
      });

      it('with a mixture of old and new events is refused and stores nothing', async () => {
        const stream = someStream();
        const [old, fresh] = [someEvent(), someEvent()];
        await store.append(stream, 'no-stream', [old]);
        await expect(store.append(stream, 'no-stream', [old, fresh])).rejects.toThrow(EventIdReused);
        await expect(store.append(stream, 'no-stream', [fresh, old])).rejects.toThrow(EventIdReused);
        await expect(store.append(stream, 0, [fresh, fresh])).rejects.toThrow(EventIdReused);
        expect(await store.readStream(stream)).toHaveLength(1);
      });
    });

    describe('read', () => {
      it('returns a stream from a revision on, and nothing for a missing stream', async () => {
        const { stream } = await appended(5);
        expect((await store.readStream(stream)).map((event) => event.revision)).toEqual([0, 1, 2, 3, 4]);
        expect((await store.readStream(stream, 3)).map((event) => event.revision)).toEqual([3, 4]);
        expect(await store.readStream(stream, 5)).toEqual([]);
        expect(await store.readStream(someStream())).toEqual([]);
      });

      it('returns up to the given number of events, and all events of a long stream', async () => {
        const stream = someStream();
        const events = Array.from({ length: 1_203 }, (_, n) => someEvent({ n }));
        for (let from = 0; from < events.length; from += 401) {
          const [first, ...rest] = events.slice(from, from + 401);
          await store.append(stream, from === 0 ? 'no-stream' : from - 1, [first!, ...rest]);
        }
        const revisions = async (from?: number, maximum?: number) =>
          (await store.readStream(stream, from, maximum)).map((event) => event.revision);
        const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);
        expect(await revisions()).toEqual(range(0, 1_203));
        expect(await revisions(0, 3)).toEqual([0, 1, 2]);
        expect(await revisions(1, 700)).toEqual(range(1, 701));
        expect(await revisions(1_000, 700)).toEqual(range(1_000, 1_203));
      });

      it('returns each of many concurrent callers its own stream', async () => {
        const streams = await Promise.all(
          Array.from({ length: 20 }, (_, index) => appended((index % 3) + 1)),
        );
        const asked = [...streams, ...streams];
        const answers = await Promise.all(asked.map(({ stream }) => store.readStream(stream)));
        for (const [index, { stream, results }] of asked.entries()) {
          expect(answers[index]?.map((event) => event.position)).toEqual(
            results.map(({ position }) => position),
          );
          expect(answers[index]?.every((event) => event.stream === stream)).toBe(true);
        }
      });

      it('returns the log in order of fixed-width positions, page by page', async () => {
        const start = await store.head();
        const [one, two] = [someStream(), someStream()];
        const positions = [start];
        for (const stream of [one, two, one, two, one]) {
          positions.push((await store.append(stream, 'any', [someEvent()])).position);
        }
        expect(positions).toEqual(positions.toSorted());
        expect(new Set([beginning, ...positions].map((position) => position.length)).size).toBe(1);
        const all = await store.readAll(start, plenty);
        const own = all.filter(({ stream }) => stream === one || stream === two);
        expect(own.map((event) => event.stream)).toEqual([one, two, one, two, one]);
        expect(own.map((event) => event.position)).toEqual(positions.slice(1));
        expect(all.map((event) => event.position)).toEqual(all.map((event) => event.position).toSorted());
        const page = await store.readAll(start, 2);
        expect(page).toEqual(all.slice(0, 2));
        expect(await store.readAll(page[1]!.position, 2)).toEqual(all.slice(2, 4));
        expect((await store.readAll(beginning, 1))[0]!.position > beginning).toBe(true);
      });

      it('returns the last position, and the number of events after a position', async () => {
        const start = await store.head();
        const { results } = await appended(5);
        const last = results.at(-1)!.position;
        // Other tests may append in between; otherwise there is one correct answer.
        const before = await store.readAll(start, plenty);
        const [head, behind, none] = [
          await store.head(),
          await store.countAfter(start),
          await store.countAfter(last),
        ];
        const after = await store.readAll(start, plenty);
        const isPast = ({ position }: { position: string }) => position > last;
        expect([before.at(-1)!, ...after.slice(before.length)].map(({ position }) => position)).toContain(
          head,
        );
        expectWithin(behind, before.length, after.length);
        expectWithin(none, before.filter(isPast).length, after.filter(isPast).length);
        expect(
          before.filter(({ position }) => results.some((each) => each.position === position)),
        ).toHaveLength(5);
      });
    });

    describe('subscribe', () => {
      it('catches up, follows appends of others, and stops', async () => {
        const after = await store.head();
        const { stream } = await appended(5);
        const collecting = collect(store, 8, { after, stream, batchSize: 2 });
        const other = await harness.another();
        for (const expected of [4, 5, 6]) await other.append(stream, expected, [someEvent()]);
        await collecting.enough;
        await collecting.subscription.stop();
        await collecting.subscription.done;
        await store.append(stream, 7, [someEvent()]);
        expect(collecting.events.map((event) => event.revision)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
        expect(collecting.events).toEqual((await store.readStream(stream)).slice(0, 8));
      });

      it('continues from a checkpoint', async () => {
        const { stream, results } = await appended(4);
        const collecting = collect(store, 2, { after: results[1]!.position, stream });
        await collecting.enough;
        await collecting.subscription.stop();
        expect(collecting.events.map((event) => event.revision)).toEqual([2, 3]);
      });

      it('delivers all events of the requested types, and reaches the end whatever there is', async () => {
        const after = await store.head();
        const stream = someStream();
        const wanted = (n: number) => n % 100 === 7;
        for (let from = 0; from < 3_000; from += 500) {
          const numbers = Array.from({ length: 500 }, (_, index) => from + index);
          const [first, ...rest] = numbers.map((n) => someEvent({ n }, wanted(n) ? 'Wanted' : 'Unwanted'));
          await store.append(stream, from === 0 ? 'no-stream' : from - 1, [first!, ...rest]);
        }
        const head = await store.head();
        const options = { after, stream, batchSize: 10, types: new Set(['Wanted']) };
        const collecting = collect(store, Infinity, options);
        await expect.poll(() => collecting.reached() >= head, { timeout: 10_000 }).toBe(true);
        await store.append(stream, 2_999, [someEvent({ n: 3_000 }, 'Wanted')]);
        const found = () => collecting.events.filter(({ type }) => type === 'Wanted').map(({ data }) => data);
        await expect.poll(() => found().length).toBe(31);
        await collecting.subscription.stop();
        const all = Array.from({ length: 3_000 }, (_, n) => n).filter(wanted);
        expect(found()).toEqual([...all, 3_000].map((n) => ({ n })));
      });

      it('rejects with the error of its handler, and delivers nothing afterwards', async () => {
        const after = await store.head();
        const { stream } = await appended(3);
        const seen: string[] = [];
        const subscription = store.subscribe({
          after,
          batchSize: 1,
          onBatch: async (batch) => {
            if (batch[0]?.stream !== stream) return;
            seen.push(...batch.map((event) => event.stream));
            throw new Error('the handler is broken');
          },
        });
        await expect(subscription.done).rejects.toThrow('the handler is broken');
        await subscription.stop();
        expect(seen).toEqual([stream]);
      });

      it('waits for the current batch on stop', async () => {
        const after = await store.head();
        await appended(1);
        const [started, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
        const order: string[] = [];
        const subscription = store.subscribe({
          after,
          onBatch: async () => {
            started.resolve();
            await gate.promise;
            order.push('handled');
          },
        });
        await started.promise;
        const stopped = subscription.stop().then(() => order.push('stopped'));
        gate.resolve();
        await stopped;
        expect(order).toEqual(['handled', 'stopped']);
      });
    });
  });
};

const expectWithin = (count: number, least: number, most: number): void => {
  expect(count).toBeGreaterThanOrEqual(least);
  expect(count).toBeLessThanOrEqual(most);
};

/** Collects events until it has `count` of a stream. */
const collect = (
  store: EventStore,
  count: number,
  options: { after: string; stream: string; batchSize?: number; types?: ReadonlySet<string> },
) => {
  const events: RecordedEvent[] = [];
  let reached = options.after;
  const enough = Promise.withResolvers<void>();
  let busy = false;
  const subscription = store.subscribe({
    ...options,
    onBatch: async (batch) => {
      expect(busy).toBe(false);
      expect(batch.length).toBeLessThanOrEqual(options.batchSize ?? 1_000);
      busy = true;
      reached = batch.at(-1)!.position;
      await Promise.resolve();
      events.push(...batch.filter((event) => event.stream === options.stream));
      busy = false;
      if (events.length >= count) enough.resolve();
    },
  });
  return {
    events,
    subscription,
    reached: () => reached,
    enough: Promise.race([enough.promise, subscription.done]),
  };
};
