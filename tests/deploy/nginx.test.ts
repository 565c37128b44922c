import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, request as requestPlain, type IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@visita/platform/core/free-port';
import { hasBinary } from '@visita/platform/testing/services/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { read, temporaryDirectory } from './common.ts';

const isThere = hasBinary({ binary: 'nginx' }) && hasBinary({ binary: 'openssl' });

/** The example, between other ports and with another certificate. */
const siteOf = (ports: { plain: number; secure: number; product: number }, directory: string): string =>
  read('deploy/nginx.conf')
    .replaceAll(/^\s*listen \[::\].*$/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${ports.plain};`)
    .replace('listen 443 ', `listen 127.0.0.1:${ports.secure} `)
    .replace('http://127.0.0.1:3000', `http://127.0.0.1:${ports.product}`)
    .replaceAll('/etc/letsencrypt/live/visita.example', directory);

const makeCertificate = (directory: string): void => {
  const [key, certificate] = [join(directory, 'privkey.pem'), join(directory, 'fullchain.pem')];
  const files = ['-keyout', key, '-out', certificate];
  const how = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'];
  execFileSync('openssl', ['req', ...how, '-subj', '/CN=visita.example', ...files], { stdio: 'ignore' });
};

/** Tells what reached it; takes every upgrade. */
const createProduct = () =>
  createServer((asked, response) =>
    response.end(JSON.stringify({ url: asked.url, headers: asked.headers })),
  ).on('upgrade', (_asked, socket) =>
    socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
  );

describe.skipIf(!isThere)('the example for nginx (needs nginx and openssl)', () => {
  const directory = temporaryDirectory();
  const product = createProduct();
  let ports = { plain: 0, secure: 0, product: 0 };
  let nginx: ReturnType<typeof spawn>;

  beforeAll(async () => {
    ports = { plain: await freePort(), secure: await freePort(), product: await freePort() };
    product.listen(ports.product, '127.0.0.1');
    makeCertificate(directory);
    writeFileSync(join(directory, 'site.conf'), siteOf(ports, directory));
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((what) => `${what}_temp_path ${directory}/${what};`)
      .join(' ');
    writeFileSync(
      join(directory, 'nginx.conf'),
      `daemon off; pid ${directory}/pid; events {} http { access_log off; ${paths} include ${directory}/site.conf; }`,
    );
    chmodSync(directory, 0o755);
    const log = ['-e', join(directory, 'error.log')];
    nginx = spawn('/usr/sbin/nginx', [...log, '-c', join(directory, 'nginx.conf')], { stdio: 'ignore' });
    for (;;) {
      if (nginx.exitCode !== null) throw new Error('nginx does not take the example');
      const answer = await ask('/', {}).catch(() => null);
      if (answer) return;
      await delay(50);
    }
  });
  afterAll(async () => {
    product.close();
    if (nginx.exitCode !== null) return;
    const gone = once(nginx, 'exit');
    nginx.kill('SIGQUIT');
    await gone;
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
  const told = async (response: IncomingMessage) =>
    JSON.parse((await response.toArray()).join('')) as { headers: Record<string, string> };

  it('says who asks, whatever they claim', async () => {
    const { headers } = await told(await ask('/api/ip', { 'x-forwarded-for': '203.0.113.9' }));
    expect(headers).toMatchObject({
      host: 'visita.example',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'https',
    });
  });

  it('lets sockets through', async () => {
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket' };
    expect((await ask('/socket.io/', upgrade)).statusCode).toBe(101);
  });

  it('keeps the operators’ desk to the machine', async () => {
    expect((await ask('/operator', {})).statusCode).toBe(404);
    expect((await ask('/operator/api/x', {})).statusCode).toBe(404);
  });

  it('sends everybody to HTTPS', async () => {
    const asked = requestPlain({
      host: '127.0.0.1',
      port: ports.plain,
      path: '/booking/anna',
      headers: { host: 'visita.example' },
    });
    asked.end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(301);
    expect(response.headers.location).toBe('https://visita.example/booking/anna');
  });
});
