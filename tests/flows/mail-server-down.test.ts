import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { createClient, succeed } from '../support/http.ts';
import { dayAhead, openClinic, registerPro, requestOf } from '../support/http-practice.ts';
import { startStack, type Stack } from '../support/stack.ts';

let stack: Stack | undefined;
let server: Server | undefined;
afterEach(async () => {
  await stack?.stop();
  server?.close();
});

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
};

/** As much of a mail server as one client needs; keeps the envelope's recipients. */
const serve = (socket: Socket, recipients: string[]): void => {
  let inData = false;
  let rest = '';
  const say = (line: string) => socket.write(`${line}\r\n`);
  const hear = (line: string): void => {
    if (inData) {
      if (line !== '.') return;
      inData = false;
      say('250 taken');
    } else if (line === 'DATA') {
      inData = true;
      say('354 go on');
    } else if (line.startsWith('QUIT')) socket.end('221 bye\r\n');
    else {
      const recipient = /^RCPT TO:<(.+)>/i.exec(line)?.[1];
      if (recipient) recipients.push(recipient);
      say('250 ok');
    }
  };
  say('220 test');
  socket.on('data', (chunk) => {
    const lines = (rest + chunk.toString()).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) hear(line);
  });
  socket.on('error', () => undefined);
};

it('bookings go on while the mail server is down, and each mail follows once', async () => {
  const port = await freePort();
  stack = await startStack({ SMTP_URL: `smtp://127.0.0.1:${port}` });
  const client = createClient(stack.address);
  const anna = await registerPro(client, 'anna');
  const clinic = await openClinic(client, anna, 'Studio Roma');
  const date = `${dayAhead(7)}T09:00`;
  await succeed(
    client.call('requestBooking', { body: requestOf(clinic.clinicId, clinic.offers[0], date, 'carla') }),
  );
  await vi.waitUntil(() => stack?.output().includes('a job failed'), 15_000);

  const recipients: string[] = [];
  server = createServer((socket) => serve(socket, recipients)).listen(port, '127.0.0.1');
  const expected = ['anna@example.com', 'carla@example.com'];
  await vi.waitUntil(() => expected.every((address) => recipients.includes(address)), 60_000);
  expect(recipients.toSorted()).toEqual(expected);
}, 240_000);
