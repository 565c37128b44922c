import * as fc from 'fast-check';
import type { RecordedEvent } from '@visita/contracts/envelope';
import { deriveId } from '@visita/platform/ids/derive-id';
import { createMemoryEventStore } from '@visita/platform/testing/memory-event-store';
import { beginning, type EventStore } from '@visita/platform/event-store/port';
import { Rejection } from '@visita/contracts/problem';
import { reactionTo } from '@visita/platform/runtime/reactions';
import { expect, it } from 'vitest';
import { keepAgenda } from '../processes/keep-agenda.ts';
import { type Fault, faultyStore, ConnectionLost, takingTurns } from '../../testing/faulty-store.ts';
import {
  blocksOf,
  bookingsOf,
  doubleBookings,
  isLive,
  overBlocks,
  placedAnyway,
  tightBookings,
} from '../../testing/live-bookings.ts';
import { bookingOf, joinPractice, openPractice, type Practice, requestOf } from '../../testing/practice.ts';
import { createWorld, patientOf, pro, type World } from '../../testing/world.ts';

// Midnight UTC is 01:00 in Rome: some of these intervals lie in two agenda days.
const times = ['00:00', '00:30', '00:45', '01:00', '01:30'].map((time) => `2026-11-24T${time}`);

type Act = {
  readonly kind:
    | 'request'
    | 'place'
    | 'edit'
    | 'manage'
    | 'delete'
    | 'confirm'
    | 'lapse'
    | 'change'
    | 'block'
    | 'unblock'
    | 'change-block'
    | 'keep-agenda';
  /** Whether staff may place the booking in a buffer. */
  readonly anyway: boolean;
  readonly time: number;
  readonly offer: 0 | 1;
  readonly colleague: boolean;
  /** Index of the booking to change, among those made so far. */
  readonly booking: number;
  readonly fault: Fault | null;
  /** Whether the client repeats the request with the same key after a fault. */
  readonly again: boolean;
};
type Round = { readonly acts: readonly Act[]; readonly minutes: number };

const fault = fc.record<Fault>({
  nth: fc.integer({ min: 1, max: 6 }),
  when: fc.constantFrom('before', 'after'),
  how: fc.constantFrom('crash', 'lose'),
});

const act = fc.record<Act>({
  kind: fc.constantFrom(
    'request',
    'request',
    'place',
    'place',
    'edit',
    'edit',
    'manage',
    'lapse',
    'change',
    'block',
    'unblock',
    'change-block',
    'delete',
    'confirm',
    'keep-agenda',
  ),
  anyway: fc.boolean(),
  time: fc.nat({ max: times.length - 1 }),
  offer: fc.constantFrom(0, 1),
  colleague: fc.boolean(),
  booking: fc.nat({ max: 20 }),
  fault: fc.option(fault, { freq: 2 }),
  again: fc.boolean(),
});

const rounds = fc.array(
  fc.record<Round>({
    acts: fc.array(act, { minLength: 1, maxLength: 4 }),
    // 0 and 0.5 are shorter than a reservation's deadline, 2 and 59.5 are longer, and 61 is longer
    // than a hold.
    minutes: fc.constantFrom(0, 0.5, 2, 59.5, 61),
  }),
  { minLength: 1, maxLength: 6 },
);

const halfHourAfter = (date: string): string =>
  new Date(Date.parse(`${date}:00Z`) + 30 * 60_000).toISOString().slice(0, 16);

/** Changes the buffers of the service of 45 minutes. */
const changeBuffers = async ({ call }: Pick<World, 'call'>, practice: Practice, size: number) => {
  const details = { specializationId: 'acupuncture', serviceName: 'Controllo', duration: 45, price: 80 };
  const body = { ...details, bufferBefore: 10 * size, bufferAfter: 15 * size };
  await call('changeClinicService', {
    params: { id: practice.services[1]! },
    body,
    as: pro(practice.ownerId),
  });
};

const seed = async () => {
  const world = createWorld();
  const practice = await openPractice(world);
  await changeBuffers(world, practice, 1);
  const colleague = await joinPractice(world, practice);
  return { events: await world.store.readAll(beginning, 1000), practice, colleague };
};

type Seeded = Awaited<ReturnType<typeof seed>>['events'];

const storeWith = async (events: Seeded, transactions: boolean): Promise<EventStore> => {
  const store = createMemoryEventStore({ transactions });
  for (const event of events) await store.append(event.stream, 'any', [event]);
  return store;
};

