import { inTheWay, overlap } from '@visita/contracts/agenda/occupied';
import { termsTogether } from '@visita/contracts/booking/several-services';
import { durationMaximum, parentOf } from '@visita/contracts/fields';
import { Rejection } from '@visita/contracts/problem';
import { byTurn, suits, wantsFrom } from '@visita/contracts/waiting/fit';
import type { WaitingEntryView } from '@visita/contracts/waiting/views';
import { proOf } from '@visita/platform/auth/caller';
import type { Handlers } from '@visita/platform/http/calls';
import { type AnyRow, columnsOf } from '@visita/platform/projection/table';
import type { busyIntervals } from '@visita/read-model/booking/tables';
import { servicesIn } from '@visita/read-model/booking/services';
import { select } from '@visita/read-model/query';
import { waitingEntries } from '@visita/read-model/waiting/tables';
import { longestBuffers } from '../booking/availability-facts.ts';
import { membershipsOf, seesCalendar, seesOwnBookings } from '../clinic/membership.ts';
import type { Dependencies } from '../dependencies.ts';
import { leftTimes } from './left-times.ts';

type Row = AnyRow<typeof waitingEntries> & {
  readonly service_name: string | null;
  /** Services of the visit to move; null if it has one. */
  readonly service_list: string | null;
  readonly professional: string | null;
};

/** Entries of a clinic that are shown; more would not fit on a screen. */
const shownMaximum = 500;

/** Entries of the clinic $1: all, or those that name the professional $2. */
export const waitingListQuery = {
  name: 'waiting-list',
  text: `select ${columnsOf(waitingEntries, 'e')}, b.service_list,
      case when b.service_list is null then s.service_name else b.service_name end as service_name,
      d.name || ' ' || d.lastname as professional
    from read.waiting_entries e
    left join read.clinic_services s on s.clinic_service_id = e.clinic_service_id
    left join read.pros d on d.pro_id = e.offer_pro_id
    left join read.bookings b on b.booking_id = e.booking_id
    where e.clinic_id = $1 and e.state = 'waiting'
      and ($2::uuid is null or e.pro_id = $2 or position($2::text in e.pro_ids) > 0)
    order by e.urgent desc, e.joined_at, e.entry_id
    limit ${shownMaximum}`,
};

/** Services of the hub $1 at the clinic $2. Durations in minutes. */
const servicesQuery = {
  name: 'waiting-services',
  text: `select o.hub_service_id, o.clinic_service_id, h.pro_id, c.timezone, s.buffer_before, s.buffer_after,
      coalesce(o.own_duration, s.duration) as duration
    from read.hub_services o
    join read.hubs h on h.hub_id = o.hub_id
    join read.clinics c on c.clinic_id = h.clinic_id
    join read.clinic_services s on s.clinic_service_id = o.clinic_service_id
    where h.hub_id = $1 and h.clinic_id = $2`,
};
type Offered = {
  readonly hub_service_id: string;
  readonly clinic_service_id: string;
  readonly pro_id: string;
  readonly timezone: string;
  readonly buffer_before: number;
  readonly buffer_after: number;
  readonly duration: number;
};

const longest = `$2::timestamptz + interval '${durationMaximum} minutes'`;
/** Stretches in which a visit from the instant $2 on may be impossible, by a closing or vacation. */
const closedIn = (
  table: string,
  place: string,
) => `select null, starts_at, ends_at, 0, 0, true from read.${table}
    where ${place} and ends_at > $2::timestamptz and starts_at < ${longest}`;

/**
 * Times of the professional $1 that a visit from the instant $2 on may meet, with buffers; now is $3. Closings of the
 * clinic $4 and vacations of the hub $5 count without buffers.
 */
const busyQuery = {
  name: 'waiting-busy',
  text: `select booking_id, starts_at, ends_at, buffer_before, buffer_after, false as closed from read.busy_intervals
    where pro_id = $1 and ends_at > $2::timestamptz - ${longestBuffers}
      and starts_at < ${longest} + ${longestBuffers} and (hold_until is null or hold_until > $3)
    union all ${closedIn('closings', 'clinic_id = $4')}
    union all ${closedIn('vacations', 'hub_id = $5')}`,
};
type BusyRow = AnyRow<typeof busyIntervals> & { readonly closed: boolean };

const wordsOf = (text: string): string[] => text.split(' ').filter(Boolean);

const wishesOf = (row: Row) => ({
  clinicServiceId: row.clinic_service_id,
  proIds: wordsOf(row.pro_ids),
  weekdays: wordsOf(row.weekdays).map(Number),
  fromTime: row.from_time,
  toTime: row.to_time,
  from: row.from_day,
  until: row.until_day,
});

const offerIn = (row: Row, zones: Dependencies['zones'], now: Date): WaitingEntryView['offer'] => {
  const { offer_id: id, offer_until: until, offer_because: because } = row;
  if (id === null || until === null || because === null || new Date(until) <= now) return null;
  const zone = zones(row.timezone);
  return {
    id,
    dates: wordsOf(row.offer_starts ?? '').map((start) => zone.offsetIso(start)),
    professional: row.professional ?? '',
    until: zone.offsetIso(until),
    because,
    asked: row.offer_asked ?? 0,
  };
};

