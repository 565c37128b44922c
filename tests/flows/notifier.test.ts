import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DomainEvent } from '@visita/contracts/events';
import { sample, sampleId, sampleIds } from '@visita/contracts/samples';
import { createMessaging } from '@visita/platform/messages/messaging';
import { createNotifier } from '@visita/notifier/service';
import { createAccountTokens } from '@visita/platform/auth/account-token';
import { createBookingTokens } from '@visita/platform/auth/booking-token';
import { createInProcessBus } from '@visita/platform/bus/in-process';
import { createPostgresEventStore } from '@visita/platform/event-store/postgres';
import { createWaitingTokens } from '@visita/platform/auth/waiting-token';
import { createHoldCodes } from '@visita/platform/auth/hold-code';
import { keysOf } from '@visita/platform/vault/purpose-keys';
import { createHttpServer } from '@visita/platform/http/server';
import { openJobs } from '@visita/platform/jobs/open';
import { createProjectedPosition } from '@visita/read-model/projected';
import { createTestDatabase, silent } from '@visita/platform/testing/database';
import { createProjector } from '@visita/projector/service';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { guestAccepts, sampleClinic } from '../support/sample-clinic.ts';

const now = new Date('2026-11-20T08:00:00.000Z');
const publicOrigin = 'http://127.0.0.1:3000';
const tokens = createBookingTokens(Buffer.alloc(32, 7));

let world: Awaited<ReturnType<typeof open>>;
beforeAll(async () => {
  world = await open();
});
afterAll(() => world.close());

const open = async () => {
  const varDirectory = await mkdtemp(join(tmpdir(), 'visita-notifier-'));
  const database = await createTestDatabase();
  const store = createPostgresEventStore({ database, log: silent });
  await store.ensureSchema();
  const bus = createInProcessBus({ log: silent });
  const projector = createProjector({ store, database, bus, log: silent });
  await projector.start();
  const projected = createProjectedPosition({ database, log: silent });
  await projected.start();
  const jobs = await openJobs({ redisUrl: null, databaseUrl: database.url, log: silent });
  const app = createHttpServer({ config: { publicOrigin, trustProxy: false }, log: silent });
  const config = {
    publicOrigin,
    varDirectory,
    smtpUrl: null,
    trustProxy: false as const,
    reminderHours: 24,
    mailFrom: 'Visita <no-reply@visita.example>',
    environment: 'test' as const,
  };
  const shared = { config, app, database, store, bus, jobs, projected, log: silent };
  const notifier = createNotifier({
    ...shared,
    sessions: { authenticate: async (token) => ({ proId: token, sessionId: token }) },
    bookingTokens: tokens,
    uidHost: 'visita.example',
    messaging: createMessaging({
      config: { ...config, smsGateways: null },
      database,
      vault: { keysFor: async () => new Map(), getKeys: async () => new Map() },
      key: Buffer.alloc(32, 1),
      now: () => now,
    }),
    calendar: { apiBase: null, connections: { access: async () => null } },
    accountTokens: createAccountTokens(Buffer.alloc(32, 1)),
    waitingTokens: createWaitingTokens(Buffer.alloc(32, 1)),
    strict: false,
    keys: { for: () => keysOf(Buffer.alloc(32, 1)) },
    holdCodes: createHoldCodes(Buffer.alloc(32, 1)),
    now: () => now,
    newId: randomUUID,
  });
  const parts = [notifier.serving, notifier.processes()];
  for (const part of parts) await part.start();
  const address = await app.listen({ port: 0, host: '127.0.0.1' });

  const given = async (...events: DomainEvent[]) => {
    for (const event of events) {
      const ids = event.data as Record<string, string>;
      const stream = ids['bookingId'] ? `booking-${ids['bookingId']}` : streamOf(event.type, ids);
      const metadata = {
        correlationId: randomUUID(),
        causationId: randomUUID(),
        actor: 'anonymous',
      } as const;
      const time = now.toISOString();
      await store.append(stream, 'any', [{ ...event, id: randomUUID(), metadata: { ...metadata, time } }]);
    }
  };
  const close = async () => {
    for (const part of parts.toReversed()) await part.stop();
    await jobs.close();
    await projector.stop();
    await projected.stop();
    await bus.close();
    await app.close();
    await store.close();
    await database.close();
    await rm(varDirectory, { recursive: true });
  };
  return { app, address, given, close, mails: join(varDirectory, 'mail') };
};

const streamOf = (type: string, ids: Record<string, string>): string => {
  const { clinicId, hubId, proId, patientId, entryId } = ids;
  if (entryId) return `wait-${entryId}`;
  if (patientId) return `patient-${patientId}`;
  if (/^(Clinic|Collab|Closing)/.test(type)) return `clinic-${clinicId}`;
  return hubId ? `hub-${hubId}` : `pro-${proId}`;
};

/** Joins the clinic's room; messages about notices are left out. */
const listen = async (
  proId: string,
): Promise<{ socket: Socket; heard: [string, Record<string, unknown>][] }> => {
  const socket = io(world.address, { auth: { token: proId }, transports: ['websocket'], forceNew: true });
  const heard: [string, Record<string, unknown>][] = [];
  socket.onAny((name: string, payload: Record<string, unknown>) => {
    if (name !== 'refresh_notices') heard.push([name, payload]);
  });
  expect(await socket.emitWithAck('join_clinic', { clinic_id: sampleIds.clinic })).toEqual({ joined: true });
  return { socket, heard };
};

