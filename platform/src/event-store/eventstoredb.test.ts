import { setTimeout as delay } from 'node:timers/promises';
import { UnavailableError } from '@eventstore/db-client';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { silent } from '../../testing/database.ts';
import { someEvent, someStream } from '../../testing/events.ts';
import { type EventStoreDBDouble, startEventStoreDBDouble } from '../../testing/eventstoredb/double.ts';
import { startEventStoreDBCluster } from '../../testing/eventstoredb/cluster.ts';
import { eventStoreKind } from '../../testing/services/kinds.ts';
import { startService } from '../../testing/services/service.ts';
import { listenForEvents } from './eventstoredb-listen.ts';
import { connectEventStoreDB } from './eventstoredb-client.ts';
import { createEventStoreDBEventStore } from './eventstoredb.ts';
import { eventStoreContract } from '../../testing/event-store.contract.ts';
import {
  beginning,
  EventIdReused,
  type EventStore,
  EventStoreUnavailable,
  RevisionConflict,
  type SubscribeOptions,
} from './port.ts';

const harnessOn = (url: string, close: () => Promise<void>) => {
  const stores: EventStore[] = [];
  const open = () => {
    const store = createEventStoreDBEventStore({ url, log: silent });
    stores.push(store);
    return store;
  };
  return {
    store: open(),
    another: async () => open(),
    close: async () => {
      await Promise.all(stores.map((store) => store.close()));
      await close();
    },
  };
};

/** Appends to other streams until stopped. */
const writeBeside = (store: EventStore) => {
  const stopping = new AbortController();
  const run = async () => {
    while (!stopping.signal.aborted) {
      await store.append(someStream(), 'no-stream', [someEvent()]);
      await delay(5);
    }
  };
  const running = run();
  return async () => {
    stopping.abort();
    await running;
  };
};

eventStoreContract('EventStoreDB, a double of three nodes', async () => {
  const cluster = await startEventStoreDBCluster();
  return harnessOn(cluster.url, cluster.stop);
});

// If there is no real server, the double runs in another process.
const service = await startService(eventStoreKind, process.env);
process.stdout.write(`The contract of the event store is tried against ${service.what}.\n`);
afterAll(() => service.stop());

eventStoreContract(`EventStoreDB (${service.what}) that others use as well`, async () => {
  const harness = harnessOn(service.url, async () => undefined);
  // The server listens before it has elected itself.
  const answers = () =>
    harness.store.head().then(
      () => true,
      () => false,
    );
  await vi.waitUntil(answers, { timeout: 50_000, interval: 50 });
  const leave = writeBeside(await harness.another());
  return {
    ...harness,
    close: async () => {
      await leave();
      await harness.close();
    },
  };
});

