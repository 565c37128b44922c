import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { connectDatabase } from '../postgres/connect.ts';
import { startEmbeddedPostgres } from '../postgres/embedded.ts';
import type { RecordedEvent } from '@visita/contracts/envelope';
import { createTestDatabase, silent } from '../../testing/database.ts';
import { someEvent, someStream } from '../../testing/events.ts';
import { eventStoreContract } from '../../testing/event-store.contract.ts';
import { beginning, EventIdReused, type EventStore, EventStoreUnavailable } from './port.ts';
import { createPostgresEventStore } from './postgres.ts';

/** Opens stores on one URL, each with its own connections. */
const storesOn = (url: string) => {
  const opened: (() => Promise<void>)[] = [];
  return {
    open: () => {
      const database = connectDatabase({ url, log: silent });
      const store = createPostgresEventStore({ database, log: silent });
      opened.push(async () => {
        await store.close();
        await database.close();
      });
      return store;
    },
    close: () => Promise.all(opened.map((close) => close())),
  };
};

const harness = async () => {
  const database = await createTestDatabase();
  const stores = storesOn(database.url);
  const store = stores.open();
  await store.ensureSchema();
  const close = async () => {
    await stores.close();
    await database.close();
  };
  return { database, store, another: async () => stores.open(), close };
};

eventStoreContract('postgres', harness);