/** Acknowledged results: bookings, confirmations, and possible and certain cancellations. */
type Promises = { booked: Set<string>; confirmed: Set<string>; deleted: Set<string>; freed: Set<string> };

type Stage = {
  world: World;
  practice: Practice;
  colleagueOffers: readonly [string, string];
  known: string[];
  /** Blocked times. */
  blocked: string[];
  promises: Promises;
};

const perform = async (
  { world, practice, colleagueOffers, known, blocked, promises }: Stage,
  { kind, time, offer, colleague, booking, anyway }: Act,
  { call, domain }: Pick<World, 'call' | 'domain'>,
  id: string,
): Promise<void> => {
  const date = times[time]!;
  const hubServiceId = (colleague ? colleagueOffers : practice.offers)[offer];
  const as = pro(practice.ownerId);
  const target = known[booking % Math.max(1, known.length)];
  switch (kind) {
    case 'change':
      return changeBuffers({ call }, practice, time % 3);
    case 'block': {
      const body = { hub_id: practice.hubId, starting_date: date, ending_date: halfHourAfter(date) };
      blocked.push((await call('blockTime', { body, as, id })).answer.data.id);
      return;
    }
    case 'change-block': {
      const block = blocked[booking % Math.max(1, blocked.length)];
      const body = { starting_date: date, ending_date: halfHourAfter(date) };
      if (block !== undefined) await call('editBlock', { params: { id: block }, body, as, id });
      return;
    }
    case 'unblock': {
      const block = blocked.shift();
      if (block !== undefined) await call('unblockTime', { params: { id: block }, as, id });
      return;
    }
    case 'request': {
      const body = { ...requestOf(practice, date, `patient${booking}`), serviceHubId: hubServiceId };
      const { answer } = await call('requestBooking', { body, id });
      promises.booked.add(answer.data.id);
      known.push(answer.data.id);
      return;
    }
    case 'place': {
      const { booking, patient } = bookingOf(hubServiceId, date);
      const body = { booking: { ...booking, anyway }, patient };
      const { answer } = await call('placeBooking', { body, as, id });
      promises.booked.add(answer.data.id);
      promises.confirmed.add(answer.data.id);
      known.push(answer.data.id);
      return;
    }
    case 'keep-agenda': {
      const process = keepAgenda(domain);
      for (const event of await world.store.readAll(beginning, 10_000)) {
        await reactionTo(process.on, event.type)?.(event, {
          id: deriveId(event.id, id),
          correlationId: id,
          actor: 'process:keep-agenda',
          time: world.now().toISOString(),
        });
      }
      return;
    }
    default:
  }
  if (target === undefined) return;
  if (kind === 'delete') {
    promises.deleted.add(target);
    await call('deleteBooking', { params: { id: target }, as, id });
    promises.freed.add(target);
  } else if (kind === 'manage') {
    await call('moveManagedBooking', { body: { date }, as: patientOf(target), id });
  } else if (kind === 'lapse') {
    const time = world.now().toISOString();
    const cause = { id, correlationId: id, actor: 'process:lapse-holds', time } as const;
    await domain.bookings.execute(target, { type: 'lapse', now: time }, cause);
  } else if (kind === 'confirm') {
    await call('confirmBooking', { as: patientOf(target), id });
    promises.confirmed.add(target);
  } else {
    await call('editBooking', {
      params: { id: target },
      body: { date, hub_service_id: hubServiceId, anyway },
      as,
      id,
    });
  }
};

const afterwards: Act = {
  kind: 'keep-agenda',
  time: 0,
  offer: 0,
  colleague: false,
  booking: 0,
  anyway: false,
  fault: null,
  again: false,
};

/** Disjoint half hours, over UTC midnight. */
const halfHours = ['00:00', '00:30', '01:00', '01:30', '02:00'];

/** Returns the half hours without a live booking of the professional. */
const uncoveredTimes = async ({ store, now }: World, proId: string): Promise<string[]> => {
  const live = [...bookingsOf(await store.readAll(beginning, 10_000)).values()].filter(
    (booking) => booking.proId === proId && isLive(booking, now().toISOString()),
  );
  return halfHours.filter((time) => {
    const start = new Date(`2026-11-24T${time}:00+01:00`).toISOString();
    const end = new Date(Date.parse(start) + 30 * 60_000).toISOString();
    return !live.some((booking) => booking.start < end && start < booking.end);
  });
};

