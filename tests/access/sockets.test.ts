import { randomUUID } from 'node:crypto';
import { io, type Socket } from 'socket.io-client';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Backstage, openBackstage } from '../support/backstage.ts';
import { useProduct } from '../support/hooks.ts';
import { succeed } from '../support/http.ts';
import { dayAhead } from '../support/http-practice.ts';
import { endHub, gather, type Role } from './people.ts';

const product = useProduct();
let backstage: Backstage;
let gathered: Awaited<ReturnType<typeof gather>>;
beforeAll(async () => {
  const { stack, client } = product();
  backstage = await openBackstage(stack.place);
  gathered = await gather(client, backstage);
  const { owner, paused, former } = gathered.people;
  await endHub(client, owner, paused.hubId, 'paused');
  await endHub(client, owner, former.hubId, 'archived');
  return () => backstage.close();
}, 600_000);

type Heard = [name: string, payload: Record<string, unknown>][];
type Listener = { socket: Socket; heard: Heard; join(clinicId?: string): Promise<boolean> };

const connect = (role: Role): Listener => {
  const { token } = gathered.people[role];
  const options = { auth: { token }, transports: ['websocket'], reconnection: false, forceNew: true };
  const socket = io(product().stack.address, options);
  const heard: Heard = [];
  socket.onAny((name: string, payload: Record<string, unknown>) => heard.push([name, payload]));
  const join = async (clinicId = gathered.clinic.clinicId) =>
    ((await socket.emitWithAck('join_clinic', { clinic_id: clinicId })) as { joined: boolean }).joined;
  return { socket, heard, join };
};

/** Connects an actor who may join. */
const listen = async (role: Role): Promise<Listener> => {
  const listener = connect(role);
  expect(await listener.join()).toBe(true);
  return listener;
};

const place = async (role: Role, time: string) => {
  const { offers, token } = gathered.people[role];
  const booking = { hubServiceId: offers[0], date: `${dayAhead(4)}T${time}`, proNotes: 'riservato' };
  const patient = { name: 'Carla', email: 'carla@example.com', prefix: '+39', phone: '3330001111' };
  return (await succeed(product().client.call('placeBooking', { body: { booking, patient }, token }))).data
    .id;
};

const namesOf = ({ heard }: Listener) => heard.map(([name]) => name);
const soon = { timeout: 15_000, interval: 20 };
/** A member who leaves is out of the room by then. */
const evicted = { timeout: 5_000, interval: 20 };

describe('the room of a clinic', () => {
  it.each<[Role, boolean]>([
    ['owner', true],
    ['manager', true],
    ['self', true],
    ['guest', true],
    ['reception', true],
    ['paused', false],
    ['invited', false],
    ['former', false],
    ['other', false],
  ])('joining as %s: %s', async (role, expected) => {
    const listener = connect(role);
    expect(await listener.join()).toBe(expected);
    expect(await listener.join(randomUUID())).toBe(false);
    listener.socket.disconnect();
  });

  it('sends staff every booking and guests their own, and ignores messages of clients', async () => {
    const [owner, manager, reception, self, guest] = [
      await listen('owner'),
      await listen('manager'),
      await listen('reception'),
      await listen('self'),
      await listen('guest'),
    ];
    const outsider = connect('other');
    expect(await outsider.join()).toBe(false);
    outsider.socket.emit('update_calendar', { id: 'forged', clinic_id: gathered.clinic.clinicId });
    guest.socket.emit('remove_booking', { id: 'forged', clinic_id: gathered.clinic.clinicId });
    const id = await place('self', '09:00');
    const closing = {
      title: 'Ponte',
      starting_date: `${dayAhead(50)}T00:00`,
      ending_date: `${dayAhead(50)}T23:59`,
    };
    const body = { ...closing, clinic_id: gathered.clinic.clinicId, type: 'closing' } as const;
    await succeed(product().client.call('planClosing', { body, token: gathered.people.owner.token }));
    // The closing is announced to everyone, after the booking.
    await vi.waitFor(() => expect(namesOf(guest)).toContain('refresh_calendar'), soon);
    for (const listener of [owner, manager, reception, self]) {
      await vi.waitFor(
        () => expect(namesOf(listener)).toEqual(['update_calendar', 'refresh_calendar']),
        soon,
      );
    }
    expect(namesOf(guest)).toEqual(['refresh_calendar']);
    expect(outsider.heard).toEqual([]);
    const notes = [owner, manager, reception, self].map(({ heard }) => [
      heard[0]?.[1]['id'],
      heard[0]?.[1]['pro_notes'],
    ]);
    expect(notes).toEqual([
      [id, ''],
      [id, ''],
      [id, ''],
      [id, 'riservato'],
    ]);
    for (const { socket } of [owner, manager, reception, self, guest, outsider]) socket.disconnect();
  });
});

