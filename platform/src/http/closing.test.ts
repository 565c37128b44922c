import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { silent } from '../../testing/database.ts';
import type { ClosingOptions } from './closing.ts';
import { createHttpServer } from './server.ts';

const serving = async (closing: ClosingOptions) => {
  const config = { publicOrigin: 'http://localhost:3000', trustProxy: false } as const;
  const app = createHttpServer({ config, log: silent, closing });
  const started = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  app.get('/api/slow', async () => {
    started.resolve();
    await gate.promise;
    return { done: true };
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  /** Requests over one kept connection. */
  const ask = async (path: string) => {
    const [answer] = (await once(get(`${address}${path}`, { agent }), 'response')) as [IncomingMessage];
    return {
      status: answer.statusCode,
      connection: answer.headers.connection,
      body: JSON.parse(await text(answer)) as unknown,
    };
  };
  return { app, ask, started: started.promise, release: gate.resolve };
};

describe('a server that closes', () => {
  it('answers existing and new clients, tells each to leave, and is no longer ready', async () => {
    const { app, ask, started, release } = await serving({ grace: 60_000 });
    const before = await ask('/api/health/ready');
    expect([before.status, before.connection]).toEqual([200, 'keep-alive']);
    const inHand = ask('/api/slow');
    await started;
    const closed = app.close();
    const other = await fetch(new URL('/api/health/ready', `http://127.0.0.1:${portOf(app)}`));
    expect([other.status, other.headers.get('connection')]).toEqual([503, 'close']);
    await other.body?.cancel();
    release();
    expect(await inHand).toEqual({ status: 200, connection: 'close', body: { done: true } });
    // The server closes well before the timeout, because no client is left.
    await closed;
  });

  it('closes idle connections after the grace period', async () => {
    const { app, ask } = await serving({ grace: 30 });
    const port = portOf(app);
    await ask('/api/health/live');
    await app.close();
    await expect(fetch(`http://127.0.0.1:${port}/api/health/live`)).rejects.toThrow();
  });

  it('waits for running requests, but not for ever for one that never arrives in full', async () => {
    const { app, ask, started, release } = await serving({ grace: 0, patience: 200 });
    const slow = connect(portOf(app), '127.0.0.1').on('error', () => undefined);
    slow.write('GET /api/health/live HTTP/1.1\r\nhost: ');
    const gone = once(slow, 'close');
    const inHand = ask('/api/slow');
    await started;
    const closed = app.close();
    release();
    expect((await inHand).body).toEqual({ done: true });
    await Promise.all([closed, gone]);
  });
});

const portOf = ({ server }: { server: { address(): unknown } }): number =>
  (server.address() as AddressInfo).port;