const entryView = (row: Row, zones: Dependencies['zones'], now: Date): WaitingEntryView => {
  const { weekdays, fromTime, toTime, from, until, proIds } = wishesOf(row);
  const paused = row.paused_until === null ? null : new Date(row.paused_until);
  return {
    id: row.entry_id,
    clinic_id: row.clinic_id,
    pro_id: row.pro_id,
    patient_id: row.patient_id,
    name: row.name ?? '',
    email: row.email,
    prefix: row.prefix,
    phone: row.phone,
    clinic_service_id: row.clinic_service_id,
    service: row.service_name ?? '',
    ...servicesIn(row.service_list),
    pro_ids: proIds,
    weekdays,
    from_time: fromTime,
    to_time: toTime,
    from,
    until,
    urgent: row.urgent,
    paused_until: paused && paused > now ? paused.toISOString() : null,
    joined: new Date(row.joined_at).toISOString(),
    called: row.called_at === null ? null : new Date(row.called_at).toISOString(),
    joined_by: row.joined_by,
    booking_id: row.booking_id,
    offer: offerIn(row, zones, now),
  };
};

type Asked = {
  readonly hubServiceId?: string | undefined;
  readonly hubId?: string | undefined;
  readonly date?: string | undefined;
};

type Deps = Pick<Dependencies, 'pool' | 'clock' | 'zones'>;
type Visit = readonly [Offered, ...Offered[]];

/** Returns the services of a hub for the visit that an entry wants; null if the hub does not offer it. */
const visitAt = (services: readonly Offered[], row: Row): Visit | null => {
  const { services: kept } = servicesIn(row.service_list);
  const ids = kept?.map((one) => one.clinic_service_id) ?? [row.clinic_service_id];
  const found = ids.flatMap((id) => services.find((one) => one.clinic_service_id === id) ?? []);
  const [first, ...others] = found;
  return first && found.length === ids.length ? [first, ...others] : null;
};

const slotTerms = ({ duration, buffer_before, buffer_after }: Offered) => ({
  durationMinutes: duration,
  stepMinutes: null,
  bufferBefore: buffer_before,
  bufferAfter: buffer_after,
  noticeHours: 0,
});

/** Returns whether a visit fits into a professional's free time from a local start on, as staff place it. */
const freeAt = async ({ pool, clock, zones }: Deps, hub: Offered, date: string) => {
  const start = new Date(zones(hub.timezone).toMs(date));
  const place = [parentOf(hub.clinic_service_id), parentOf(hub.hub_service_id)];
  const rows = await select<BusyRow>(pool, busyQuery, [hub.pro_id, start, clock(), ...place]);
  const busy = rows.map((one) => ({
    closed: one.closed,
    bookingId: one.booking_id,
    start: new Date(one.starts_at).toISOString(),
    end: new Date(one.ends_at).toISOString(),
    bufferBefore: one.buffer_before,
    bufferAfter: one.buffer_after,
  }));
  return ([first, ...others]: Visit, moved: string | null): boolean => {
    const { durationMinutes, ...buffers } = termsTogether([slotTerms(first), ...others.map(slotTerms)]);
    const end = new Date(start.getTime() + durationMinutes * 60_000).toISOString();
    const wanted = { start: start.toISOString(), end, ...buffers };
    // A booking that moves is not in its own way.
    const taken = busy.filter(({ bookingId, closed }) => !closed && bookingId !== moved);
    const isOpen = busy.every((one) => !one.closed || !overlap(one, wanted));
    return isOpen && inTheWay(taken, wanted).length === 0;
  };
};

/** Returns for an entry the service with which a time suits; null if the time does not suit. */
type Fit = (row: Row) => { readonly hub_service_id?: string } | null;

/** Returns the filter for a time; throws `service-unknown` if the clinic does not offer the service. */
const fitting = async (
  deps: Deps,
  clinicId: string,
  { hubServiceId, hubId = hubServiceId && parentOf(hubServiceId), date }: Asked,
): Promise<Fit> => {
  if (hubId === undefined) return () => ({});
  const services = await select<Offered>(deps.pool, servicesQuery, [hubId, clinicId]);
  const asked = services.find((one) => hubServiceId === undefined || one.hub_service_id === hubServiceId);
  if (!asked) throw new Rejection('service-unknown');
  const isFree = date === undefined ? () => true : await freeAt(deps, asked, date);
  return (row) => {
    const wishes = wishesOf(row);
    const visit = visitAt(services, row);
    if (!visit || (date !== undefined && !suits(wishes, date))) return null;
    const [{ hub_service_id, clinic_service_id: clinicServiceId, pro_id: proId }] = visit;
    const isWanted =
      wantsFrom(wishes, { clinicServiceId, proId }) && (hubServiceId ?? hub_service_id) === hub_service_id;
    return isWanted && isFree(visit, row.booking_id) ? { hub_service_id } : null;
  };
};

/** Returns the handler of a clinic's waiting list, for staff. */
export const waitingHandlers = (deps: Pick<Dependencies, 'pool' | 'clock' | 'zones' | 'settled'>) =>
  ({
    getWaitingList: async ({ params: { clinicId }, query, caller }) => {
      const { pool, clock, zones } = deps;
      const { proId } = proOf(caller);
      await deps.settled();
      const here = (await membershipsOf(pool, proId)).filter((one) => one.clinic_id === clinicId);
      const whole = here.some(seesCalendar);
      if (!whole && !here.some(seesOwnBookings)) throw new Rejection('not-found');
      const concerning = whole ? null : proId;
      const rows = await select<Row>(pool, waitingListQuery, [clinicId, concerning]);
      const fits = await fitting(deps, clinicId, query);
      const now = clock();
      const data = rows.flatMap((row) => {
        const fit = fits(row);
        return fit ? [{ ...entryView(row, zones, now), ...fit }] : [];
      });
      const isWhole = query.hubId === undefined && query.hubServiceId === undefined;
      const left = isWhole ? await leftTimes(deps, { clinicId, proId: concerning }) : [];
      return { message: 'Waiting list', data: data.toSorted(byTurn), left };
    },
  }) satisfies Handlers;
