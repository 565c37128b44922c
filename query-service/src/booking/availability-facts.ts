import type { Pool } from 'pg';
import { idsIn } from '@visita/contracts/booking/several-services';
import { bufferMaximum } from '@visita/contracts/fields';
import { select, selectTogether, together } from '@visita/read-model/query';

export type BookableHub = {
  readonly hub_id: string;
  readonly pro_id: string;
  readonly name: string | null;
  readonly lastname: string | null;
  readonly horizon_days: number;
  readonly gapless_starts: boolean;
  readonly notice_hours: number;
  /** Minutes of the hub's shortest service, bookable online or not; null if it has none. */
  readonly shortest_service: number | null;
};

/** Interval in epoch milliseconds. */
type Stretch = { readonly id: string; readonly start: number; readonly end: number };

/** Facts that determine a clinic's free times. */
export type AvailabilityFacts = {
  readonly timezone: string;
  readonly hubs: readonly BookableHub[];
  readonly services: readonly {
    readonly hub_id: string;
    readonly hub_service_id: string;
    readonly clinic_service_id: string;
    readonly service_name: string;
    readonly specialization_id: string;
    readonly duration: number;
    readonly own_duration: number | null;
    readonly own_price_cents: number | null;
    readonly step_minutes: number | null;
    readonly buffer_before: number;
    readonly buffer_after: number;
    readonly notice_hours: number;
  }[];
  readonly windows: readonly {
    readonly hub_id: string;
    readonly working_day: number;
    readonly starting_hour: string;
    readonly ending_hour: string;
    readonly valid_from: string | null;
    readonly valid_until: string | null;
    readonly every_weeks: number | null;
    readonly anchor_monday: string | null;
  }[];
  /** Hours of single dates; the windows are JSON. */
  readonly dayHours: readonly { readonly hub_id: string; readonly date: string; readonly windows: string }[];
  readonly closings: readonly Stretch[];
  readonly vacations: readonly (Stretch & { readonly hub_id: string })[];
  readonly busy: readonly (Stretch & {
    readonly pro_id: string;
    readonly hold_until: number | null;
    readonly buffer_before: number;
    readonly buffer_after: number;
    readonly blocked: boolean;
  })[];
};

const dayMs = 86_400_000;

const hubsWhere = (condition: string) => `
    select c.timezone, h.hub_id, h.pro_id, p.name, p.lastname, p.calendar_availability_limit as horizon_days,
      p.gapless_starts, p.booking_notice_hours as notice_hours,
      (select min(coalesce(o.own_duration, s.duration)) from read.hub_services o
        join read.clinic_services s on s.clinic_service_id = o.clinic_service_id and s.activated
        where o.hub_id = h.hub_id) as shortest_service
    from read.clinics c
    join read.hubs h on h.clinic_id = c.clinic_id and h.status = 'active' and h.role <> 'reception'
    join read.pros p on p.pro_id = h.pro_id
    where c.clinic_id = $1 and c.status = 'active' and ${condition}
    order by h.position`;

const bookableHubs = {
  name: 'availability-hubs',
  text: hubsWhere(`c.online_booking and (p.address_proven or not $2 or p.pro_id = $3)
      and (exists (select from read.hub_availabilities a where a.hub_id = h.hub_id)
        or exists (select from read.hub_day_hours d where d.hub_id = h.hub_id))`),
};

const hubsOffering = {
  name: 'free-times-hubs',
  text: hubsWhere(`exists (select from read.hub_services o
      where o.hub_id = h.hub_id and o.clinic_service_id = $2)`),
};

const servicesWhere = (condition: string) =>
  `select s.hub_id, s.hub_service_id, c.clinic_service_id, c.service_name, c.specialization_id,
      coalesce(s.own_duration, c.duration) as duration, s.own_duration, s.own_price_cents,
      c.step_minutes, c.buffer_before, c.buffer_after, c.notice_hours
    from read.hub_services s
    join read.clinic_services c on c.clinic_service_id = s.clinic_service_id and c.activated
    where s.hub_id = any($1::uuid[]) and ${condition}
    order by c.position, s.position, s.hub_service_id`;

const milliseconds = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;
const stretch = `${milliseconds('starts_at')} as start, ${milliseconds('ends_at')} as end`;
/** The buffers of a visit outside the range and of one in it may overlap. */
export const longestBuffers = `interval '${2 * bufferMaximum} minutes'`;

