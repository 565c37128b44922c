import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, request as requestPlain, type IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { freePort } from '@visita/platform/machine/free-port';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { read, temporaryDirectory } from './common.ts';
import { hasNginx, runNginx, siteOf } from './run-nginx.ts';

/** Server that echoes requests without hop-by-hop headers and accepts every upgrade. */
const createProduct = () =>
  createServer((asked, response) =>
    asked.url?.startsWith('/broken')
      ? asked.socket.destroy()
      : response.end(JSON.stringify({ url: asked.url, headers: asked.headers })),
  ).on('upgrade', (_asked, socket) =>
    socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
  );

describe.skipIf(!hasNginx)('the example for nginx (needs nginx and openssl)', () => {
  const directory = temporaryDirectory();
  const product = createProduct();
  let ports = { plain: 0, secure: 0, product: 0 };
  let nginx: Awaited<ReturnType<typeof runNginx>>;

  beforeAll(async () => {
    ports = { plain: await freePort(), secure: await freePort(), product: await freePort() };
    product.listen(ports.product, '127.0.0.1');
    const site = siteOf(read('deploy/nginx.conf'), ports, directory).replace(
      'http://127.0.0.1:3000',
      `http://127.0.0.1:${ports.product}`,
    );
    nginx = await runNginx(site, directory, () => ask('/', {}));
  });
  afterAll(async () => {
    product.close();
    await nginx.stop();
  });

  const ask = async (path: string, headers: Record<string, string>): Promise<IncomingMessage> => {
    const asked = request({
      host: '127.0.0.1',
      port: ports.secure,
      path,
      headers: { host: 'visita.example', ...headers },
      servername: 'visita.example',
      ca: readFileSync(join(directory, 'fullchain.pem')),
    });
    asked.on('upgrade', (response) => asked.emit('response', response));
    asked.end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    return response;
  };
  const echoed = async (response: IncomingMessage) =>
    JSON.parse((await response.toArray()).join('')) as { headers: Record<string, string> };

  it('sets the client’s address, whatever headers it sends', async () => {
    const { headers } = await echoed(await ask('/api/ip', { 'x-forwarded-for': '203.0.113.9' }));
    expect(headers).toMatchObject({
      host: 'visita.example',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'https',
    });
  });

  it('passes on WebSocket upgrades', async () => {
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket' };
    expect((await ask('/socket.io/', upgrade)).statusCode).toBe(101);
  });

  it('allows the operator’s desk only from the machine', async () => {
    expect((await ask('/operator', {})).statusCode).toBe(404);
    expect((await ask('/operator/api/x', {})).statusCode).toBe(404);
  });

  const askPlainly = async (path: string): Promise<IncomingMessage> => {
    const headers = { host: 'visita.example' };
    const asked = requestPlain({ host: '127.0.0.1', port: ports.plain, path, headers });
    asked.end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    return response;
  };

  it('redirects page loads to HTTPS, but no API call', async () => {
    const page = await askPlainly('/booking/anna');
    expect(page.statusCode).toBe(301);
    expect(page.headers.location).toBe('https://visita.example/booking/anna');
    for (const path of ['/api/login', '/socket.io/?EIO=4'])
      expect((await askPlainly(path)).statusCode, path).toBe(404);
  });

  it('logs neither secrets nor names', async () => {
    const referer = { referer: 'https://visita.example/manage/?token=verysecret' };
    await ask('/manage/?token=verysecret', referer);
    await ask('/calendar/verysecret.ics', {});
    await ask('//%63alendar/verysecret.ics?x', {});
    await ask('/api/patients/carla%40example.com', {});
    expect((await ask('/broken?token=verysecret', {})).statusCode).toBe(502);
    expect((await askPlainly('/confirmation/?token=verysecret')).statusCode).toBe(301);
    const logOf = (file: string) => readFileSync(join(directory, file), 'utf8');
    await vi.waitFor(() => expect(logOf('access.log')).toContain('/confirmation/'));
    const log = logOf('access.log');
    for (const written of [
      '"GET /manage/ HTTP/1.1" 200 ',
      '"GET /calendar/- HTTP/1.1" 200 ',
      '"GET /api/patients/- HTTP/1.1" 200 ',
      '"GET /broken HTTP/1.1" 502 ',
      '"GET /confirmation/ HTTP/1.1" 301 ',
    ])
      expect(log).toContain(written);
    expect(`${log}${logOf('error.log')}`).not.toMatch(/verysecret|carla/);
  });

  it('negotiates only ciphers with forward secrecy, the strongest first', async () => {
    const agreed = async (ciphers: string): Promise<string> => {
      const socket = connect({
        host: '127.0.0.1',
        port: ports.secure,
        maxVersion: 'TLSv1.2',
        ciphers,
        servername: 'visita.example',
        ca: readFileSync(join(directory, 'fullchain.pem')),
      });
      await once(socket, 'secureConnect');
      const { name } = socket.getCipher();
      socket.destroy();
      return name;
    };
    expect(await agreed('ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384')).toBe(
      'ECDHE-ECDSA-AES256-GCM-SHA384',
    );
    await expect(agreed('ECDHE-ECDSA-AES128-SHA256')).rejects.toThrow();
  });
});
