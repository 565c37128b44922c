import { blockersOf, type BookingFact } from '@visita/contracts/availability/blockers';
import { offeredSlots } from '@visita/contracts/availability/slots';
import { addDays, type Zone } from '@visita/contracts/availability/zones';
import type { DayAvailability } from '@visita/contracts/booking/views';
import { specializationNamesOf } from '@visita/contracts/reference/specializations';
import type { Handlers } from '@visita/platform/http/calls';
import type { Dependencies } from '../dependencies.ts';
import { found } from '../rows.ts';
import { fullName } from '@visita/read-model/pro/view';
import { readAvailabilityFacts, type AvailabilityFacts, type BookableHub } from './availability-facts.ts';

type Entry = DayAvailability['bookingAvailabilities'][number];
type Situation = { readonly facts: AvailabilityFacts; readonly zone: Zone; readonly now: number };

type Service = AvailabilityFacts['services'][number];
/** Free times by date for one hub and one service. */
type Offer = (hub: BookableHub, service: Service) => Record<string, string[]>;

const datesFrom = (first: string, days: number): string[] =>
  Array.from({ length: days + 1 }, (_, index) => addDays(first, index));

const bookingsOf = ({ facts }: Situation): BookingFact[] =>
  facts.busy.map(({ id, pro_id, start, end, hold_until, buffer_before, buffer_after }) => ({
    bufferBefore: buffer_before,
    bufferAfter: buffer_after,
    id,
    proId: pro_id,
    start,
    end,
    status: hold_until === null ? 'confirmed' : 'pending',
    holdUntil: hold_until,
  }));

const rulesOf = (service: Service) => ({
  durationMinutes: service.duration,
  stepMinutes: service.step_minutes,
  bufferBefore: service.buffer_before,
  bufferAfter: service.buffer_after,
  noticeHours: service.notice_hours,
});

/** Services of equal length and rules at one hub have the same free times: each is worked out once. */
const createOffer = (situation: Situation, dates: readonly string[]): Offer => {
  const { facts, zone, now } = situation;
  const bookings = bookingsOf(situation);
  const vacations = facts.vacations.map(({ hub_id, ...period }) => ({ ...period, hubId: hub_id }));
  const known = new Map<string, Record<string, string[]>>();
  return (hub, service) => {
    const asked = rulesOf(service);
    const key = `${hub.hub_id} ${Object.values(asked).join(' ')}`;
    const offered =
      known.get(key) ??
      offeredSlots({
        zone,
        now,
        dates,
        horizonDays: hub.horizon_days,
        ...asked,
        windows: facts.windows
          .filter(({ hub_id }) => hub_id === hub.hub_id)
          .map((window) => ({
            workingDay: window.working_day,
            startingHour: window.starting_hour,
            endingHour: window.ending_hour,
          })),
        busy: blockersOf({
          now,
          proId: hub.pro_id,
          hubId: hub.hub_id,
          bookings,
          vacations,
          closings: facts.closings,
        }),
      });
    known.set(key, offered);
    return offered;
  };
};

const entryOf = (
  hub: BookableHub,
  service: AvailabilityFacts['services'][number],
  availabilities: string[],
): Entry => ({
  clinic_service_id: service.clinic_service_id,
  service: service.service_name,
  ...specializationNamesOf(service.specialization_id),
  hubId: hub.hub_id,
  professional: fullName(hub),
  hubServiceId: service.hub_service_id,
  availabilities,
});

/** The days that have something free, each with who is free for what and when. */
export const dayAvailabilities = (situation: Situation): DayAvailability[] => {
  const { facts, zone, now } = situation;
  const horizon = Math.max(...facts.hubs.map((hub) => hub.horizon_days));
  const dates = datesFrom(zone.dayOf(now), horizon);
  const offer = createOffer(situation, dates);
  const offers = facts.hubs.flatMap((hub) =>
    facts.services
      .filter(({ hub_id }) => hub_id === hub.hub_id)
      .map((service) => ({ hub, service, byDate: offer(hub, service) })),
  );
  return dates.flatMap((date) => {
    const bookingAvailabilities = offers.flatMap(({ hub, service, byDate }) => {
      const times = byDate[date] ?? [];
      return times.length > 0 ? [entryOf(hub, service, times)] : [];
    });
    return bookingAvailabilities.length > 0 ? [{ date, bookingAvailabilities }] : [];
  });
};

/** What visitors may book at a clinic. No counts, reasons or titles of what blocks. */
export const availabilityHandlers = ({ pool, clock, zones, rules }: Dependencies) =>
  ({
    getBookingAvailabilities: async ({ params }) => {
      const now = clock().getTime();
      const facts = found(
        await readAvailabilityFacts(pool, params.clinicId, {
          now,
          provenOnly: rules.isOn('proven-addresses'),
        }),
      );
      return {
        message: 'Booking availabilities',
        data: dayAvailabilities({ facts, now, zone: zones(facts.timezone) }),
      };
    },
  }) satisfies Handlers;