/** Hours and busy times of the hubs $1 of the clinic $2 and their professionals $3 from $4 to $5; now is $6. */
const hoursAndBusy = {
  windows: `select hub_id, working_day, starting_hour, ending_hour, valid_from, valid_until, every_weeks, anchor_monday
    from read.hub_availabilities
    where hub_id = any($1::uuid[])`,
  // One day is added on each side, since the date of an instant depends on the zone.
  dayHours: `select hub_id, date, windows from read.hub_day_hours
    where hub_id = any($1::uuid[]) and date >= ($4::timestamptz - interval '1 day')::date::text
      and date <= ($5::timestamptz)::date::text`,
  closings: `select closing_id as id, ${stretch} from read.closings
    where clinic_id = $2 and ends_at > $4::timestamptz and starts_at < $5::timestamptz`,
  vacations: `select vacation_id as id, hub_id, ${stretch} from read.vacations
    where hub_id = any($1::uuid[]) and ends_at > $4::timestamptz and starts_at < $5::timestamptz`,
  busy: `select booking_id as id, pro_id, ${stretch}, ${milliseconds('hold_until')} as hold_until,
      buffer_before, buffer_after, blocked
    from read.busy_intervals
    where pro_id = any($3::uuid[]) and ends_at > $4::timestamptz - ${longestBuffers}
      and starts_at < $5::timestamptz + ${longestBuffers} and (hold_until is null or hold_until > $6::timestamptz)`,
};
const publicFacts = together('availability-facts', {
  services: servicesWhere(`c.bookable_by <> 'staff'`),
  ...hoursAndBusy,
});
const staffFacts = together('free-times-facts', {
  services: servicesWhere('c.clinic_service_id = any($7::text[])'),
  ...hoursAndBusy,
});
type Facts = {
  readonly [Part in Exclude<keyof AvailabilityFacts, 'timezone' | 'hubs'>]: AvailabilityFacts[Part][number];
};

type HubRow = BookableHub & { readonly timezone: string };
const idsOf = (hubs: readonly HubRow[]) =>
  [hubs.map(({ hub_id }) => hub_id), hubs.map(({ pro_id }) => pro_id)] as const;

/**
 * Reads the facts for a clinic's free times from `now` (epoch milliseconds) to the furthest horizon
 * of its bookable hubs. Includes the viewer's hubs even before their email address is verified.
 * Undefined if the clinic has no bookable hub.
 */
export const readAvailabilityFacts = async (
  pool: Pool,
  clinicId: string,
  { now, provenOnly, viewer }: { now: number; provenOnly: boolean; viewer?: string | undefined },
): Promise<AvailabilityFacts | undefined> => {
  const hubs = await select<HubRow>(pool, bookableHubs, [clinicId, provenOnly, viewer ?? null]);
  const [first] = hubs;
  if (!first) return undefined;
  const [hubIds, proIds] = idsOf(hubs);
  // Two days are added, because the last open day ends up to a day and a zone offset later than the
  // same time today.
  const until = now + (Math.max(...hubs.map((hub) => hub.horizon_days)) + 2) * dayMs;
  const span = [new Date(now), new Date(until), new Date(now)];
  const facts = await selectTogether<Facts>(pool, publicFacts, [hubIds, clinicId, proIds, ...span]);
  return { timezone: first.timezone, hubs, ...facts };
};

type StaffQuestion = {
  readonly clinicId: string;
  readonly clinicServiceId: string;
  /** Further clinic services of the same visit, separated by commas. */
  readonly andServices?: string | undefined;
  /** Days; `to` is the day after the last one. */
  readonly from: string;
  readonly to: string;
};

/**
 * Reads the facts for the times at which staff can book a service, or several, at the hubs that offer the first one.
 * Undefined if no hub does.
 */
export const readStaffFacts = async (
  pool: Pool,
  { clinicId, clinicServiceId, andServices, from, to }: StaffQuestion,
  now: number,
): Promise<AvailabilityFacts | undefined> => {
  const hubs = await select<HubRow>(pool, hubsOffering, [clinicId, clinicServiceId]);
  const [first] = hubs;
  if (!first) return undefined;
  const [hubIds, proIds] = idsOf(hubs);
  // One day is added on each side: local days begin up to 14 hours before or after UTC days.
  const span = [new Date(Date.parse(from) - dayMs), new Date(Date.parse(to) + dayMs), new Date(now)];
  const values = [hubIds, clinicId, proIds, ...span, [clinicServiceId, ...idsIn(andServices)]];
  const facts = await selectTogether<Facts>(pool, staffFacts, values);
  return { timezone: first.timezone, hubs, ...facts };
};