const mailFor = async (to: string): Promise<string> => {
  let found: string | undefined;
  await expect
    .poll(
      async () => {
        const files = await readdir(world.mails).catch(() => []);
        const mails = files.filter((file) => file.endsWith('.json'));
        for (const file of mails) {
          const content = await readFile(join(world.mails, file), 'utf8');
          if (content.includes(`"to":"${to}"`)) found = content;
        }
        return found;
      },
      { timeout: 10_000 },
    )
    .toBeDefined();
  return found ?? '';
};

test('a held booking is mailed, and shown to staff and the treating guest once confirmed', async () => {
  await world.given(...sampleClinic, guestAccepts);
  const [owner, guest] = [await listen(sampleIds.owner), await listen(sampleIds.guest)];
  const bookingId = sampleId(4, 7);
  const ids = { bookingId, hubId: sampleIds.guestHub, proId: sampleIds.guest };
  const placed = sample('BookingPlaced', { ...ids, proNotes: 'private' });
  await world.given(placed);

  const mail = JSON.parse(await mailFor('carla@example.com')) as { text: string; subject: string };
  const link = `${publicOrigin}/confirmation/?token=${tokens.issue('confirm', bookingId)}`;
  expect(mail.text).toContain(link);
  expect(mail.subject).toBe('Conferma il tuo appuntamento di lunedì 23 novembre 2026');
  const { body } = await world.app.inject({ url: '/dev/mail' });
  expect(body).toContain('carla@example.com');
  // A hold is only announced as a calendar refresh.
  const again = ['refresh_calendar', { clinic_id: sampleIds.clinic }];
  for (const { heard } of [owner, guest]) {
    await expect.poll(() => heard).toEqual([again]);
    heard.splice(0);
  }

  await world.given(sample('BookingConfirmed', ids));
  await expect.poll(() => [owner.heard.length, guest.heard.length]).toEqual([1, 1]);
  const view = { id: bookingId, date: '2026-11-23T09:00:00+01:00', patient_name: 'Carla Verdi' };
  expect(owner.heard).toMatchObject([['update_calendar', { ...view, pro_notes: '' }]]);
  expect(guest.heard).toMatchObject([['update_calendar', { ...view, pro_notes: 'private' }]]);

  await world.given(sample('BookingNoted', { ...ids, proNotes: 'see again' }));
  await expect.poll(() => [owner.heard.length, guest.heard.length]).toEqual([2, 2]);
  expect(owner.heard[1]).toMatchObject(['edit_booking', { id: bookingId, pro_notes: '' }]);
  expect(guest.heard[1]).toMatchObject(['edit_booking', { id: bookingId, pro_notes: 'see again' }]);

  // A guest does not receive a colleague's booking, but receives the closing after it.
  await world.given(sample('BookingPlaced', { bookingId: sampleId(4, 8), confirmBy: null, placedBy: 'pro' }));
  await world.given(sample('ClosingPlanned'));
  const names = (heard: [string, unknown][]) => heard.map(([name]) => name);
  await expect
    .poll(() => names(guest.heard))
    .toEqual(['update_calendar', 'edit_booking', 'refresh_calendar']);
  await expect
    .poll(() => names(owner.heard))
    .toEqual(['update_calendar', 'edit_booking', 'update_calendar', 'refresh_calendar']);
  owner.socket.disconnect();
  guest.socket.disconnect();
});

test('a guest is told of entries, offers and invitations that concern them, and of no others', async () => {
  const [owner, guest] = [await listen(sampleIds.owner), await listen(sampleIds.guest)];
  const entryId = sampleId(11, 2);
  await world.given(
    sample('WaitingJoined'),
    sample('RecallMade'),
    sample('OfferMade'),
    sample('WaitingEnded'),
  );
  await expect.poll(() => owner.heard.map(([name]) => name)).toContain('refresh_recalls');
  await expect.poll(() => owner.heard.map(([name]) => name)).toContain('refresh_calendar');
  await world.given(sample('WaitingJoined', { entryId, proIds: [sampleIds.guest] }));
  await expect.poll(() => guest.heard.map(([name]) => name)).toEqual(['refresh_waiting_list']);
  await world.given(sample('RecallMade', { patientId: sampleId(9, 9), proId: sampleIds.guest }));
  await expect
    .poll(() => guest.heard.map(([name]) => name))
    .toEqual(['refresh_waiting_list', 'refresh_recalls']);
  owner.socket.disconnect();
  guest.socket.disconnect();
});

test('a paused guest is told to reload and receives nothing more', async () => {
  const guest = await listen(sampleIds.guest);
  await world.given({
    type: 'CollaboratorPaused',
    data: { clinicId: sampleIds.clinic, hubId: sampleIds.guestHub },
  });
  await expect.poll(() => guest.heard.map(([name]) => name)).toEqual(['refresh_calendar']);
  const again = await guest.socket.emitWithAck('join_clinic', { clinic_id: sampleIds.clinic });
  expect(again).toEqual({ joined: false });
  guest.socket.disconnect();
});
