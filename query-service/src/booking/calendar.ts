import { type ActingColumns, actingColumns, actingJoin } from '@visita/read-model/clinic/acting';
import pLimit from 'p-limit';
import type { Pool } from 'pg';
import type { BlockView } from '@visita/contracts/block/views';
import type { ClosingView, HeldTime, VacationView } from '@visita/contracts/booking/views';
import { Rejection } from '@visita/contracts/problem';
import { proOf } from '@visita/platform/auth/caller';
import { mapYielding } from '@visita/platform/async/event-loop';
import type { Handlers } from '@visita/platform/http/calls';
import { type AnyRow, columnsOf } from '@visita/platform/projection/table';
import { blocks } from '@visita/read-model/block/tables';
import { blockView } from '@visita/read-model/block/view';
import type { bookings as bookingRows } from '@visita/read-model/booking/tables';
import { overlaps, selectShownBookings } from '@visita/read-model/booking/queries';
import { bookingView, seenBy, type ShownBooking } from '@visita/read-model/booking/view';
import {
  closingView,
  type ShownClosing,
  type ShownVacation,
  vacationView,
} from '@visita/read-model/clinic/period-view';
import { seesCalendar, seesClinic, seesOwnBookings } from '../clinic/membership.ts';
import type { Dependencies } from '../dependencies.ts';
import { closings } from '@visita/read-model/clinic/tables';
import { vacations } from '@visita/read-model/hub/tables';
import { select, selectTogether, together } from '@visita/read-model/query';

// One more day on each side, since local days depend on each clinic's zone.
const rangeStart = (day: string) => `coalesce(${day}::date - 1, '-infinity')::timestamptz`;
const rangeEnd = (day: string) => `coalesce(${day}::date + 2, 'infinity')::timestamptz`;

/** Bookings at visible clinics: all of them, or only the pro's own, depending on the role. */
const bookingsInSight = `b.clinic_id = any($1::uuid[]) and (b.clinic_id = any($2::uuid[]) or b.pro_id = $3)
  and ${overlaps('b', rangeStart('$4'), rangeEnd('$5'))}`;

const bookingsSeen = `${selectShownBookings} and ${bookingsInSight} order by b.starts_at, b.booking_id`;
const heldSeen = `
  select b.booking_id, b.starts_at, b.ends_at, b.timezone, b.pro_id, b.clinic_id, b.hub_id, b.confirm_by
  from read.bookings b
  where b.status = 'pending' and b.confirm_by > $6 and ${bookingsInSight}
  order by b.starts_at, b.booking_id`;
/** Times that offers hold; the person's name only for staff who see the entry on the waiting list. */
const offeredSeen = `
  select e.offer_id as booking_id, e.offer_starts_at as starts_at, e.offer_ends_at as ends_at, e.timezone,
    e.offer_pro_id as pro_id, e.clinic_id, e.offer_hub_id as hub_id, e.offer_until as confirm_by,
    case when e.clinic_id = any($2::uuid[]) or e.pro_id = $3 or position($3::text in e.pro_ids) > 0
      then e.name end as name
  from read.waiting_entries e
  where e.state = 'waiting' and e.offer_until > $6 and e.offer_hub_id is not null
    and e.clinic_id = any($1::uuid[]) and (e.clinic_id = any($2::uuid[]) or e.offer_pro_id = $3)
    and e.offer_ends_at > ${rangeStart('$4')} and e.offer_starts_at < ${rangeEnd('$5')}
  order by e.offer_starts_at, e.offer_id`;

/** Columns of a held time. */
export type HeldRow = Pick<
  AnyRow<typeof bookingRows>,
  'booking_id' | 'starts_at' | 'ends_at' | 'timezone' | 'pro_id' | 'clinic_id' | 'hub_id'
> & { readonly confirm_by: Date | string };

/** Returns a held time as calendars show it. */
export const heldTime = (row: HeldRow, zones: Dependencies['zones']): HeldTime => {
  const zone = zones(row.timezone);
  return {
    id: row.booking_id,
    date: zone.offsetIso(row.starts_at),
    ending_date: zone.offsetIso(row.ends_at),
    timezone: row.timezone,
    pro_id: row.pro_id,
    clinic_id: row.clinic_id,
    hubId: row.hub_id,
    until: zone.offsetIso(row.confirm_by),
  };
};

type ShownBlock = AnyRow<typeof blocks> & ActingColumns;

/** SQL parameters: clinic ids, pro id, local days from and to. */
type Values = { clinics: string; pro: string; from: string; to: string };

const closingsSeen = ({ clinics, from, to }: Omit<Values, 'pro'>) => `
  select ${columnsOf(closings, 'i')}, c.name as clinic_name from read.closings i join read.clinics c on c.clinic_id = i.clinic_id
  where i.clinic_id = any(${clinics}::uuid[]) and i.ends_at > ${rangeStart(from)} and i.starts_at < ${rangeEnd(to)}
  order by i.starts_at, i.closing_id`;
const vacationsSeen = ({ clinics, pro, from, to }: Values) => `
  select ${columnsOf(vacations, 'v')}, c.name as clinic_name, h.role, p.name, p.lastname, p.email,
    ${actingColumns}
  from read.hubs h
  join read.vacations v on v.hub_id = h.hub_id
  join read.clinics c on c.clinic_id = h.clinic_id
  join read.pros p on p.pro_id = h.pro_id
  ${actingJoin('v.made_by', 'v.clinic_id')}
  where h.hub_id in (
      select hub_id from read.hubs where clinic_id = any(${clinics}::uuid[])
      union select hub_id from read.hubs where pro_id = ${pro})
    and h.status <> 'archived' and c.status = 'active'
    and v.ends_at > ${rangeStart(from)} and v.starts_at < ${rangeEnd(to)}
  order by v.starts_at, v.vacation_id`;
