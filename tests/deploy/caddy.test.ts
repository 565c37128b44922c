import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { freePort } from '@visita/platform/machine/free-port';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { read, temporaryDirectory } from './common.ts';
import { authorityOf, caddySiteOf, hasCaddy, runCaddy } from './run-caddy.ts';

/** Server that echoes the request's headers. */
const createProduct = () =>
  createServer((asked, response) => response.end(JSON.stringify(asked.headers))).on('upgrade', (_, socket) =>
    socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
  );

describe.skipIf(!hasCaddy)('deploy/Caddyfile (needs caddy)', () => {
  const directory = temporaryDirectory();
  const product = createProduct();
  let secure = 0;
  let caddy: Awaited<ReturnType<typeof runCaddy>>;

  const ask = async (path: string, headers: Record<string, string> = {}): Promise<IncomingMessage> => {
    const asked = request({
      host: '127.0.0.1',
      port: secure,
      path,
      headers: { host: 'visita.example', ...headers },
      servername: 'visita.example',
      ca: readFileSync(authorityOf(directory)),
    });
    asked.on('upgrade', (response) => asked.emit('response', response));
    asked.end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    return response;
  };

  beforeAll(async () => {
    const ports = { plain: await freePort(), secure: await freePort(), product: await freePort() };
    secure = ports.secure;
    product.listen(ports.product, '127.0.0.1');
    const site = caddySiteOf(read('deploy/Caddyfile'), ports, directory);
    const answers = () => ask('/');
    caddy = await runCaddy(
      site.replace('127.0.0.1:3000\n', `127.0.0.1:${ports.product}\n`),
      directory,
      answers,
    );
  });
  afterAll(async () => {
    product.close();
    await caddy.stop();
  });

  it('replaces the client’s forwarding headers', async () => {
    const response = await ask('/api/ip', { 'x-forwarded-for': '203.0.113.9' });
    const text = (await response.toArray()).join('');
    expect(JSON.parse(text)).toMatchObject({
      host: 'visita.example',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'https',
    });
  });

  it('passes on WebSocket upgrades', async () => {
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket' };
    expect((await ask('/socket.io/', upgrade)).statusCode).toBe(101);
  });

  it('does not publish the operator desk', async () => {
    expect((await ask('/operator')).statusCode).toBe(404);
    expect((await ask('/operator/api/x')).statusCode).toBe(404);
  });
});