describe('EventStoreDB with failures', () => {
  let double: EventStoreDBDouble;
  let store: EventStore;
  let shortTimeout: EventStore;
  let fewAttempts: EventStore;
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => void unhandled.push(reason);

  beforeEach(async () => {
    unhandled.length = 0;
    process.on('unhandledRejection', note);
    double = await startEventStoreDBDouble();
    const { url } = double;
    const open = (call: number, tries: number) =>
      createEventStoreDBEventStore({ url, log: silent, patience: { call, tries, pause: 10 } });
    [store, shortTimeout, fewAttempts] = [open(10_000, 4), open(700, 6), open(300, 2)];
  });
  afterEach(async () => {
    await Promise.all([store, shortTimeout, fewAttempts].map((each) => each.close()));
    await double.stop();
    await new Promise(setImmediate);
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });

  const idsSent = () => double.seen.appends.map((events) => events.map(({ id }) => id));

  describe('during an append', () => {
    it.each(['mute', 'cut-after', 'late', 'wrong-revision', 'no-position'] as const)(
      'returns what was stored if the server is %s',
      async (fault) => {
        const stream = someStream();
        const events = [someEvent(), someEvent()] as const;
        double.faults.append.push(fault);
        const answer = await shortTimeout.append(stream, 'no-stream', events);
        const [, last] = await store.readStream(stream);
        expect(answer).toEqual({ revision: 1, position: last?.position });
        expect(double.log.of(stream)).toHaveLength(2);
        expect(new Set(idsSent().map(String))).toEqual(new Set([String(events.map(({ id }) => id))]));
        expect(await store.append(stream, 1, [someEvent()])).toMatchObject({ revision: 2 });
      },
    );

    it.each(['silent', 'cut', 'unavailable', 'hollow', 'leaderless', 'nowhere'] as const)(
      'retries with the same ids if the server is %s',
      async (fault) => {
        const stream = someStream();
        const event = someEvent();
        double.faults.append.push(fault, fault);
        expect(await shortTimeout.append(stream, 'no-stream', [event])).toMatchObject({ revision: 0 });
        expect(idsSent().length).toBeGreaterThan(2);
        expect(new Set(idsSent().flat())).toEqual(new Set([event.id]));
        expect(double.log.of(stream)).toHaveLength(1);
      },
    );

    it.each(['silent', 'mute', 'cut', 'cut-after', 'unavailable', 'hollow', 'leaderless'] as const)(
      'gives up if the server stays %s',
      async (fault) => {
        double.faults.append.push(fault, fault);
        const refused = fewAttempts.append(someStream(), 'no-stream', [someEvent()]);
        await expect(refused).rejects.toBeInstanceOf(EventStoreUnavailable);
      },
    );

    it('repeats the first answer, although others appended in between', async () => {
      const stream = someStream();
      const event = someEvent();
      const first = await store.append(stream, 'no-stream', [event]);
      await store.append(stream, 0, [someEvent()]);
      double.faults.append.push('no-position');
      expect(await store.append(stream, 'no-stream', [event])).toEqual(first);
    });

    it('finds its own events if the server takes the repeat for a conflict', async () => {
      const stream = someStream();
      double.faults.append.push('mute', 'forgetful');
      const answer = await shortTimeout.append(stream, 'no-stream', [someEvent()]);
      expect(answer).toEqual({
        revision: 0,
        position: double.log.of(stream)[0]?.position.toString().padStart(16, '0'),
      });
    });

    it('does not trust an acknowledgement of events that are not stored', async () => {
      double.faults.append.push('lie');
      const stream = someStream();
      const lied = store.append(stream, 2, [someEvent()]);
      await expect(lied).rejects.toThrow('is not there');
    });

    it('distinguishes a lost race from reused ids', async () => {
      const stream = someStream();
      const event = someEvent();
      await store.append(stream, 'no-stream', [event]);
      const conflict = store.append(stream, 'no-stream', [someEvent()]);
      await expect(conflict).rejects.toBeInstanceOf(RevisionConflict);
      const reused = store.append(stream, 'no-stream', [event, someEvent()]);
      await expect(reused).rejects.toBeInstanceOf(EventIdReused);
    });

    it('refuses the second of two appends if the first was stored without an answer', async () => {
      const stream = someStream();
      double.faults.append.push('mute', 'mute');
      await expect(fewAttempts.append(stream, 'no-stream', [someEvent()])).rejects.toThrow(
        EventStoreUnavailable,
      );
      double.faults.append.length = 0;
      const late = store.append(stream, 'no-stream', [someEvent()]);
      await expect(late).rejects.toMatchObject({ actual: 0 });
    });

    it('appends with any expected revision once, although the answer is lost', async () => {
      const stream = someStream();
      await store.append(stream, 'any', [someEvent()]);
      double.faults.append.push('cut-after');
      expect(await store.append(stream, 'any', [someEvent()])).toMatchObject({ revision: 1 });
      expect(double.log.of(stream)).toHaveLength(2);
    });
  });

  describe('during a read', () => {
    const three = async () => {
      const stream = someStream();
      await store.append(stream, 'no-stream', [someEvent(), someEvent(), someEvent()]);
      return stream;
    };

    it.each(['silent', 'half', 'cut', 'unavailable', 'leaderless', 'nowhere'] as const)(
      'retries if the server is %s, and gives up in the end',
      async (fault) => {
        const stream = await three();
        double.faults.read.push(fault);
        expect(await shortTimeout.readStream(stream)).toHaveLength(3);
        double.faults.read.push(fault);
        expect(await shortTimeout.readAll(beginning, 10)).toHaveLength(3);
        double.faults.read.push(fault, fault);
        await expect(fewAttempts.readStream(stream)).rejects.toBeInstanceOf(EventStoreUnavailable);
        double.faults.read.push(fault, fault);
        await expect(fewAttempts.head()).rejects.toBeInstanceOf(EventStoreUnavailable);
      },
    );

    it('delivers an event once although it arrives twice', async () => {
      const stream = await three();
      double.faults.read.push('doubled', 'doubled');
      expect((await store.readStream(stream)).map(({ revision }) => revision)).toEqual([0, 1, 2]);
      expect((await store.readAll(beginning, 10)).map(({ revision }) => revision)).toEqual([0, 1, 2]);
    });

    it.each([
      ['shuffled', 'wrong order'],
      ['garbage', 'not written by this product'],
    ] as const)('refuses events that are %s', async (fault, reason) => {
      const stream = await three();
      double.faults.read.push(fault, fault);
      await expect(store.readStream(stream)).rejects.toThrow(reason);
      await expect(store.readAll(beginning, 10)).rejects.toThrow(reason);
      expect(await store.readStream(stream)).toHaveLength(3);
    });

    it("skips the server's own events once", async () => {
      const stream = someStream();
      const { position } = await store.append(stream, 'no-stream', [someEvent()]);
      for (let turn = 0; turn < 1_200; turn += 1) double.log.note();
      expect(await store.readAll(position, 10)).toEqual([]);
      const before = double.seen.reads;
      expect(await store.readAll(position, 10)).toEqual([]);
      expect(double.seen.reads - before).toBe(1);
      expect(await store.head()).toBe(position);
      await store.append(stream, 0, [someEvent()]);
      expect(await store.readAll(position, 10)).toHaveLength(1);
    });
  });

  describe('during a subscription', () => {
    /** Appends events one by one, with a fault before each, and returns those that a subscriber received. */
    const followed = async (trouble: (turn: number) => void) => {
      const stream = someStream();
      const revisions: number[] = [];
      const subscription = shortTimeout.subscribe({
        after: beginning,
        batchSize: 3,
        onBatch: async (events) => void revisions.push(...events.map(({ revision }) => revision)),
      });
      for (let turn = 0; turn < 12; turn += 1) {
        trouble(turn);
        await shortTimeout.append(stream, turn - 1, [someEvent()]);
        if (turn % 3 === 0) await expect.poll(() => revisions.length, { timeout: 15_000 }).toBe(turn + 1);
      }
      await expect.poll(() => revisions.length, { timeout: 15_000 }).toBe(12);
      await subscription.stop();
      await subscription.done;
      expect(revisions).toEqual(Array.from({ length: 12 }, (_, revision) => revision));
    };

    it.each(['end', 'slow', 'cut', 'silent', 'doubled', 'leaderless', 'nowhere'] as const)(
      'continues from its position if the server is %s',
      async (fault) => {
        await followed(() => double.faults.follow.push(fault));
        if (fault === 'end') expect(double.seen.subscriptions).toBeGreaterThan(1);
      },
    );

    it('continues after connections were cut during reads', () =>
      followed((turn) => {
        double.faults.read.push(turn % 6 === 0 ? 'half' : 'cut', 'cut');
        if (turn % 4 === 0) double.cut();
      }));

    it('reports an unreadable event and waits until it can be read', async () => {
      const lines: unknown[] = [];
      const note = (line: unknown) => void lines.push(line);
      const log = { debug: note, info: note, warn: note, error: note };
      const loud = createEventStoreDBEventStore({ url: double.url, log });
      const event = someEvent();
      await store.append(someStream(), 'no-stream', [event]);
      double.faults.read.push('garbage');
      const seen: string[] = [];
      const onBatch: SubscribeOptions['onBatch'] = async (events) =>
        void seen.push(...events.map(({ id }) => id));
      loud.subscribe({ after: beginning, onBatch });
      await expect.poll(() => seen, { timeout: 15_000 }).toEqual([event.id]);
      expect(JSON.stringify(lines)).toMatch(
        new RegExp(`event ${event.id} in .* was not written by this product`),
      );
      double.cut();
      await expect.poll(() => JSON.stringify(lines), { timeout: 15_000 }).toContain('"code":"unavailable"');
      await loud.close();
    });

    it('warns once about subscriptions that the server drops repeatedly', async () => {
      const lines: unknown[] = [];
      const log = { ...silent, warn: (line: unknown) => void lines.push(line) };
      const connection = connectEventStoreDB(double.url);
      double.faults.follow.push('slow', 'slow', 'slow');
      const link = () => ({ take: () => undefined, end: () => undefined });
      const stop = listenForEvents(connection, { link, log, prefix: '' });
      for (let seen = 1; seen <= 4; seen += 1) {
        await vi.waitUntil(() => double.seen.subscriptions >= seen, { timeout: 15_000 });
        await delay(50);
        await store.append(someStream(), 'no-stream', [someEvent()]);
      }
      await stop();
      await connection.close();
      expect(lines).toEqual([{ code: 'timeout', times: 1 }]);
    });

    it('continues after the server was down', async () => {
      const stream = someStream();
      const seen: string[] = [];
      const subscription = store.subscribe({
        after: beginning,
        onBatch: async (events) => void seen.push(...events.map(({ id }) => id)),
      });
      const [one, two] = [someEvent(), someEvent()];
      await store.append(stream, 'no-stream', [one]);
      await expect.poll(() => seen, { timeout: 15_000 }).toEqual([one.id]);
      double.away(true);
      await expect(fewAttempts.append(stream, 0, [two])).rejects.toBeInstanceOf(EventStoreUnavailable);
      double.away(false);
      const again = () =>
        store.append(stream, 0, [two]).then(
          () => true,
          () => false,
        );
      await expect.poll(again, { timeout: 15_000 }).toBe(true);
      await expect.poll(() => seen, { timeout: 15_000 }).toEqual([one.id, two.id]);
      await subscription.stop();
    });

    it('delivers each event as it is written, without reading it again', async () => {
      const seen: string[] = [];
      const { stop } = store.subscribe({
        after: beginning,
        onBatch: async (events) => void seen.push(...events.map(({ id }) => id)),
      });
      const stream = someStream();
      const events = Array.from({ length: 6 }, () => someEvent());
      await store.append(stream, 'no-stream', [events[0]!]);
      await expect.poll(() => [seen.length, double.seen.subscriptions], { timeout: 15_000 }).toEqual([1, 1]);
      await delay(200);
      const before = double.seen.reads;
      for (const [revision, event] of events.slice(1).entries())
        await store.append(stream, revision, [event]);
      await expect.poll(() => seen, { timeout: 15_000 }).toEqual(events.map(({ id }) => id));
      expect(double.seen.reads).toBe(before);
      await stop();
    });
  });

  it('is not writable without a quorum, but readable', async () => {
    const stream = someStream();
    await store.append(stream, 'no-stream', [someEvent()]);
    await store.writable();
    double.quorum(false);
    await expect(fewAttempts.append(stream, 0, [someEvent()])).rejects.toBeInstanceOf(EventStoreUnavailable);
    expect(await fewAttempts.readStream(stream)).toHaveLength(1);
    await fewAttempts.head();
    await expect(fewAttempts.writable()).rejects.toBeInstanceOf(EventStoreUnavailable);
    double.quorum(true);
    await fewAttempts.writable();
  });

  it('reconnects to a cluster that was down', async () => {
    const patience = { call: 1_000, tries: 2, pause: 10 };
    const cluster = createEventStoreDBEventStore({ url: double.clusterUrl, log: silent, patience });
    const seen: string[] = [];
    const onBatch: SubscribeOptions['onBatch'] = async (events) =>
      void seen.push(...events.map(({ id }) => id));
    const subscription = cluster.subscribe({ after: beginning, onBatch });
    const [one, two] = [someEvent(), someEvent()];
    const stream = someStream();
    await cluster.append(stream, 'no-stream', [one]);
    await expect.poll(() => seen, { timeout: 15_000 }).toEqual([one.id]);
    double.away(true);
    const asked = [1, 2, 3].map(() => cluster.append(stream, 0, [two]));
    for (const each of asked) await expect(each).rejects.toBeInstanceOf(EventStoreUnavailable);
    double.away(false);
    const again = () =>
      cluster.append(stream, 0, [two]).then(
        () => true,
        () => false,
      );
    await expect.poll(again, { timeout: 15_000 }).toBe(true);
    await expect.poll(() => seen, { timeout: 15_000 }).toEqual([one.id, two.id]);
    await subscription.stop();
    await cluster.close();
  });

  it('leaves no unhandled rejection if the client finds no node', async () => {
    double.away(true);
    const connection = connectEventStoreDB(double.clusterUrl);
    // Reproduces a race of the client: a call fails on the old connection while a new one is
    // opened.
    const client = connection.client as unknown as {
      getChannel(): Promise<unknown>;
      handleError(failed: { getChannel(): unknown }, error: Error): Promise<void>;
    };
    const looking = client.getChannel();
    const handled = client.handleError({ getChannel: () => null }, new UnavailableError());
    await expect(looking).rejects.toThrow('Failed to discover');
    await expect(handled).resolves.toBeUndefined();
    await connection.close();
  });

  it('closes although the server is down', async () => {
    double.away(true);
    const subscription = store.subscribe({ after: beginning, onBatch: async () => undefined });
    await expect(fewAttempts.head()).rejects.toBeInstanceOf(EventStoreUnavailable);
    await subscription.stop();
  });
});
