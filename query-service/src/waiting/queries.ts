import { parentOf } from '@visita/contracts/fields';
import { Rejection } from '@visita/contracts/problem';
import { byTurn, suits, wantsFrom } from '@visita/contracts/waiting/fit';
import type { WaitingEntryView } from '@visita/contracts/waiting/views';
import { proOf } from '@visita/platform/auth/caller';
import type { Handlers } from '@visita/platform/http/calls';
import { type AnyRow, columnsOf } from '@visita/platform/projection/table';
import { servicesIn } from '@visita/read-model/booking/services';
import { select } from '@visita/read-model/query';
import { waitingEntries } from '@visita/read-model/waiting/tables';
import { membershipsOf, seesCalendar, seesOwnBookings } from '../clinic/membership.ts';
import type { Dependencies } from '../dependencies.ts';

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

/** Services of the hub $1 at the clinic $2: all, or only $3. Durations in minutes. */
const servicesQuery = {
  name: 'waiting-services',
  text: `select o.hub_service_id, o.clinic_service_id, h.pro_id, c.timezone, s.buffer_before, s.buffer_after,
      coalesce(o.own_duration, s.duration) as duration
    from read.hub_services o
    join read.hubs h on h.hub_id = o.hub_id
    join read.clinics c on c.clinic_id = h.clinic_id
    join read.clinic_services s on s.clinic_service_id = o.clinic_service_id
    where h.hub_id = $1 and h.clinic_id = $2 and ($3::text is null or o.hub_service_id = $3)`,
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

/** First instant from $2 on, at most a day later, at which the professional $1 is taken; now is $3. */
const nextBusyQuery = {
  name: 'waiting-next-busy',
  text: `select min(starts_at - make_interval(mins => buffer_before)) as taken from read.busy_intervals
    where pro_id = $1 and ends_at > $2 and starts_at < $2::timestamptz + interval '1 day'
      and (hold_until is null or hold_until > $3)`,
};

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

const minuteMs = 60_000;

/** Returns the services of a hub that end, with their buffer, before the professional's next appointment. */
const fittingInto = async (
  { pool, clock, zones }: Pick<Dependencies, 'pool' | 'clock' | 'zones'>,
  services: readonly Offered[],
  date: string,
): Promise<readonly Offered[]> => {
  const [first] = services;
  if (!first) return [];
  const start = zones(first.timezone).toMs(date);
  const values = [first.pro_id, new Date(start), clock()];
  const [next] = await select<{ taken: Date | null }>(pool, nextBusyQuery, values);
  const taken = next?.taken?.getTime() ?? Infinity;
  return services.filter((one) => start + (one.duration + one.buffer_after) * minuteMs <= taken);
};

/** Returns for an entry the service with which a time suits; null if the time does not suit. */
type Fit = (row: Row) => { readonly hub_service_id?: string } | null;

/** Returns the filter for a time; throws `service-unknown` if the clinic does not offer the service. */
const fitting = async (
  deps: Pick<Dependencies, 'pool' | 'clock' | 'zones'>,
  clinicId: string,
  { hubServiceId, hubId = hubServiceId && parentOf(hubServiceId), date }: Asked,
): Promise<Fit> => {
  if (hubId === undefined) return () => ({});
  const all = await select<Offered>(deps.pool, servicesQuery, [hubId, clinicId, hubServiceId ?? null]);
  if (all.length === 0) throw new Rejection('service-unknown');
  const services = hubServiceId || !date ? all : await fittingInto(deps, all, date);
  return (row) => {
    const wishes = wishesOf(row);
    if (date !== undefined && !suits(wishes, date)) return null;
    const found = services.find((one) =>
      wantsFrom(wishes, { clinicServiceId: one.clinic_service_id, proId: one.pro_id }),
    );
    return found ? { hub_service_id: found.hub_service_id } : null;
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
      const rows = await select<Row>(pool, waitingListQuery, [clinicId, whole ? null : proId]);
      const fits = await fitting(deps, clinicId, query);
      const now = clock();
      const data = rows.flatMap((row) => {
        const fit = fits(row);
        return fit ? [{ ...entryView(row, zones, now), ...fit }] : [];
      });
      return { message: 'Waiting list', data: data.toSorted(byTurn) };
    },
  }) satisfies Handlers;
