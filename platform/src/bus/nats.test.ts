import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, nanos } from 'nats';
import { afterAll, describe, expect, it, onTestFailed, onTestFinished } from 'vitest';
import type { Log } from '../logging/log.ts';
import { silent } from '../../testing/database.ts';
import { natsKind } from '../../testing/services/kinds.ts';
import { freePort } from '../machine/free-port.ts';
import { findService, startBinary } from '../../testing/services/service.ts';
import { createNatsBus } from './nats.ts';
import type { Bus } from './port.ts';
import { describeBus, someNotice } from '../../testing/bus.contract.ts';

const found = await findService(natsKind, process.env);
const service = 'service' in found ? found.service : null;
afterAll(() => service?.stop());

const open = (url: string, stream = `test-${randomUUID()}`, log: Log = silent) =>
  createNatsBus({ url, log, stream, retries: [1, 1, 1], patience: 1_000 });

if (service) describeBus('NATS JetStream', () => open(service.url));

describe.skipIf(!service)(`bus: NATS JetStream${'missing' in found ? ` (${found.missing})` : ''}`, () => {
  const url = service?.url ?? '';

  it('delivers a notice to each process with its own name', async () => {
    const stream = `test-${randomUUID()}`;
    const said: unknown[] = [];
    const log = { ...silent, warn: (...words: unknown[]) => void said.push(words) };
    onTestFailed(() => void process.stderr.write(`${JSON.stringify(said)}\n`));
    const [publishing, one, two] = [1, 2, 3].map(() => open(url, stream, log)) as [Bus, Bus, Bus];
    onTestFinished(async () => {
      await Promise.all([publishing, one, two].map((bus) => bus.close()));
    });
    const seen: string[] = [];
    one.subscribe('live-1', () => void seen.push('one'));
    two.subscribe('live-2', () => void seen.push('two'));
    await expect
      .poll(
        async () => {
          await publishing.publish([someNotice()]);
          return new Set(seen).size;
        },
        { timeout: 10_000 },
      )
      .toBe(2);
  });

  it('updates a stream of another release', async () => {
    const stream = `test-${randomUUID()}`;
    const connection = await connect({ servers: url });
    onTestFinished(() => connection.close());
    const { streams } = await connection.jetstreamManager();
    await streams.add({ name: stream, subjects: [`${stream}.notices`], max_age: nanos(60_000) });
    const bus = open(url, stream);
    onTestFinished(() => bus.close());
    await bus.publish([someNotice()]);
    expect((await streams.info(stream)).config).toMatchObject({
      max_age: nanos(3_600_000),
      duplicate_window: nanos(120_000),
    });
  });

  it('drops a notice that always fails, and continues', async () => {
    const bus = open(url);
    onTestFinished(() => bus.close());
    const [poison, good] = [someNotice(), someNotice()];
    const tries: string[] = [];
    bus.subscribe('group', ({ id }) => {
      tries.push(id);
      if (id === poison.id) throw new Error('never');
    });
    await bus.publish([poison]);
    await expect.poll(() => tries.length, { timeout: 5_000 }).toBe(4);
    await bus.publish([good]);
    await expect.poll(() => tries.at(-1), { timeout: 5_000 }).toBe(good.id);
  });

  it('drops an invalid message, and continues', async () => {
    const stream = `test-${randomUUID()}`;
    const bus = open(url, stream);
    onTestFinished(() => bus.close());
    const seen: string[] = [];
    bus.subscribe('group', ({ id }) => void seen.push(id));
    const [before, after] = [someNotice(), someNotice()];
    await bus.publish([before]);
    const connection = await connect({ servers: url });
    onTestFinished(() => connection.close());
    await connection.jetstream().publish(`${stream}.notices`, '{ no notice');
    await bus.publish([after]);
    await expect.poll(() => seen, { timeout: 5_000 }).toEqual([before.id, after.id]);
  });

  it('publishes a notice once, however often it is asked to', async () => {
    const bus = open(url);
    onTestFinished(() => bus.close());
    const [notice, last] = [someNotice(), someNotice()];
    const seen: string[] = [];
    bus.subscribe('group', ({ id }) => void seen.push(id));
    await bus.publish([notice]);
    await bus.publish([notice]);
    await bus.publish([last]);
    await expect.poll(() => seen, { timeout: 5_000 }).toEqual([notice.id, last.id]);
  });
});

const binary = service && !process.env['NATS_URL'];

describe.skipIf(!binary)('bus: NATS JetStream with authentication', () => {
  it.each([
    ['a token', ['--auth', 's3cret'], 's3cret@'],
    ['user and password', ['--user', 'visita', '--pass', 's3 cret'], 'visita:s3%20cret@'],
  ])('is authenticated by %s in the address', async (_what, args, who) => {
    const asking = { ...natsKind, args: (place: Place) => [...natsKind.args(place), ...args] };
    const server = await startBinary(asking);
    const named = open(server.url.replace('//', `//${who}`));
    const nameless = open(server.url);
    onTestFinished(async () => {
      await Promise.all([named.close(), nameless.close()]);
      await server.stop();
    });
    await expect.poll(() => published(named), { timeout: 20_000 }).toBe(true);
    expect(await published(nameless)).toBe(false);
  });
});

type Place = Parameters<typeof natsKind.args>[0];

const published = (bus: Bus): Promise<boolean> =>
  bus.publish([someNotice()]).then(
    () => true,
    () => false,
  );

describe.skipIf(!binary)('bus: NATS without JetStream', () => {
  it('is retried over one connection at a time', async () => {
    const monitor = await freePort();
    const args = (place: Place) => [
      ...natsKind.args(place).filter((arg) => arg !== '-js'),
      '-m',
      `${monitor}`,
    ];
    const server = await startBinary({ ...natsKind, args });
    const bus = open(server.url);
    onTestFinished(async () => {
      await bus.close();
      await server.stop();
    });
    const connections = async () => {
      const response = await fetch(`http://127.0.0.1:${monitor}/varz`);
      return (await response.json()) as { connections: number; total_connections: number };
    };
    await expect
      .poll(async () => (await connections()).total_connections, { timeout: 20_000 })
      .toBeGreaterThan(6);
    expect((await connections()).connections).toBeLessThan(3);
  });
});

describe.skipIf(!binary)('bus: NATS JetStream that goes down', () => {
  it('refuses to publish meanwhile, and continues when it is back, even without its data', async () => {
    const port = await freePort();
    const url = `nats://127.0.0.1:${port}`;
    // The bus starts before its server, because services must not depend on NATS.
    const bus = open(url);
    onTestFinished(() => bus.close());
    const seen: string[] = [];
    let missed = 0;
    bus.subscribe(
      'group',
      ({ id }) => void seen.push(id),
      () => (missed += 1),
    );
    const publishUntilHeard = () =>
      expect
        .poll(
          async () => {
            const notice = someNotice();
            await bus.publish([notice]).catch(() => undefined);
            return seen.includes(notice.id);
          },
          { timeout: 20_000 },
        )
        .toBe(true);
    for (const round of [0, 1]) {
      const directory = await mkdtemp(join(tmpdir(), 'visita-nats-'));
      const server = await startBinary(natsKind, { port, directory });
      await publishUntilHeard();
      expect(missed).toBe(round);
      await server.stop();
      await rm(directory, { recursive: true, force: true });
      await expect(bus.publish([someNotice()])).rejects.toThrow();
    }
  }, 60_000);
});
