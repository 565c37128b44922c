import type { Pool } from 'pg';
import type { BlockView } from '@visita/contracts/block/views';
import type { ClosingView, HeldTime, VacationView } from '@visita/contracts/booking/views';
import { Rejection } from '@visita/contracts/problem';
import { proOf } from '@visita/platform/auth/caller';
import type { Handlers } from '@visita/platform/http/calls';
import { type AnyRow, columnsOf, type RowOf } from '@visita/platform/projection/table';
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
} from '@visita/read-model/clinic/view';
import { membershipsOf, seesCalendar, seesClinic, seesOwnBookings } from '../clinic/membership.ts';
import type { Dependencies } from '../dependencies.ts';
import { closings } from '@visita/read-model/clinic/tables';
import { vacations } from '@visita/read-model/hub/tables';
import { select } from '@visita/read-model/query';

// A day more on each side: whose days they are depends on each clinic's zone.
const rangeStart = (day: string) => `coalesce(${day}::date - 1, '-infinity')::timestamptz`;
const rangeEnd = (day: string) => `coalesce(${day}::date + 2, 'infinity')::timestamptz`;

const bookingsSeen = {
  name: 'calendar-bookings',
  text: `${selectShownBookings}
    and b.clinic_id = any($1::uuid[]) and (b.clinic_id = any($2::uuid[]) or b.pro_id = $3)
    and ${overlaps('b', rangeStart('$4'), rangeEnd('$5'))}
    order by b.starts_at, b.booking_id`,
};
const held = {
  name: 'calendar-held',
  text: `select b.booking_id, b.starts_at, b.ends_at, b.timezone, b.pro_id, b.clinic_id, b.hub_id, b.confirm_by
    from read.bookings b
    where b.status = 'pending' and b.confirm_by > $6
      and b.clinic_id = any($1::uuid[]) and (b.clinic_id = any($2::uuid[]) or b.pro_id = $3)
      and ${overlaps('b', rangeStart('$4'), rangeEnd('$5'))}
    order by b.starts_at, b.booking_id`,
};
type HeldRow = Pick<
  RowOf<typeof bookingRows>,
  'booking_id' | 'starts_at' | 'ends_at' | 'timezone' | 'pro_id' | 'clinic_id' | 'hub_id'
> & { readonly confirm_by: Date };

const heldTime = (row: HeldRow, zones: Dependencies['zones']): HeldTime => {
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

const closingsSeen = {
  name: 'calendar-closings',
  text: `select ${columnsOf(closings, 'i')}, c.name as clinic_name from read.closings i join read.clinics c on c.clinic_id = i.clinic_id
    where i.clinic_id = any($1::uuid[]) and i.ends_at > ${rangeStart('$2')} and i.starts_at < ${rangeEnd('$3')}
    order by i.starts_at, i.closing_id`,
};
const vacationsSeen = {
  name: 'calendar-vacations',
  text: `select ${columnsOf(vacations, 'v')}, c.name as clinic_name, h.role, p.name, p.lastname, p.email
    from read.hubs h
    join read.vacations v on v.hub_id = h.hub_id
    join read.clinics c on c.clinic_id = h.clinic_id
    join read.pros p on p.pro_id = h.pro_id
    where h.hub_id in (
        select hub_id from read.hubs where clinic_id = any($1::uuid[])
        union select hub_id from read.hubs where pro_id = $2)
      and h.status <> 'archived' and c.status = 'active'
      and v.ends_at > ${rangeStart('$3')} and v.starts_at < ${rangeEnd('$4')}
    order by v.starts_at, v.vacation_id`,
};

const blocksSeen = {
  name: 'calendar-blocks',
  text: `select ${columnsOf(blocks, 'b')} from read.blocks b
    where (b.pro_id = $1 or b.clinic_id = any($2::uuid[]))
      and b.ends_at > ${rangeStart('$3')} and b.starts_at < ${rangeEnd('$4')}
    order by b.starts_at, b.block_id`,
};

/** Local days, both inclusive; open where one is absent. */
type Days = { readonly from?: string | undefined; readonly to?: string | undefined };

/** The closings of clinics around some days, or of all time. */
export const closingsOf = async (
  pool: Pool,
  clinicIds: readonly string[],
  { from, to }: Days = {},
): Promise<ClosingView[]> =>
  (await select<ShownClosing>(pool, closingsSeen, [clinicIds, from ?? null, to ?? null])).map(closingView);

/** The vacations of whoever works at clinics, and a pro's own wherever, around some days or of all time. */
export const vacationsOf = async (
  pool: Pool,
  { clinicIds, proId }: { clinicIds: readonly string[]; proId: string },
  { from, to }: Days = {},
): Promise<VacationView[]> =>
  (await select<ShownVacation>(pool, vacationsSeen, [clinicIds, proId, from ?? null, to ?? null])).map(
    vacationView,
  );

/** A pro's own blocked times, and those at clinics whose calendar they run; notes are each professional's alone. */
export const blocksOf = async (
  { pool, zones }: Pick<Dependencies, 'pool' | 'zones'>,
  { clinicIds, proId }: { clinicIds: readonly string[]; proId: string },
  { from, to }: Days = {},
): Promise<BlockView[]> =>
  (await select<AnyRow<typeof blocks>>(pool, blocksSeen, [proId, clinicIds, from ?? null, to ?? null])).map(
    (row) => blockView(row, zones, proId),
  );

/** Whether something from one local date to another touches the days asked for, both inclusive. */
const within = ({ from, to }: Days, start: string, end: string): boolean =>
  (from === undefined || end.slice(0, 10) >= from) && (to === undefined || start.slice(0, 10) <= to);

/** What a pro's calendar shows: the whole of the clinics they run, and their own bookings elsewhere. */
export const calendarHandlers = ({ pool, zones, settled, clock }: Dependencies) =>
  ({
    getProCalendar: async ({ params, query, caller }) => {
      const { proId } = proOf(caller);
      if (params.proId !== proId) throw new Rejection('not-found');
      await settled();
      const memberships = await membershipsOf(pool, proId);
      const idsWhere = (sees: typeof seesClinic) => memberships.filter(sees).map((one) => one.clinic_id);
      const run = idsWhere(seesCalendar);
      const seen = [[...run, ...idsWhere(seesOwnBookings)], run, proId, query.from ?? null, query.to ?? null];
      const [bookings, waiting, closed, away, blocked] = await Promise.all([
        select<ShownBooking>(pool, bookingsSeen, seen),
        select<HeldRow>(pool, held, [...seen, clock()]),
        closingsOf(pool, idsWhere(seesClinic), query),
        vacationsOf(pool, { clinicIds: run, proId }, query),
        blocksOf({ pool, zones }, { clinicIds: run, proId }, query),
      ]);
      return {
        message: 'Calendar',
        data: {
          bookings: bookings
            .map((row) => seenBy(proId, bookingView(row, zones)))
            .filter((one) => within(query, one.date, one.ending_date)),
          held: waiting
            .map((row) => heldTime(row, zones))
            .filter((one) => within(query, one.date, one.ending_date)),
          clinicInactivities: closed.filter((one) => within(query, one.starting_date, one.ending_date)),
          blocks: blocked.filter((one) => within(query, one.date, one.ending_date)),
          hubInactivities: away.filter((one) => within(query, one.starting_date, one.ending_date)),
        },
      };
    },
  }) satisfies Handlers;