/** Returns the half hours that can be booked, by booking them. */
const freeTimes = async (world: World, offer: string, ownerId: string): Promise<string[]> => {
  const { call } = world.startProcess();
  const free: string[] = [];
  for (const time of halfHours) {
    const { booking, patient } = bookingOf(offer, `2026-11-24T${time}`);
    // The check covers visits only, not their buffers.
    const body = { booking: { ...booking, anyway: true }, patient };
    await call('placeBooking', { body, as: pro(ownerId) }).then(() => free.push(time), refusedOrLost);
  }
  return free;
};

/** Returns the reservations of all agendas. */
const takenBy = (events: readonly RecordedEvent[]): Set<string> => {
  const taken = new Map<string, string>();
  for (const { stream, type, data } of events) {
    const { reservationId } = data as { reservationId: string };
    if (type === 'IntervalReserved') taken.set(`${stream} ${reservationId}`, reservationId);
    if (type === 'IntervalReleased') taken.delete(`${stream} ${reservationId}`);
  }
  return new Set(taken.values());
};

const refusedOrLost = (error: unknown): void => {
  if (!(error instanceof Rejection) && !(error instanceof ConnectionLost)) throw error;
};

/** One store appends to one stream at a time, the other to several at once. */
const kinds = [
  ['one stream after the other', false],
  ['several streams at once', true],
] as const;

it.each(kinds)(
  'never books one professional twice and keeps what it promised, whatever crashes and however it interleaves, writing %s',
  async (_kind, transactions) => {
    const { events, practice, colleague } = await seed();
    await fc.assert(
      fc.asyncProperty(rounds, fc.scheduler(), async (story, scheduler) => {
        const store = await storeWith(events, transactions);
        const world = createWorld(store);
        const promises: Promises = {
          booked: new Set(),
          confirmed: new Set(),
          deleted: new Set(),
          freed: new Set(),
        };
        const stage: Stage = {
          world,
          practice,
          colleagueOffers: colleague.offers,
          known: [],
          blocked: [],
          promises,
        };
        const shared = takingTurns(store, () => scheduler.schedule(Promise.resolve()));
        const healthy = [world.startProcess(shared), world.startProcess(shared)] as const;

        for (const [round, { acts, minutes }] of story.entries()) {
          const running = acts.map(async (one, index) => {
            const id = deriveId('act', String(round), String(index));
            const process = one.fault
              ? world.startProcess(faultyStore(shared, one.fault))
              : healthy[index % 2 === 0 ? 0 : 1];
            await perform(stage, one, process, id).catch(refusedOrLost);
            if (one.again)
              await perform(stage, one, healthy[index % 2 === 0 ? 1 : 0], id).catch(refusedOrLost);
          });
          await scheduler.waitFor(Promise.all(running));

          const now = world.now().toISOString();
          const all = await store.readAll(beginning, 10_000);
          const bookings = bookingsOf(all);
          expect(doubleBookings(bookings.values(), now)).toEqual([]);
          expect(overBlocks(bookings.values(), blocksOf(all), now)).toEqual([]);
          expect(tightBookings(bookings.values(), now, placedAnyway(all))).toEqual([]);
          const taken = takenBy(all);
          expect([...promises.freed].filter((id) => taken.has(bookings.get(id)!.reservationId))).toEqual([]);
          for (const id of promises.booked) {
            const booking = bookings.get(id)!;
            if (promises.deleted.has(id)) continue;
            if (promises.confirmed.has(id)) expect(booking.status).toBe('confirmed');
            else if (booking.confirmBy! > now) expect(booking.status).toMatch(/pending|confirmed/);
          }
          world.advance(minutes);
        }
        // After all deadlines, each time without a live booking can be booked.
        world.advance(62);
        await perform(stage, afterwards, world.startProcess(), deriveId('afterwards'));
        for (const block of blocksOf(await store.readAll(beginning, 10_000))) {
          await world.call('unblockTime', { params: { id: block.blockId }, as: pro(block.proId) });
        }
        for (const [offer, proId] of [
          [practice.offers[0], practice.ownerId],
          [colleague.offers[0], colleague.proId],
        ] as const) {
          const uncovered = await uncoveredTimes(world, proId);
          expect(await freeTimes(world, offer, practice.ownerId)).toEqual(uncovered);
        }
      }),
    );
  },
  120_000,
);