const blocksSeen = ({ clinics, pro, from, to }: Values) => `
  select ${columnsOf(blocks, 'b')}, ${actingColumns} from read.blocks b
  ${actingJoin('b.made_by', 'b.clinic_id')}
  where (b.pro_id = ${pro} or b.clinic_id = any(${clinics}::uuid[]))
    and b.ends_at > ${rangeStart(from)} and b.starts_at < ${rangeEnd(to)}
  order by b.starts_at, b.block_id`;

const alone = { clinics: '$1', pro: '$2', from: '$3', to: '$4' };
const [closingsQuery, vacationsQuery, blocksQuery] = [
  { name: 'closings', text: closingsSeen({ clinics: '$1', from: '$2', to: '$3' }) },
  { name: 'vacations', text: vacationsSeen(alone) },
  { name: 'blocks', text: blocksSeen(alone) },
];

const run = { clinics: '$2', pro: '$3', from: '$4', to: '$5' };
const calendarQuery = together('calendar', {
  bookings: bookingsSeen,
  held: heldSeen,
  offered: offeredSeen,
  closings: closingsSeen({ ...run, clinics: '$7' }),
  vacations: vacationsSeen(run),
  blocks: blocksSeen(run),
});
type CalendarRows = {
  readonly bookings: ShownBooking;
  readonly held: HeldRow;
  readonly offered: HeldRow & { readonly name: string | null };
  readonly closings: ShownClosing;
  readonly vacations: ShownVacation;
  readonly blocks: ShownBlock;
};

/** Local days, inclusive; open-ended if absent. */
type Days = { readonly from?: string | undefined; readonly to?: string | undefined };
type CalendarScope = { clinicIds: readonly string[]; proId: string };

/** Returns all closings of clinics, past and future. */
export const closingsOf = async (pool: Pool, clinicIds: readonly string[]): Promise<ClosingView[]> =>
  (await select<ShownClosing>(pool, closingsQuery, [clinicIds, null, null])).map(closingView);

/** Returns all vacations at the clinics, and the pro's own anywhere. */
export const vacationsOf = async (pool: Pool, { clinicIds, proId }: CalendarScope): Promise<VacationView[]> =>
  (await select<ShownVacation>(pool, vacationsQuery, [clinicIds, proId, null, null])).map(vacationView);

/**
 * Returns all blocked times at the clinics, and the pro's own. Notes are visible to the professional and their author only.
 */
export const blocksOf = async (
  { pool, zones }: Pick<Dependencies, 'pool' | 'zones'>,
  { clinicIds, proId }: CalendarScope,
): Promise<BlockView[]> =>
  (await select<ShownBlock>(pool, blocksQuery, [clinicIds, proId, null, null])).map((row) =>
    blockView(row, zones, proId),
  );

/** Tells whether a range of local dates overlaps the requested days. */
const within =
  ({ from, to }: Days) =>
  (start: string, end: string): boolean =>
    (from === undefined || end.slice(0, 10) >= from) && (to === undefined || start.slice(0, 10) <= to);

const readCalendar = async (
  { pool, clock, membershipsOf }: Pick<Dependencies, 'pool' | 'clock' | 'membershipsOf'>,
  proId: string,
  { from, to }: Days,
) => {
  const memberships = await membershipsOf(proId);
  const idsWhere = (sees: typeof seesClinic) => memberships.filter(sees).map((one) => one.clinic_id);
  const whole = idsWhere(seesCalendar);
  const seen = [...whole, ...idsWhere(seesOwnBookings)];
  const values = [seen, whole, proId, from ?? null, to ?? null, clock(), idsWhere(seesClinic)];
  return selectTogether<CalendarRows>(pool, calendarQuery, values);
};

const shownCalendar = async ({ zones, ...deps }: Dependencies, proId: string, query: Days) => {
  const [rows, waiting] = await Promise.all([readCalendar(deps, proId, query), deps.mailsWaiting(proId)]);
  const shows = within(query);
  const timed = (one: { date: string; ending_date: string }) => shows(one.date, one.ending_date);
  const lasting = (one: { starting_date: string; ending_date: string }) =>
    shows(one.starting_date, one.ending_date);
  return {
    bookings: (await mapYielding(rows.bookings, (row) => seenBy(proId, bookingView(row, zones)))).filter(
      timed,
    ),
    held: [
      ...rows.held.map((row) => heldTime(row, zones)),
      ...rows.offered.map((row) => ({ ...heldTime(row, zones), offered_to: row.name ?? '' })),
    ].filter(timed),
    clinicInactivities: rows.closings.map(closingView).filter(lasting),
    blocks: rows.blocks.map((row) => blockView(row, zones, proId)).filter(timed),
    hubInactivities: rows.vacations.map(vacationView).filter(lasting),
    ...(waiting > 0 ? { mailsWaiting: waiting } : {}),
  };
};

/** Open-ended calendars read at a time; more would use up the database's processor. */
const endlessAtOnce = 1;

/** Returns the handlers of a pro's calendar: all bookings of clinics they run, and their own elsewhere. */
export const calendarHandlers = (deps: Dependencies) => {
  const limit = pLimit(endlessAtOnce);
  return {
    getProCalendar: async ({ params, query, caller }) => {
      const { proId } = proOf(caller);
      if (params.proId !== proId) throw new Rejection('not-found');
      const read = () => shownCalendar(deps, proId, query);
      const hasEnds = query.from !== undefined && query.to !== undefined;
      return { message: 'Calendar', data: await (hasEnds ? read() : limit(read)) };
    },
  } satisfies Handlers;
};
