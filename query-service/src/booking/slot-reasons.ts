import { type Blocker, conflictsOf } from '@visita/contracts/availability/blockers';
import { explainSlots, type Refusal } from '@visita/contracts/availability/explain';
import type { Interval } from '@visita/contracts/availability/windows';
import type { Zone } from '@visita/contracts/availability/zones';
import type { SlotReason, SlotReasons } from '@visita/contracts/booking/slot-reasons';
import { parentOf } from '@visita/contracts/fields';
import { Rejection } from '@visita/contracts/problem';
import { proOf } from '@visita/platform/auth/caller';
import type { Handlers } from '@visita/platform/http/calls';
import { booksFor, membershipsOf } from '../clinic/membership.ts';
import type { Dependencies } from '../dependencies.ts';
import { questionsOf, withFurther } from './availabilities.ts';
import { type AvailabilityFacts, readAvailabilityFacts } from './availability-facts.ts';
import { readOffered } from './offered-times.ts';

const nothing = { from: null, to: null, minutes: null };

type Known = {
  readonly zone: Zone;
  readonly facts: AvailabilityFacts;
  readonly durationMs: number;
  /** Ids of the busy intervals that offers hold. */
  readonly offered: ReadonlySet<string>;
};

const stretchOf = ({ zone }: Known, { start, end }: Interval) => ({
  ...nothing,
  from: zone.wallOf(start),
  to: zone.wallOf(end),
});

/**
 * Returns the reason for a conflict; distinguishes a visit from its buffer, and a hold or
 * an offer from a confirmed booking.
 */
const inTheWay = (known: Known, start: number, busy: Blocker): SlotReason => {
  const booked = known.facts.busy.find(({ id }) => id === busy.id);
  if (busy.kind !== 'booking' || !booked) return { ...stretchOf(known, busy), reason: busy.kind };
  const meets = conflictsOf({ start, end: start + known.durationMs }, [booked]).length > 0;
  if (!meets) return { ...stretchOf(known, busy), reason: 'buffer' };
  const held = { ...stretchOf(known, booked), reason: 'hold' } as const;
  if (booked.hold_until === null) return { ...held, reason: 'booking' };
  const until = known.zone.wallOf(booked.hold_until);
  return known.offered.has(booked.id) ? { ...held, reason: 'offered', until } : held;
};

/** Returns why a start time is refused, for staff: the kind of obstacle, never the person. */
const reasonOf = (known: Known, start: number, refusal: Refusal<Blocker>): SlotReason => {
  const { zone } = known;
  switch (refusal.reason) {
    case 'busy':
      return inTheWay(known, start, refusal.busy);
    case 'buffer':
      return { ...stretchOf(known, refusal.busy), reason: 'buffer' };
    case 'notice':
      return { ...nothing, reason: 'notice', from: zone.wallOf(refusal.earliest) };
    case 'outside_hours':
      return { ...nothing, reason: 'outside_hours', to: zone.wallOf(refusal.closes) };
    case 'beyond_horizon':
      return { ...nothing, reason: 'beyond_horizon', to: refusal.lastDay };
    case 'gap':
      return { ...nothing, reason: 'gap', minutes: refusal.minutes };
    case 'past':
    case 'ambiguous_time':
      return { ...nothing, reason: refusal.reason };
  }
};

const notOnline: SlotReasons = { online: false, offered: [], refused: [] };

/** Returns the handler that explains why times are offered or not, for staff who may book there. */
export const slotReasonHandlers = ({
  pool,
  clock,
  zones,
  strict: provenOnly,
  settled,
}: Pick<Dependencies, 'pool' | 'clock' | 'zones' | 'strict' | 'settled'>) =>
  ({
    getSlotReasons: async ({ params: { clinicId }, query: { hubServiceId, date, ...asked }, caller }) => {
      await settled();
      const hubId = parentOf(hubServiceId);
      const books = booksFor(await membershipsOf(pool, proOf(caller).proId), clinicId);
      if (books !== 'all' && books?.hubId !== hubId) throw new Rejection('not-found');
      const now = clock().getTime();
      const facts = await readAvailabilityFacts(pool, clinicId, { now, provenOnly });
      const hub = facts?.hubs.find((one) => one.hub_id === hubId);
      const first = facts?.services.find((one) => one.hub_service_id === hubServiceId);
      const service = facts && first && withFurther(facts.services, first, asked);
      if (!facts || !hub || !service) return { message: 'Slot reasons', data: notOnline };
      const zone = zones(facts.timezone);
      const question = questionsOf({ facts, zone, now })(hub, service);
      const offered = await readOffered(pool, clinicId, now);
      const known = { zone, facts, durationMs: service.duration * 60_000, offered };
      const candidates = explainSlots({ ...question, dates: [date] })[date] ?? [];
      const refused = candidates.filter(({ refusals }) => refusals.length > 0);
      const data: SlotReasons = {
        online: true,
        offered: candidates.filter(({ refusals }) => refusals.length === 0).map(({ time }) => time),
        refused: refused.map(({ start, time, refusals }) => ({
          time,
          reasons: refusals.map((refusal) => reasonOf(known, start, refusal)),
        })),
      };
      return { message: 'Slot reasons', data };
    },
  }) satisfies Handlers;
