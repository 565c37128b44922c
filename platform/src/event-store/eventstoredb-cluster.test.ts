import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { silent } from '../../testing/database.ts';
import { startEventStoreDBCluster } from '../../testing/eventstoredb/cluster.ts';
import { someEvent, someStream } from '../../testing/events.ts';
import { createEventStoreDBEventStore } from './eventstoredb.ts';
import { beginning } from './port.ts';

type Cluster = Awaited<ReturnType<typeof startEventStoreDBCluster>>;

/** An address that never answers. */
const blackHole = '192.0.2.1:2113';

const start = async (named = [0, 1, 2], others: readonly string[] = []) => {
  const cluster = await startEventStoreDBCluster();
  const patience = { call: 700, tries: 3, pause: 10 };
  const hosts = [...others, ...named.map((node) => `127.0.0.1:${cluster.nodes[node]!.port}`)];
  const url = `esdb://${hosts.join(',')}?tls=false`;
  const store = createEventStoreDBEventStore({ url, log: silent, patience });
  onTestFinished(async () => {
    await store.close();
    await cluster.stop();
  });
  return { cluster, store };
};

const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

it.each<[string, (cluster: Cluster) => void]>([
  ['is gone', ({ nodes }) => nodes[0].away(true)],
  ['hangs', ({ nodes }) => nodes[0].hang(true)],
  [
    'hangs, resumes and believes that it is the leader',
    ({ nodes, deceive }) => {
      deceive(0, true);
      nodes[0].faults.append.push(...Array.from({ length: 50 }, () => 'silent' as const));
    },
  ],
])(
  'continues to write, read and follow within 5 s of an election if the leader %s',
  async (_, lose) => {
    const { cluster, store } = await start();
    const seen: string[] = [];
    const onBatch = async (events: readonly { id: string }[]) =>
      void seen.push(...events.map(({ id }) => id));
    store.subscribe({ after: beginning, onBatch });
    const stream = someStream();
    const [one, two] = [someEvent(), someEvent()];
    await store.append(stream, 'no-stream', [one]);
    lose(cluster);
    // Without a leader, writes are refused.
    const early = store.append(stream, 0, [two]).then(
      () => true,
      () => false,
    );
    await delay(1_000);
    cluster.elect(2);
    const elected = performance.now();
    await early;
    const again = () =>
      store.append(stream, 0, [two]).then(
        () => true,
        () => false,
      );
    await vi.waitUntil(again, { timeout: 20_000 });
    expect(performance.now() - elected).toBeLessThan(5_000);
    await store.writable();
    expect((await store.readStream(stream)).map(({ id }) => id)).toEqual([one.id, two.id]);
    await expect.poll(() => seen, { timeout: 5_000 }).toEqual([one.id, two.id]);
    expect(cluster.log.of(stream)).toHaveLength(2);
  },
  60_000,
);

it.each<[string, number[], string[]]>([
  ['last', [2, 1, 0], []],
  ['between the others', [1, 0, 2], []],
  ['after an address that does not answer', [0, 1, 2], [blackHole]],
  ['by the others alone', [1, 2], []],
])(
  'finds the leader, and the next one, within 5 s if it is named %s',
  async (_, named, others) => {
    const { cluster, store } = await start(named, others);
    const stream = someStream();
    const started = performance.now();
    await vi.waitUntil(() => succeeds(store.append(stream, 'no-stream', [someEvent()])), { timeout: 20_000 });
    expect(performance.now() - started).toBeLessThan(5_000);
    cluster.nodes[0].hang(true);
    cluster.elect(1);
    const elected = performance.now();
    const second = someEvent();
    await vi.waitUntil(() => succeeds(store.append(stream, 0, [second])), { timeout: 20_000 });
    expect(performance.now() - elected).toBeLessThan(5_000);
    expect(cluster.log.of(stream)).toHaveLength(2);
  },
  60_000,
);

it('reads from a follower if there is no leader', async () => {
  const { cluster, store } = await start();
  const stream = someStream();
  await store.append(stream, 'no-stream', [someEvent()]);
  cluster.elect(null);
  cluster.nodes[0].away(true);
  await vi.waitUntil(() => succeeds(store.readStream(stream)), { timeout: 20_000 });
  const second = someEvent();
  await expect(store.append(stream, 0, [second])).rejects.toThrow();
  cluster.elect(1);
  await vi.waitUntil(() => succeeds(store.append(stream, 0, [second])), { timeout: 20_000 });
}, 60_000);
