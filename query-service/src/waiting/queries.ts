import { parentOf } from '@visita/contracts/fields';
import { Rejection } from '@visita/contracts/problem';
import { byTurn, suits, wantsFrom } from '@visita/contracts/waiting/fit';
import type { WaitingEntryView } from '@visita/contracts/waiting/views';
import { proOf } from '@visita/platform/auth/caller';
import type { Handlers } from '@visita/platform/http/calls';
import { type AnyRow, columnsOf } from '@visita/platform/projection/table';
import { select } from '@visita/read-model/query';
import { waitingEntries } from '@visita/read-model/waiting/tables';
import { membershipsOf, seesCalendar, seesOwnBookings } from '../clinic/membership.ts';
import type { Dependencies } from '../dependencies.ts';

type Row = AnyRow<typeof waitingEntries> & {
  readonly service_name: string | null;
  readonly professional: string | null;
};

/** Entries of a clinic that are shown; more would not fit on a screen. */
const shownMaximum = 500;

/** Entries of the clinic $1: all, or those that name the professional $2. */
export const waitingListQuery = {
  name: 'waiting-list',
  text: `select ${columnsOf(waitingEntries, 'e')}, s.service_name, d.name || ' ' || d.lastname as professional
    from read.waiting_entries e
    left join read.clinic_services s on s.clinic_service_id = e.clinic_service_id
    left join read.pros d on d.pro_id = e.offer_pro_id
    where e.clinic_id = $1 and e.state = 'waiting'
      and ($2::uuid is null or e.pro_id = $2 or position($2::text in e.pro_ids) > 0)
    order by e.urgent desc, e.joined_at, e.entry_id
    limit ${shownMaximum}`,
};

const serviceQuery = {
  name: 'waiting-service',
  text: `select o.clinic_service_id, h.pro_id from read.hub_services o join read.hubs h on h.hub_id = o.hub_id
    where o.hub_service_id = $1 and h.hub_id = $2 and h.clinic_id = $3`,
};
type Offered = { readonly clinic_service_id: string; readonly pro_id: string };

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
    pro_ids: proIds,
    weekdays,
    from_time: fromTime,
    to_time: toTime,
    from,
    until,
    urgent: row.urgent,
    paused_until: paused && paused > now ? paused.toISOString() : null,
    joined: new Date(row.joined_at).toISOString(),
    joined_by: row.joined_by,
    booking_id: row.booking_id,
    offer: offerIn(row, zones, now),
  };
};

type Asked = { readonly hubServiceId?: string | undefined; readonly date?: string | undefined };

/** Returns the filter for a time; throws `service-unknown` if the clinic does not offer the service. */
const fitting = async (
  { pool }: Pick<Dependencies, 'pool'>,
  clinicId: string,
  { hubServiceId, date }: Asked,
): Promise<(row: Row) => boolean> => {
  if (hubServiceId === undefined) return () => true;
  const values = [hubServiceId, parentOf(hubServiceId), clinicId];
  const [offered] = await select<Offered>(pool, serviceQuery, values);
  if (!offered) throw new Rejection('service-unknown');
  const candidate = { clinicServiceId: offered.clinic_service_id, proId: offered.pro_id };
  return (row) => {
    const wishes = wishesOf(row);
    return wantsFrom(wishes, candidate) && (date === undefined || suits(wishes, date));
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
      const data = rows.filter(fits).map((row) => entryView(row, zones, now));
      return { message: 'Waiting list', data: data.toSorted(byTurn) };
    },
  }) satisfies Handlers;
