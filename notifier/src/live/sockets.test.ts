import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BookingView } from '@visita/contracts/booking/views';
import { io, type Socket } from 'socket.io-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLiveSockets, originAllowed, type LiveSockets } from './sockets.ts';
import { staffRoom, type Team } from './rooms.ts';

const clinicId = '0a0a0a0a-0000-4000-8000-000000000001';
const message = { clinic_id: clinicId };
let server: Server;
let sockets: LiveSockets;
let sessions: Set<string>;
let team: Team;
let clients: Socket[];

const start = async (checkEvery = 60_000, limits?: { address: number; account: number }) => {
  server = createServer((_, response) => response.writeHead(404).end());
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  sockets = createLiveSockets({
    httpServer: server,
    publicOrigin: 'https://visita.example',
    authenticate: async (token) => (sessions.has(token) ? { proId: token, sessionId: `s-${token}` } : null),
    teams: { read: async (id) => (id === clinicId ? team : undefined), forget: () => undefined },
    log: { warn: () => undefined },
    checkEvery,
    limits,
  });
};

beforeEach(() => {
  sessions = new Set(['owner', 'guest', 'stranger']);
  clients = [];
  team = {
    ownerId: 'owner',
    archived: false,
    hubs: new Map([['h1', { proId: 'guest', role: 'guest', status: 'active' }]]),
  };
});

afterEach(async () => {
  for (const client of clients) client.disconnect();
  await sockets.close();
  await new Promise((done) => server.close(done));
});

const connect = async (token: unknown, options: Record<string, unknown> = {}): Promise<Socket> => {
  const { port } = server.address() as AddressInfo;
  const client = io(`http://127.0.0.1:${port}`, {
    auth: { token },
    transports: ['websocket', 'polling'],
    reconnection: false,
    forceNew: true,
    ...options,
  });
  clients.push(client);
  await new Promise<void>((done, fail) => {
    client.once('connect', done);
    client.once('connect_error', fail);
  });
  return client;
};

const joined = async (client: Socket, payload: unknown = message) =>
  ((await client.emitWithAck('join_clinic', payload)) as { joined: boolean }).joined;

const next = (client: Socket, name: string) => new Promise<unknown>((done) => client.once(name, done));

test.each([
  ['websocket', ['websocket']],
  ['polling', ['polling']],
])("a member joins over %s and receives the clinic's messages", async (_, transports) => {
  await start();
  const client = await connect('owner', { transports });
  expect(await joined(client)).toBe(true);
  const removal = next(client, 'remove_booking');
  const payload = { id: 'b1', clinic_id: clinicId };
  sockets.deliver({ rooms: [staffRoom(clinicId)], event: 'remove_booking', payload });
  expect(await removal).toEqual(payload);
});

test.each([['unknown'], [''], [undefined], [{ a: 1 }]])('the token %j is refused', async (token) => {
  await start();
  await expect(connect(token)).rejects.toThrow('unauthenticated');
});

test('strangers, unknown clinics and malformed messages are refused', async () => {
  await start();
  expect(await joined(await connect('stranger'))).toBe(false);
  const owner = await connect('owner');
  expect(await joined(owner, { clinic_id: '0a0a0a0a-0000-4000-8000-000000000002' })).toBe(false);
  expect(await joined(owner, { clinic_id: 7 })).toBe(false);
  expect(await joined(owner, { ...message, room: 'x' })).toBe(false);
  expect(await joined(owner, null)).toBe(false);
});

test('a guest receives neither staff messages nor events emitted by clients', async () => {
  await start();
  const [owner, guest] = [await connect('owner'), await connect('guest')];
  expect(await joined(owner)).toBe(true);
  expect(await joined(guest)).toBe(true);
  const received: string[] = [];
  guest.onAny((name: string) => received.push(name));
  owner.onAny((name: string) => received.push(name));
  owner.emit('update_calendar', { id: 'forged', clinic_id: clinicId });
  guest.emit('remove_booking', { id: 'forged', clinic_id: clinicId });
  // The acknowledgement comes after the server received the forged messages.
  await Promise.all([joined(owner), joined(guest)]);
  const last = next(guest, 'refresh_calendar');
  sockets.deliver({
    rooms: [staffRoom(clinicId)],
    event: 'edit_booking',
    payload: { id: 'b1' } as BookingView,
  });
  sockets.deliver({ rooms: [`clinic:${clinicId}`], event: 'refresh_calendar', payload: message });
  await last;
  expect(received.sort()).toEqual(['edit_booking', 'refresh_calendar', 'refresh_calendar']);
});

test('a removed member loses the rooms and is told to reload', async () => {
  await start();
  const guest = await connect('guest');
  expect(await joined(guest)).toBe(true);
  team = { ...team, hubs: new Map([['h1', { proId: 'guest', role: 'guest', status: 'paused' }]]) };
  const refresh = next(guest, 'refresh_calendar');
  await sockets.replace(clinicId);
  expect(await refresh).toEqual(message);
  let received = 0;
  guest.on('refresh_calendar', () => (received += 1));
  sockets.deliver({ rooms: [`clinic:${clinicId}`], event: 'refresh_calendar', payload: message });
  expect(await joined(guest)).toBe(false);
  expect(received).toBe(0);
});

