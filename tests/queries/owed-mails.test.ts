import type { DomainEvent } from '@visita/contracts/events';
import { recorded, sample, sampleIds } from '@visita/contracts/samples';
import { createOwed } from '@visita/notifier/mail/owed';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createQueryWorld, type QueryWorld } from '../support/query-world.ts';
import { guestAccepts, sampleClinic } from '../support/sample-clinic.ts';

const { booking, clinic: clinicId, guest, guestHub, owner } = sampleIds;
const { closingId } = sample('ClosingPlanned').data;

let world: QueryWorld;
beforeEach(async () => {
  world = await createQueryWorld({ now: '2026-11-20T08:00:00.000Z' });
  await world.given(...sampleClinic, guestAccepts, sample('ClosingPlanned'), sample('VacationPlanned'));
});
afterEach(() => world.close());

const closed = { start: '2026-12-07T09:00:00.000Z', end: '2026-12-07T09:30:00.000Z' };
const away = { start: '2026-12-21T09:00:00.000Z', end: '2026-12-21T09:30:00.000Z' };
const open = { start: '2026-12-14T09:00:00.000Z', end: '2026-12-14T09:30:00.000Z' };

/** Places a visit, lets it change, and returns whether the mail about the change is owed. */
const owedAfter = async (at: typeof open, change: DomainEvent, template: 'moved' | 'cancelled') => {
  await world.given(sample('BookingPlaced', { ...at, confirmBy: null }), change);
  const [event] = recorded([change]);
  const owed = createOwed({ pool: world.database.pool, store: { readStream: async () => [event!] } });
  return owed({ template, about: booking, eventId: event!.id });
};
const cancelled = sample('BookingCancelled');
const movedFrom = (at: typeof open, proId: string = owner) =>
  sample('BookingMoved', {
    ...open,
    proId: guest,
    hubId: guestHub,
    previous: { ...sample('BookingMoved').data.previous, ...at, proId },
  });

it.each([
  ['in a closing', closed, true],
  ['in the professional’s vacation', away, true],
  ['at another time', open, false],
])('a mail about a visit cancelled %s: owed %s', async (_when, at, owed) => {
  expect(await owedAfter(at, cancelled, 'cancelled')).toBe(owed);
});

it.each([
  ['out of a closing', closed, owner, true],
  ['out of the vacation of the professional before', away, owner, true],
  ['out of the vacation of another professional', away, guest, false],
  ['from another time', open, owner, false],
])('a mail about a visit moved %s', async (_from, at, proId, owed) => {
  expect(await owedAfter(at, movedFrom(at, proId), 'moved')).toBe(owed);
});

it('counts other mails, and those after the closing was deleted', async () => {
  await world.given({ type: 'ClosingCancelled', data: { clinicId, closingId } });
  expect(await owedAfter(closed, cancelled, 'cancelled')).toBe(false);
  const owed = createOwed({ pool: world.database.pool, store: { readStream: async () => [] } });
  expect(await owed({ template: 'reminder', about: booking, eventId: booking })).toBe(false);
});
