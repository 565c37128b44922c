import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { lookAt } from './check.ts';
import { greet, issuerAnswers, mailServerTakes, placeOf } from './network.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A server with a greeting, and an answer to a request. */
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
  ['Redis', 'redis', '', '-NOAUTH Authentication required.\r\n'],
] as const)('recognizes a %s that answers, and another server', async (name, scheme, atOnce, toAsked) => {
  const [good, other] = [await serve(atOnce, toAsked), await serve('HELLO\r\n', 'HELLO\r\n')];
  const findings = await lookAt([
    ...greet(name, [`${scheme}://${good}`]),
    ...greet(name, [`${scheme}://${other}`]),
  ]);
  expect(findings).toMatchObject([
    { name, state: 'ok', todo: null },
    { state: 'wrong', detail: expect.stringContaining(`is not ${name}`) },
  ]);
  expect(JSON.stringify(findings)).not.toContain('geheim');
});

it('distinguishes unreachable from not configured', async () => {
  const address = await serve('');
  await new Promise((resolve) => servers.pop()?.close(resolve));
  const findings = await lookAt([
    ...greet('Redis', [`redis://${address}`]),
    ...greet('NATS', []),
    mailServerTakes(null),
  ]);
  expect(findings).toMatchObject([
    { state: 'wrong', detail: 'Error ECONNREFUSED', todo: expect.stringContaining('no mail is sent') },
    { state: 'off', detail: 'not configured' },
    { state: 'off', detail: 'not configured' },
  ]);
});

it('reports each of several servers', async () => {
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
] as const)('asks %s for the address %s', (name, url, place) => {
  expect(placeOf(name, url)).toEqual(place);
});

/** A mail server that answers each command by its first word. */
const serveMail = async (answers: Readonly<Record<string, string>>): Promise<number> => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('220 mail ESMTP\r\n');
    socket.on('data', (line) => {
      const [word = ''] = line.toString().trim().split(' ');
      socket.write(`${answers[word] ?? '250 ok'}\r\n`);
    });
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

it('detects a mail server that refuses the login, lacks TLS, or accepts mails', async () => {
  const port = await serveMail({ EHLO: '250-mail\r\n250 AUTH PLAIN', AUTH: '535 5.7.8 no' });
  const open = await serveMail({
    EHLO: '250-mail\r\n250 AUTH PLAIN',
    STARTTLS: '502 not here',
    AUTH: '235 welcome',
  });
  const findings = await lookAt([
    mailServerTakes(`smtp://user:geheim@127.0.0.1:${port}`),
    // Another address of this machine, which requires TLS.
    mailServerTakes(`smtp://user:geheim@0.0.0.0:${open}`),
    mailServerTakes(`smtp://user:geheim@127.0.0.1:${open}`),
  ]);
  expect(findings).toMatchObject([
    { state: 'wrong', detail: `127.0.0.1:${port} failed with EAUTH 535` },
    { state: 'wrong', todo: expect.stringContaining('STARTTLS') },
    { state: 'ok', detail: `127.0.0.1:${open} accepts mails after the login` },
  ]);
  expect(JSON.stringify(findings)).not.toContain('geheim');
});

it('asks the calendar service for its metadata', async () => {
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