test('without notices, the regular check ends lost memberships and sessions', async () => {
  await start(20);
  const [owner, guest] = [await connect('owner'), await connect('guest')];
  expect(await joined(guest)).toBe(true);
  const refresh = next(guest, 'refresh_calendar');
  const ended = new Promise<void>((done) => owner.once('disconnect', () => done()));
  team = { ...team, archived: true };
  sessions.delete('owner');
  await Promise.all([refresh, ended]);
  expect(guest.connected).toBe(true);
});

test('a member who leaves receives no more messages', async () => {
  await start();
  const owner = await connect('owner');
  expect(await joined(owner)).toBe(true);
  owner.emit('leave_clinic', message);
  let received = 0;
  owner.on('refresh_calendar', () => (received += 1));
  // The acknowledgement comes after the leave took effect.
  await joined(owner, { clinic_id: '0a0a0a0a-0000-4000-8000-000000000002' });
  sockets.deliver({ rooms: [`clinic:${clinicId}`], event: 'refresh_calendar', payload: message });
  await joined(owner);
  expect(received).toBe(0);
});

test('a frame over 16 KB closes the connection', async () => {
  await start();
  const client = await connect('owner', { transports: ['websocket'] });
  const ended = new Promise<void>((done) => client.once('disconnect', () => done()));
  client.emit('join_clinic', { clinic_id: 'x'.repeat(17 * 1024) });
  await ended;
});

test('a page of another origin is refused', async () => {
  await start();
  const extraHeaders = { origin: 'https://evil.example' };
  await expect(connect('owner', { transports: ['websocket'], extraHeaders })).rejects.toThrow(
    'websocket error',
  );
  await expect(connect('owner', { transports: ['polling'], extraHeaders })).rejects.toThrow('xhr poll error');
});

test.each([
  [undefined, true],
  ['https://visita.example', true],
  ['http://127.0.0.1:3000', true],
  ['http://127.0.0.1:3001', false],
  ['https://evil.example', false],
  ['null', false],
])('origin %s allowed: %s', (origin, allowed) => {
  const headers = { host: '127.0.0.1:3000', ...(origin === undefined ? {} : { origin }) };
  expect(originAllowed({ headers }, 'https://visita.example')).toBe(allowed);
});

test('an account has a maximum of sockets, and a closed one makes room', async () => {
  await start(60_000, { address: 9, account: 2 });
  const first = await connect('owner');
  await connect('owner');
  await expect(connect('owner')).rejects.toThrow('too-many');
  await connect('guest');
  first.disconnect();
  await expect
    .poll(async () =>
      connect('owner').then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
});

test("many simultaneous sockets over one connection stay within the account's limit", async () => {
  await start(60_000, { address: 9, account: 3 });
  const { port } = server.address() as AddressInfo;
  const raw = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`);
  const responses: string[] = [];
  raw.addEventListener('message', ({ data }) => responses.push(String(data)));
  await new Promise((done) => raw.addEventListener('message', done, { once: true }));
  for (let asked = 0; asked < 50; asked += 1) raw.send(`40${JSON.stringify({ token: 'owner' })}`);
  // A request for a second socket is disconnected.
  await new Promise((done) => raw.addEventListener('close', done, { once: true }));
  expect(responses.filter((one) => one.startsWith('40'))).toHaveLength(3);
  expect(responses.join(' ')).toContain('too-many');
  await expect
    .poll(async () =>
      connect('owner').then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
});

test('a connection keeps no listener of a closed socket', async () => {
  await start(60_000, { address: 9, account: 3 });
  const warnings: string[] = [];
  const note = ({ name }: Error) => void warnings.push(name);
  process.on('warning', note);
  const { port } = server.address() as AddressInfo;
  const engine = `http://127.0.0.1:${port}/socket.io/?EIO=4&transport=polling`;
  const { sid } = JSON.parse((await (await fetch(engine)).text()).slice(1)) as { sid: string };
  const own = `${engine}&sid=${sid}`;
  const send = (body: string) => fetch(own, { method: 'POST', body });
  for (let round = 0; round < 20; round += 1) {
    await send(`40${JSON.stringify({ token: 'owner' })}`);
    expect(await (await fetch(own)).text()).toMatch(/^40/);
    await send('41');
  }
  process.off('warning', note);
  expect(warnings).not.toContain('MaxListenersExceededWarning');
});

test('an address has a maximum of sockets, authenticated or not', async () => {
  await start(60_000, { address: 3, account: 9 });
  const { port } = server.address() as AddressInfo;
  const handshake = async () =>
    (await fetch(`http://127.0.0.1:${port}/socket.io/?EIO=4&transport=polling`)).status;
  expect([await handshake(), await handshake()]).toEqual([200, 200]);
  const last = await connect('owner', { transports: ['websocket'] });
  expect(await handshake()).toBe(403);
  last.disconnect();
  await expect.poll(handshake).toBe(200);
});