describe('a membership that is lost while the read models are behind', () => {
  /** Blocks the projector's writes until released; reads still work. */
  const stopProjector = async () => {
    const connection = await backstage.database.pool.connect();
    await connection.query('begin');
    await connection.query('lock table read.hubs in share row exclusive mode');
    return async () => {
      await connection.query('rollback');
      connection.release();
    };
  };

  it('ends at once: calls are refused, the calendar is hidden, and the socket receives nothing', async () => {
    const { client } = product();
    const { owner, manager, self, guest, reception } = gathered.people;
    const bookingId = await place('self', '10:00');
    const [guestSocket, deskSocket] = [await listen('guest'), await listen('reception')];
    const letGo = await stopProjector();
    const change = (hubId: string, body: { status: 'paused' | 'archived' } | { role: 'guest' }) =>
      succeed(client.call('updateHub', { params: { id: hubId }, body, token: owner.token }));
    try {
      await change(guest.hubId, { status: 'paused' });
      await change(manager.hubId, { role: 'guest' });
      await change(self.hubId, { status: 'archived' });
      await change(reception.hubId, { status: 'archived' });

      const head = await backstage.store.head();
      const patient = { name: 'Dora', email: 'dora@example.com', prefix: '+39', phone: '3330001111' };
      const booking = { hubServiceId: guest.offers[0], date: `${dayAhead(4)}T11:00` };
      const params = { id: bookingId };
      const away = {
        title: 'x',
        starting_date: `${dayAhead(51)}T00:00`,
        ending_date: `${dayAhead(51)}T23:59`,
      };
      const closing = { ...away, clinic_id: gathered.clinic.clinicId, type: 'closing' } as const;
      const refusals = await Promise.all([
        client.call('placeBooking', { body: { booking, patient }, token: guest.token }),
        client.call('planClosing', { body: closing, token: manager.token }),
        client.call('deleteBooking', { params, token: manager.token }),
        client.call('deleteBooking', { params, token: self.token }),
        client.call('deleteBooking', { params, token: reception.token }),
        ...[guest, manager, self, reception].map(({ proId, token }) =>
          client.call('getProCalendar', { params: { proId }, token }),
        ),
      ]);
      expect(refusals.map(({ status }) => status)).toEqual([409, 403, 404, 404, 404, 503, 503, 503, 503]);
      // Only the process that ends the hub continues: it orphans the booking.
      const since = await backstage.store.readAll(head, 100);
      expect(since.filter(({ metadata }) => !metadata.actor.startsWith('process:'))).toEqual([]);

      await vi.waitFor(() => expect(namesOf(guestSocket)).toEqual(['refresh_calendar']), soon);
      expect(await guestSocket.join()).toBe(false);
      await vi.waitFor(() => expect(namesOf(deskSocket).at(-1)).toBe('refresh_calendar'), evicted);
      expect(await deskSocket.join()).toBe(false);
    } finally {
      await letGo();
    }
    await vi.waitFor(async () => {
      const read = { params: { proId: self.proId }, token: self.token };
      expect((await succeed(client.call('getProCalendar', read))).data.bookings).toEqual([]);
    }, soon);
    for (const { socket } of [guestSocket, deskSocket]) socket.disconnect();
  });
});
