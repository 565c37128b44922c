import { resourceOfKind } from '@visita/contracts/agenda/resources';
import { createZone } from '@visita/contracts/availability/zones';
import { createMemoryEventStore } from '@visita/platform/testing/memory-event-store';
import { type BeforeStep, step, takeSteps } from '@visita/platform/runtime/commit';
import { deriveId } from '@visita/platform/ids/derive-id';
import { describe, expect, it } from 'vitest';
import type { Resource } from '../agenda/resource.ts';
import { openPractice, joinPractice } from '../../testing/practice.ts';
import { createWorld } from '../../testing/world.ts';
import { type Bookable, loadBookable, occupantOf, requireOffered, requireOpen } from './bookable.ts';
import { agendaId, agendasOccupied, releaseSteps, reserveSteps } from './reserve.ts';

const day = '2026-11-24';
const room = resourceOfKind('room', deriveId('room'));
const interval = { start: `${day}T09:00:00.000Z`, end: `${day}T09:30:00.000Z` };

/** A practice of two professionals, and their reservations in one room. */
const open = async (transactions: boolean) => {
  const world = createWorld(createMemoryEventStore({ transactions }));
  const { domain } = world;
  const practice = await openPractice(world);
  const colleague = await joinPractice(world, practice);
  const now = world.now().toISOString();
  const occupant = (proId: string) => ({ proId, resourceIds: [room] });
  const reservationOf = (name: string, times = interval) => ({
    bookingId: deriveId(name, 'booking'),
    reservationId: deriveId(name, 'reservation'),
    deadline: `${day}T00:00:00.000Z`,
    ...times,
  });
  /** Reserves professional and room, and decides on a claim. */
  const reserve = (proId: string, name: string, times = interval) => {
    const cause = { id: name, correlationId: name, actor: 'anonymous', time: now } as const;
    const reservation = reservationOf(name, times);
    const wanted = { ...occupant(proId), reservation, placing: 'staff', now, cause } as const;
    const before: BeforeStep[] = reserveSteps(domain, wanted);
    const decide = step(domain.claims, name, { type: 'claim', ownerId: proId, taken: 'conflict' });
    return { before, commit: () => domain.commit({ before, decide }, cause), cause, reservation };
  };
  const takenOn = async (resourceId: string) =>
    (await domain.agendas.load(agendaId({ resourceId, day }))).state.taken.map(({ bookingId }) => bookingId);
  return { world, practice, colleague, occupant, reserve, takenOn };
};

describe.each([true, false])('a room beside a professional, with transactions: %s', (transactions) => {
  it('is reserved and released in a step of its own, on an agenda of its own', async () => {
    const { world, practice, reserve, takenOn, occupant } = await open(transactions);
    const { before, commit, cause, reservation } = reserve(practice.ownerId, 'one');
    expect(before.map(({ stream }) => stream)).toEqual([
      `agenda-${practice.ownerId}_${day}`,
      `agenda-${room}_${day}`,
    ]);
    await commit();
    for (const resource of [practice.ownerId, room])
      expect(await takenOn(resource)).toEqual([reservation.bookingId]);
    const held = { ...occupant(practice.ownerId), ...reservation };
    await takeSteps(releaseSteps(world.domain, held, 'cancelled'), cause);
    for (const resource of [practice.ownerId, room]) expect(await takenOn(resource)).toEqual([]);
  });

  it('is held by one booking at a time; the professional of the other is free again', async () => {
    const { practice, colleague, reserve, takenOn } = await open(transactions);
    const one = reserve(practice.ownerId, 'one');
    await one.commit();
    await expect(reserve(colleague.proId, 'two').commit()).rejects.toMatchObject({ code: 'slot-taken' });
    expect(await takenOn(room)).toEqual([one.reservation.bookingId]);
    expect(await takenOn(colleague.proId)).toEqual([]);
    const times = { start: interval.end, end: `${day}T10:00:00.000Z` };
    await reserve(colleague.proId, 'three', times).commit();
  });

  it('is reserved over midnight on each of its days', () => {
    const night = { start: `${day}T23:45:00.000Z`, end: '2026-11-25T00:15:00.000Z' };
    const agendas = agendasOccupied({ proId: deriveId('pro'), resourceIds: [room], ...night });
    expect(agendas.map(agendaId)).toEqual(
      [deriveId('pro'), room].flatMap((id) => [`${id}_${day}`, `${id}_2026-11-25`]),
    );
  });
});

describe('the hours and closings of a room', () => {
  /** Returns a service that needs the room. */
  const inRoom = async (changes: Partial<Resource> = {}) => {
    const { world, practice } = await open(true);
    const bookable = await loadBookable(
      { domain: world.domain, zones: createZone },
      practice.offers[0],
      () => undefined,
    );
    const windows = [
      { workingDay: 9, startingHour: '09:50', endingHour: '12:00' },
      { workingDay: 9, startingHour: '14:00', endingHour: '15:45' },
    ];
    const others = [{ resourceId: room, windows, dayHours: [], closings: [], ...changes }];
    const given: Bookable = { ...bookable, resources: [bookable.resources[0], ...others] };
    return { given, now: world.now().toISOString(), ownerId: practice.ownerId };
  };
  const at = (start: string, end: string) => ({
    start: `${day}T${start}:00.000Z`,
    end: `${day}T${end}:00.000Z`,
  });
  const notOffered = expect.objectContaining({ code: 'slot-not-offered' });

  it('limit the offered times, not their grid', async () => {
    const { given, now } = await inRoom();
    // Rome is one hour ahead. The hours begin and end off the professional's start times.
    for (const [start, end] of [
      ['09:00', '09:30'],
      ['10:30', '11:00'],
      ['13:00', '13:30'],
    ] as const)
      requireOffered(given, at(start, end), now);
    for (const [start, end] of [
      ['08:30', '09:00'],
      ['11:00', '11:30'],
      ['14:30', '15:00'],
    ] as const)
      expect(() => requireOffered(given, at(start, end), now), start).toThrow(notOffered);
  });

  it('of one day replace those of the week', async () => {
    const dayHours = [{ date: day, windows: [{ startingHour: '15:00', endingHour: '16:00' }] }];
    const { given, now } = await inRoom({ dayHours });
    expect(() => requireOffered(given, at('09:00', '09:30'), now)).toThrow(notOffered);
    requireOffered(given, at('14:00', '14:30'), now);
    const shut = await inRoom({ dayHours: [{ date: day, windows: [] }] });
    expect(() => requireOffered(shut.given, interval, now)).toThrow(notOffered);
  });

  it('refuse patients and staff in a closing of the room', async () => {
    const [start, end] = [`${day}T09:15:00.000Z`, `${day}T09:20:00.000Z`].map((time) => Date.parse(time));
    const { given, now } = await inRoom({
      closings: [{ kind: 'closing', id: 'c', start: start!, end: end! }],
    });
    expect(() => requireOffered(given, interval, now)).toThrow(notOffered);
    expect(() => requireOpen(given, interval)).toThrow(
      expect.objectContaining({ code: 'professional-busy' }),
    );
    requireOpen(given, at('09:30', '10:00'));
    // Staff may ignore hours.
    requireOpen(given, at('06:00', '06:30'));
  });

  it('are reserved with the professional', async () => {
    const { given, ownerId } = await inRoom();
    expect(occupantOf(given)).toEqual({ proId: ownerId, resourceIds: [room] });
  });
});
