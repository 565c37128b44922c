import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { migrate } from '@visita/platform/postgres/migrate';
import { createTestDatabase, silent } from '@visita/platform/testing/database';
import { expect, it, onTestFinished } from 'vitest';
import { notifierMigrations, notifierSchema } from '../migrations.ts';
import { createLedger } from './ledger.ts';
import { createSmtpTransport } from './transport.ts';
import { createMailWorker } from './worker.ts';

const secret = 'ada@example.com';

/** Starts an SMTP server that gives these replies, by command, and 250 to every other command. */
const serve = async (replies: Readonly<Record<string, string>>): Promise<number> => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('220 test\r\n');
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        const command = line.split(/[ :]/)[0]!;
        socket.write(`${replies[command] ?? '250 ok'}\r\n`);
      }
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

const openWorker = async (url: string) => {
  const database = await createTestDatabase();
  onTestFinished(() => database.close());
  await migrate(database.knex, notifierSchema, notifierMigrations);
  return createMailWorker({
    ledger: createLedger({ pool: database.pool, newId: randomUUID, host: 'a.example', lease: 30_000 }),
    transport: createSmtpTransport(url, 'Visita <no-reply@visita.example>'),
    compose: async () => ({
      to: secret,
      from: 'Visita',
      subject: 's',
      text: 't',
      html: 'h',
      language: 'it',
      subjects: [],
    }),
    log: silent,
    patience: 5_000,
    now: () => new Date(),
  });
};

const login = { EHLO: '250-test\r\n250 AUTH PLAIN' };

it.each([
  ['refuses the login', { ...login, AUTH: `535 5.7.8 ${secret} unknown` }, '127.0.0.1', 'EAUTH 535'],
  ['has no STARTTLS', { STARTTLS: '502 unknown' }, '0.0.0.0', 'ETLS 502'],
  [
    'refuses the sender',
    { ...login, AUTH: '235 ok', MAIL: `550 5.7.1 ${secret}` },
    '127.0.0.1',
    'EENVELOPE 550',
  ],
])('names the code of a mail server that %s, without its text', async (_name, replies, host, code) => {
  const send = await openWorker(`smtp://user:password@${host}:${await serve(replies)}`);
  const failure = await send({ template: 'welcome', eventId: randomUUID(), about: randomUUID() }).catch(
    (error: unknown) => error,
  );
  expect(failure).toMatchObject({ code });
  expect(String(failure)).not.toContain(secret);
  expect(failure).not.toHaveProperty('cause');
});
