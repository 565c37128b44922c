import type { Pool } from 'pg';
import { conflictsOf, occupiedBy } from '@visita/contracts/availability/blockers';
import type { SlotQuestion } from '@visita/contracts/availability/question';
import { offeredOn } from '@visita/contracts/availability/slots';
import { select } from '@visita/read-model/query';
import { offeredIntervalId } from '@visita/read-model/waiting/offered-interval';
import { bookingOf, questionsOf, type Situation } from './availabilities.ts';
import type { BookableHub } from './availability-facts.ts';

const minuteMs = 60_000;

/** Offers to people on the waiting list of the clinic $1 that hold a time; now is $2. */
const offersQuery = {
  name: 'offers-held',
  text: `select offer_id from read.waiting_entries
    where clinic_id = $1 and state = 'waiting' and offer_until > $2 and offer_hub_id is not null`,
};

/** Returns the ids of the busy intervals that are offered to people on a clinic's waiting list. */
export const readOffered = async (
  pool: Pool,
  clinicId: string,
  now: number,
): Promise<ReadonlySet<string>> => {
  const rows = await select<{ offer_id: string }>(pool, offersQuery, [clinicId, new Date(now)]);
  return new Set(rows.map(({ offer_id }) => offeredIntervalId(offer_id)));
};

type Service = Situation['facts']['services'][number];
type Rules = Pick<SlotQuestion, 'horizonDays' | 'noticeHours' | 'gapless'>;

const none = () => [];

/**
 * Returns a function that lists a hub's starts of a day that would be free without the offers, each with the local end
 * of its offer.
 */
export const startsHeld = (situation: Situation, offered: ReadonlySet<string>, rules: Rules) => {
  const { facts, zone } = situation;
  const busy = facts.busy.filter(({ id }) => !offered.has(id));
  const questionOf = questionsOf({ ...situation, facts: { ...facts, busy } });
  return (hub: BookableHub, service: Service) => {
    const held = facts.busy.filter(({ id, pro_id }) => pro_id === hub.pro_id && offered.has(id));
    if (held.length === 0) return none;
    const timesOn = offeredOn({ ...questionOf(hub, service), ...rules });
    const { duration, buffer_before: before, buffer_after: after } = service;
    const untilOf = (wall: string): string => {
      const start = zone.toMs(wall);
      const around = { start: start - before * minuteMs, end: start + (duration + after) * minuteMs };
      const met = held.filter((one) => conflictsOf(around, [occupiedBy(bookingOf(one))]).length > 0);
      return zone.wallOf(Math.max(...met.map(({ hold_until: until }) => until ?? 0)));
    };
    return (date: string, free: readonly string[]) =>
      timesOn(date)
        .filter((time) => !free.includes(time))
        .map((time) => ({ time, until: untilOf(`${date}T${time}`) }));
  };
};