/** Follows from the beginning; `reached` resolves at a number of events. */
const follow = (store: EventStore) => {
  const positions: number[] = [];
  let wanted = { count: Infinity, reached: () => {} };
  const subscription = store.subscribe({
    after: beginning,
    batchSize: 100,
    onBatch: async (events) => {
      positions.push(...events.map((event) => Number(event.position)));
      if (positions.length >= wanted.count) wanted.reached();
    },
  });
  const until = (count: number) => {
    const reached = new Promise<void>((resolve) => (wanted = { count, reached: resolve }));
    if (positions.length >= count) wanted.reached();
    return Promise.race([reached, subscription.done]);
  };
  return { positions, until, stop: () => subscription.stop() };
};

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('postgres event store', () => {
  let context: Awaited<ReturnType<typeof harness>>;
  beforeEach(async () => {
    context = await harness();
  });
  afterEach(() => context.close());

  it('shows no gap to a reader during appends from 32 callers over several connections and processes', async () => {
    const reader = follow(context.store);
    const stores = await Promise.all(upTo(4).map(() => context.another()));
    const script = join(import.meta.dirname, '../../testing/append-events.ts');
    const processes = upTo(2).map(() =>
      promisify(execFile)(process.execPath, [script, context.database.url, '8', '40']),
    );
    const callers = upTo(16).map(async (caller) => {
      const [store, stream] = [stores[caller % 4]!, someStream()];
      for (const turn of upTo(40)) await store.append(stream, turn - 2, [someEvent({ turn })]);
    });
    await Promise.all([...processes, ...callers]);
    await reader.until(1_280);
    expect(reader.positions).toEqual(upTo(1_280));
    expect(await context.store.holes()).toEqual([]);
  });

  it('delivers its own events as other processes read them', async () => {
    const stores = [context.store, await context.another()];
    const seen = stores.map((store) => {
      const events: RecordedEvent[] = [];
      store.subscribe({ after: beginning, onBatch: async (batch) => void events.push(...batch) });
      return events;
    });
    const { store } = context;
    const [first, second] = [someStream(), someStream()];
    await store.append(first, 'no-stream', [someEvent()]);
    await expect.poll(() => seen.map(({ length }) => length)).toEqual([1, 1]);
    const several = [someEvent({ word: 'so', absent: undefined }), someEvent()] as const;
    await Promise.all([
      store.append(first, 0, several),
      store.append(second, 'no-stream', [someEvent()]),
      store.append(first, 'no-stream', [someEvent()]).catch(() => undefined),
    ]);
    await store.append(second, 0, [someEvent()]);
    await expect.poll(() => seen.map(({ length }) => length)).toEqual([5, 5]);
    expect(seen[0]).toEqual(seen[1]);
  });

  it('returns the whole stream to all concurrent readers', async () => {
    const { store } = context;
    const [one, two] = [someStream(), someStream()];
    const [first, second, third] = [someEvent(), someEvent(), someEvent()];
    await store.append(one, 'no-stream', [first, second]);
    await store.append(two, 'no-stream', [third]);
    const idsOf = async (stream: string, from?: number) =>
      (await store.readStream(stream, from)).map(({ id }) => id);
    const reads = [idsOf(one), idsOf(two), idsOf(one, 1), idsOf(one), idsOf(one, 1), idsOf(two)];
    const answers = [[first.id, second.id], [third.id], [second.id]];
    expect(await Promise.all(reads)).toEqual([0, 1, 2, 0, 2, 1].map((nth) => answers[nth]));
  });

  it('appends to several streams, all or none', async () => {
    const { store } = context;
    const [one, two, three] = [someStream(), someStream(), someStream()];
    const both = (first: number, second: number) =>
      store.appendTogether!([
        { stream: one, expected: first === -1 ? 'no-stream' : first, events: [someEvent(), someEvent()] },
        { stream: two, expected: second === -1 ? 'no-stream' : second, events: [someEvent()] },
      ]);
    const [first, second] = await both(-1, -1);
    expect([first!.revision, second!.revision]).toEqual([1, 0]);
    expect([Number(first!.position), Number(second!.position)]).toEqual([2, 3]);
    // A valid append in the same flush is stored.
    const [refused] = await Promise.allSettled([
      both(1, -1),
      store.append(three, 'no-stream', [someEvent()]),
    ]);
    expect(refused).toMatchObject({ reason: { stream: two, actual: 0 } });
    expect(await store.readStream(three)).toHaveLength(1);
    const stores = [store, await context.another()] as const;
    const raced = await Promise.allSettled(
      upTo(12).map((n) =>
        stores[n % 2]!.appendTogether!([
          { stream: one, expected: 1, events: [someEvent()] },
          { stream: someStream(), expected: 'no-stream', events: [someEvent()] },
        ]),
      ),
    );
    expect(raced.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await store.readAll(beginning, 100)).toHaveLength(6);
    expect(await store.holes()).toEqual([]);
  });

  it('accepts appends of the previous release, which have no `together`', async () => {
    const { store, database } = context;
    const rows = [someStream(), someStream()].map((stream, append) => ({ append, stream, version: 1 }));
    const [well, badly] = rows.map((row, n) => ({ ...row, ...someEvent(), expected: n === 0 ? -1 : 5 }));
    const { rows: verdicts } = await database.pool.query('select outcome from eventstore.append($1)', [
      JSON.stringify([well, badly]),
    ]);
    expect(verdicts).toEqual([{ outcome: 'ok' }, { outcome: 'conflict' }]);
    expect(await store.readStream(well!.stream)).toHaveLength(1);
  });

  it('refuses an id of another stream, also concurrently, and stores the other appends of the flush', async () => {
    const event = someEvent();
    const answers = await Promise.allSettled([
      context.store.append(someStream(), 'no-stream', [event]),
      context.store.append(someStream(), 'no-stream', [event]),
      context.store.append(someStream(), 'no-stream', [someEvent()]),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    await expect(context.store.append(someStream(), 'any', [event])).rejects.toThrow(EventIdReused);
    const twice = someEvent();
    await expect(context.store.append(someStream(), 'any', [twice, twice])).rejects.toThrow(EventIdReused);
    expect(await context.store.head()).toBe('0000000000000002');
  });

  it('refuses a mixture of old and new ids at the expected revision', async () => {
    const stream = someStream();
    const [old, fresh] = [someEvent(), someEvent()];
    await context.store.append(stream, 'no-stream', [old]);
    await expect(context.store.append(stream, 0, [old, fresh])).rejects.toThrow(EventIdReused);
    await expect(context.store.append(stream, 0, [fresh, old])).rejects.toThrow(EventIdReused);
    expect(await context.store.readStream(stream)).toHaveLength(1);
  });

  it('prevents changes of events, and detects a gap if one is forced', async () => {
    const stream = someStream();
    for (const turn of upTo(4)) await context.store.append(stream, turn - 2, [someEvent()]);
    const { pool } = context.database;
    const remove = 'delete from eventstore.events where position in (2, 3)';
    await expect(pool.query(remove)).rejects.toThrow('never changed or removed');
    await pool.query('alter table eventstore.events disable trigger append_only');
    await pool.query(remove);
    expect(await context.store.holes()).toEqual([{ after: '0000000000000001', before: '0000000000000004' }]);
  });

  it('continues to follow when its connections are cut', async () => {
    const reader = follow(context.store);
    const stream = someStream();
    await context.store.append(stream, 'no-stream', [someEvent()]);
    await reader.until(1);
    const cut = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`;
    for (const turn of upTo(5)) {
      await context.database.pool.query(cut);
      await (await context.another()).append(stream, turn - 1, [someEvent()]);
      await reader.until(turn + 1);
    }
    expect(reader.positions).toEqual(upTo(6));
  });

  it('continues without a gap if its table was copied into a new database', async () => {
    const stream = someStream();
    const repeated = someEvent({ text: 'tab\t newline\n "quoted" \\ così' });
    const answer = await context.store.append(stream, 'no-stream', [repeated, someEvent()]);
    const restored = await harness();
    try {
      await copyEvents(context.database.url, restored.database.url);
      expect(await restored.store.readAll(beginning, 10)).toEqual(await context.store.readAll(beginning, 10));
      expect(await restored.store.append(stream, answer.revision, [someEvent()])).toEqual({
        revision: 2,
        position: '0000000000000003',
      });
      expect(await restored.store.holes()).toEqual([]);
    } finally {
      await restored.close();
    }
  });
});

const copyEvents = async (source: string, target: string): Promise<void> => {
  const [out, into] = [new Client(source), new Client(target)];
  await Promise.all([out.connect(), into.connect()]);
  try {
    await pipeline(
      out.query(copyTo('copy eventstore.events to stdout')),
      into.query(copyFrom('copy eventstore.events from stdin')),
    );
  } finally {
    await Promise.all([out.end(), into.end()]);
  }
};

it('is not writable on a read-only database such as a standby', async () => {
  const { store, database, another, close } = await harness();
  onTestFinished(close);
  await store.writable();
  const name = new URL(database.url).pathname.slice(1);
  await database.pool.query(`alter database ${name} set default_transaction_read_only = on`);
  const reading = await another();
  await reading.head();
  await expect(reading.writable()).rejects.toThrow(EventStoreUnavailable);
});

describe('postgres event store during database failures', () => {
  let directory: string;
  let cleanup: (() => Promise<unknown>)[];
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'visita-events-'));
    cleanup = [() => rm(directory, { recursive: true, force: true })];
  });
  afterEach(async () => {
    for (const clean of cleanup.toReversed()) await clean();
  });

  const started = async (port?: number) => {
    const postgres = await startEmbeddedPostgres({ directory, log: silent, ...(port ? { port } : {}) });
    cleanup.push(() => postgres.stop());
    return postgres;
  };

  it('continues to follow after the database was restarted', async () => {
    const first = await started();
    const stores = storesOn(first.url);
    cleanup.push(stores.close);
    const store = stores.open();
    await store.ensureSchema();
    const reader = follow(store);
    await store.append('test-restart', 'no-stream', [someEvent()]);
    await reader.until(1);
    await first.stop();
    await started(Number(new URL(first.url).port));
    await stores.open().append('test-restart', 0, [someEvent()]);
    await reader.until(2);
    expect(reader.positions).toEqual([1, 2]);
  });

  it('loses no acknowledged event when the server is killed', async () => {
    const postgres = await started();
    const stores = storesOn(postgres.url);
    cleanup.push(stores.close);
    const store = stores.open();
    await store.ensureSchema();
    const acknowledged: string[] = [];
    const [enough, killed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const callers = upTo(16).map(async () => {
      const stream = someStream();
      for (let revision = -1; ; revision += 1) {
        const event = someEvent();
        const failure = await store.append(stream, revision, [event]).then(
          () => undefined,
          (error: unknown) => error,
        );
        if (failure) return;
        acknowledged.push(event.id);
        if (acknowledged.length === 200) enough.resolve();
      }
    });
    void Promise.all(callers).then(() => killed.resolve());
    await enough.promise;
    const pidFile = await readFile(join(directory, 'data/postmaster.pid'), 'utf8');
    for (const pid of await backendsOf(Number(pidFile.split('\n')[0]))) process.kill(pid, 'SIGKILL');
    await killed.promise;

    await postgres.stop();
    const again = storesOn((await started()).url);
    cleanup.push(again.close);
    const stored = new Set((await again.open().readAll(beginning, 1_000_000)).map((event) => event.id));
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    expect(await again.open().holes()).toEqual([]);
  });
});

/** Returns the ids of a server's child processes. */
const backendsOf = async (postmaster: number): Promise<number[]> => {
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
  return [postmaster, ...children.trim().split(' ').map(Number)];
};
