import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { lookAt } from './check.ts';
import { greet, issuerAnswers, placeOf } from './network.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A server that says one thing at once, another when asked. */
const serve = async (atOnce: string, toAsked = ''): Promise<string> => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    if (atOnce) socket.write(atOnce);
    socket.once('data', () => socket.write(toAsked));
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `user:geheim@127.0.0.1:${(server.address() as AddressInfo).port}`;
};

it.each([
  ['NATS', 'nats', 'INFO {"server_id":"x"}\r\n', ''],
  ['SMTP', 'smtp', '220 mail.example ESMTP\r\n', ''],
  ['Redis', 'redis', '', '-NOAUTH Authentication required.\r\n'],
] as const)('knows a %s that answers, and one that is none', async (name, scheme, atOnce, toAsked) => {
  const [good, other] = [await serve(atOnce, toAsked), await serve('HELLO\r\n', 'HELLO\r\n')];
  const findings = await lookAt([
    ...greet(name, [`${scheme}://${good}`]),
    ...greet(name, [`${scheme}://${other}`]),
  ]);
  expect(findings).toMatchObject([
    { name, state: 'ok', todo: null },
    { state: 'wrong', detail: expect.stringContaining(`is no ${name}`) },
  ]);
  expect(JSON.stringify(findings)).not.toContain('geheim');
});

it('tells what is not there from what is not configured', async () => {
  const address = await serve('');
  await new Promise((resolve) => servers.pop()?.close(resolve));
  const findings = await lookAt([...greet('SMTP', [`smtp://${address}`]), ...greet('NATS', [])]);
  expect(findings).toMatchObject([
    { state: 'wrong', detail: 'Error ECONNREFUSED', todo: expect.stringContaining('Start it') },
    { state: 'off', detail: 'not configured' },
  ]);
});

it('tells of each of several servers', async () => {
  const [one, two] = [await serve('INFO {}\r\n'), await serve('')];
  await new Promise((resolve) => servers.pop()?.close(resolve));
  const places = [one, two].map((address) => address.replace(/.*@/, ''));
  expect(await lookAt(greet('NATS', [`nats://${one}`, `nats://${two}`]))).toMatchObject([
    { name: `NATS ${places[0]}`, state: 'ok' },
    { name: `NATS ${places[1]}`, state: 'wrong', detail: 'Error ECONNREFUSED' },
  ]);
});

it.each([
  ['NATS', 'tls://token@one', { host: 'one', port: 4222, secure: false }],
  ['Redis', 'rediss://:secret@[::1]:7000/1', { host: '::1', port: 7000, secure: true }],
  ['SMTP', 'smtps://user:secret@mail', { host: 'mail', port: 465, secure: true }],
  ['SMTP', 'smtp://mail', { host: 'mail', port: 587, secure: false }],
] as const)('asks %s where %s is', (name, url, place) => {
  expect(placeOf(name, url)).toEqual(place);
});

it('asks the calendar service who it is', async () => {
  const http = createHttpServer((_request, response) => response.end(JSON.stringify({ issuer })));
  servers.push(http);
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const address = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  let issuer = address;
  expect(await lookAt([issuerAnswers(address)])).toMatchObject([{ state: 'ok' }]);
  issuer = 'https://another.example';
  expect(await lookAt([issuerAnswers(address)])).toMatchObject([{ state: 'wrong' }]);
  expect(await lookAt([issuerAnswers(null)])).toMatchObject([{ state: 'off' }]);
});
