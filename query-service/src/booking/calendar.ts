import type { Pool } from 'pg';
import type { ClosingView, VacationView } from '@visita/contracts/booking/views';
import { Rejection } from '@visita/contracts/problem';
import { proOf } from '@visita/platform/auth/caller';
import type { Handlers } from '@visita/platform/http/calls';
import { columnsOf } from '@visita/platform/projection/table';
import { selectShownBookings } from '@visita/read-model/booking/queries';
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
const bookingsSeen = {
  name: 'calendar-bookings',
  text: `${selectShownBookings}
    and (b.clinic_id = any($1::uuid[]) or (b.clinic_id = any($2::uuid[]) and b.pro_id = $3))
    and ($4::date is null or b.ends_at > $4::date - 1) and ($5::date is null or b.starts_at < $5::date + 2)
    order by b.starts_at, b.booking_id`,
};
const closingsSeen = {
  name: 'calendar-closings',
  text: `select ${columnsOf(closings, 'i')}, c.name as clinic_name from read.closings i join read.clinics c on c.clinic_id = i.clinic_id
    where i.clinic_id = any($1::uuid[]) order by i.starts_at, i.closing_id`,
};
const vacationsSeen = {
  name: 'calendar-vacations',
  text: `select ${columnsOf(vacations, 'v')}, c.name as clinic_name, h.role, p.name, p.lastname, p.email
    from read.vacations v
    join read.clinics c on c.clinic_id = v.clinic_id
    join read.hubs h on h.hub_id = v.hub_id and h.status <> 'archived'
    join read.pros p on p.pro_id = h.pro_id
    where c.status = 'active' and (v.clinic_id = any($1::uuid[]) or h.pro_id = $2)
    order by v.starts_at, v.vacation_id`,
};

/** The closings of clinics. */
export const closingsOf = async (pool: Pool, clinicIds: readonly string[]): Promise<ClosingView[]> =>
  (await select<ShownClosing>(pool, closingsSeen, [clinicIds])).map(closingView);

/** The vacations of whoever works at clinics, and a pro's own wherever. */
export const vacationsOf = async (
  pool: Pool,
  { clinicIds, proId }: { clinicIds: readonly string[]; proId: string },
): Promise<VacationView[]> =>
  (await select<ShownVacation>(pool, vacationsSeen, [clinicIds, proId])).map(vacationView);

type Days = { readonly from?: string | undefined; readonly to?: string | undefined };

/** Whether something from one local date to another touches the days asked for, both inclusive. */
const within = ({ from, to }: Days, start: string, end: string): boolean =>
  (from === undefined || end.slice(0, 10) >= from) && (to === undefined || start.slice(0, 10) <= to);

/** What a pro's calendar shows: the whole of the clinics they run, and their own bookings elsewhere. */
export const calendarHandlers = ({ pool, zones, settled }: Dependencies) =>
  ({
    getProCalendar: async ({ params, query, caller }) => {
      const { proId } = proOf(caller);
      if (params.proId !== proId) throw new Rejection('not-found');
      await settled();
      const memberships = await membershipsOf(pool, proId);
      const idsWhere = (sees: typeof seesClinic) => memberships.filter(sees).map((one) => one.clinic_id);
      const run = idsWhere(seesCalendar);
      const [bookings, closed, away] = await Promise.all([
        select<ShownBooking>(pool, bookingsSeen, [
          run,
          idsWhere(seesOwnBookings),
          proId,
          query.from ?? null,
          query.to ?? null,
        ]),
        closingsOf(pool, idsWhere(seesClinic)),
        vacationsOf(pool, { clinicIds: run, proId }),
      ]);
      return {
        message: 'Calendar',
        data: {
          bookings: bookings
            .map((row) => seenBy(proId, bookingView(row, zones)))
            .filter((one) => within(query, one.date, one.ending_date)),
          clinicInactivities: closed.filter((one) => within(query, one.starting_date, one.ending_date)),
          hubInactivities: away.filter((one) => within(query, one.starting_date, one.ending_date)),
        },
      };
    },
  }) satisfies Handlers;
