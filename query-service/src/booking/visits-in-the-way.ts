import { instantsOf } from '@visita/contracts/availability/periods';
import { visitsInTheWayMaximum } from '@visita/contracts/booking/visits-in-the-way';
import { parentOf } from '@visita/contracts/fields';
import { Rejection } from '@visita/contracts/problem';
import { proOf } from '@visita/platform/auth/caller';
import type { Handlers } from '@visita/platform/http/calls';
import { overlaps, selectShownBookings } from '@visita/read-model/booking/queries';
import { bookingView, seenBy, type ShownBooking } from '@visita/read-model/booking/view';
import { fullName } from '@visita/read-model/pro/view';
import { select, selectTogether, together } from '@visita/read-model/query';
import {
  type Membership,
  seesCalendar,
  seesClinic,
  seesOwnBookings,
  membershipsOf,
} from '../clinic/membership.ts';
import type { Dependencies } from '../dependencies.ts';
import { type HeldRow, heldTime } from './calendar.ts';

const planned = (alias: string) => `${alias}.title, ${alias}.starting_date, ${alias}.ending_date`;
const closingQuery = {
  name: 'closing-in-the-way',
  text: `select c.clinic_id, c.name as clinic_name, c.timezone, ${planned('i')}
    from read.closings i join read.clinics c on c.clinic_id = i.clinic_id
    where i.closing_id = $1`,
};
const hubQuery = {
  name: 'absence-in-the-way',
  text: `select c.clinic_id, c.name as clinic_name, c.timezone, h.hub_id, p.pro_id, p.name, p.lastname, ${planned('v')}
    from read.hubs h
    join read.clinics c on c.clinic_id = h.clinic_id
    join read.pros p on p.pro_id = h.pro_id
    left join read.vacations v on v.vacation_id = $2 and v.hub_id = h.hub_id
    where h.hub_id = $1 and h.status <> 'archived'`,
};

type Stretch = { readonly title: string; readonly starting_date: string; readonly ending_date: string };
type ClinicRow = { readonly clinic_id: string; readonly clinic_name: string; readonly timezone: string };
type HubRow = ClinicRow & {
  readonly hub_id: string;
  readonly pro_id: string;
  readonly name: string | null;
  readonly lastname: string | null;
};
/** An absent professional’s hub, or a closed clinic. */
type Place = { readonly stretch: Stretch; readonly clinic: ClinicRow; readonly hub: HubRow | null };

type Query = { inactivity_id?: string | undefined; hub_id?: string | undefined; day?: string | undefined };

/** Reads the place and period of the question. Throws `not-found`. */
const placeOf = async (pool: Dependencies['pool'], query: Query): Promise<Place> => {
  const { inactivity_id: plannedId, hub_id: hubId, day } = query;
  if (plannedId !== undefined) {
    const [closing] = await select<ClinicRow & Stretch>(pool, closingQuery, [plannedId]);
    if (closing) return { stretch: closing, clinic: closing, hub: null };
  }
  const values = [hubId ?? parentOf(plannedId ?? ''), plannedId ?? null];
  const [row] = await select<HubRow & { [Name in keyof Stretch]: string | null }>(pool, hubQuery, values);
  const { title, starting_date: start, ending_date: end } = row ?? {};
  if (!row || (plannedId !== undefined && !(start && end))) throw new Rejection('not-found');
  const whole = { title: '', starting_date: `${day}T00:00`, ending_date: `${day}T23:59` };
  const stretch = start && end ? { title: title ?? '', starting_date: start, ending_date: end } : whole;
  return { stretch, clinic: row, hub: row };
};

/**
 * Returns the professional whose visits the caller sees there; null for those of all. Throws `forbidden` for
 * members who may not see the colleague’s visits, otherwise `not-found`.
 */
const sightOf = (all: readonly Membership[], { clinic, hub }: Place, proId: string): string | null => {
  const here = all.filter(({ clinic_id: id }) => id === clinic.clinic_id);
  if (here.some(seesCalendar)) return hub?.pro_id ?? null;
  if ((hub === null || hub.pro_id === proId) && here.some(seesOwnBookings)) return proId;
  throw new Rejection(here.some(seesClinic) ? 'forbidden' : 'not-found');
};

/** Visits of the clinic $1, and of the professional $2 if given, from $3 to $4; now is $5. */
const there = `b.clinic_id = $1 and ($2::uuid is null or b.pro_id = $2)
  and ${overlaps('b', '$3::timestamptz', '$4::timestamptz')} and b.starts_at > $5::timestamptz`;
const inOrder = `order by b.starts_at, b.booking_id limit ${visitsInTheWayMaximum + 1}`;
const visitsQuery = together('visits-in-the-way', {
  bookings: `${selectShownBookings} and b.status = 'confirmed' and ${there} ${inOrder}`,
  held: `select b.booking_id, b.starts_at, b.ends_at, b.timezone, b.pro_id, b.clinic_id, b.hub_id, b.confirm_by
    from read.bookings b
    where b.status = 'pending' and b.confirm_by > $5::timestamptz and ${there} ${inOrder}`,
});

type Rows = { readonly bookings: ShownBooking; readonly held: HeldRow };

const typeOf = ({ hub }: Place, { day }: Query) => {
  if (hub === null) return 'closing' as const;
  return day === undefined ? ('vacation' as const) : ('day' as const);
};

/** Query of the visits that a closing, a vacation or a professional’s absence affects. */
export const visitsInTheWayHandlers = ({ pool, clock, zones, settled }: Dependencies) =>
  ({
    getVisitsInTheWay: async ({ query, caller }) => {
      await settled();
      const { proId } = proOf(caller);
      const [memberships, place] = await Promise.all([membershipsOf(pool, proId), placeOf(pool, query)]);
      const sight = sightOf(memberships, place, proId);
      const { stretch, clinic, hub } = place;
      const walls = { startingDate: stretch.starting_date, endingDate: stretch.ending_date };
      const { start, end } = instantsOf(walls, zones(clinic.timezone));
      const values = [clinic.clinic_id, sight, start, end, clock()];
      const { bookings, held } = await selectTogether<Rows>(pool, visitsQuery, values);
      const shown = bookings.slice(0, visitsInTheWayMaximum);
      return {
        message: 'Visits in the way',
        data: {
          type: typeOf(place, query),
          title: stretch.title,
          clinic_id: clinic.clinic_id,
          clinic_name: clinic.clinic_name,
          timezone: clinic.timezone,
          professional: hub && { pro_id: hub.pro_id, hub_id: hub.hub_id, name: fullName(hub) },
          starting_date: stretch.starting_date,
          ending_date: stretch.ending_date,
          bookings: shown.map((row) => seenBy(proId, bookingView(row, zones))),
          held: held.slice(0, visitsInTheWayMaximum).map((row) => heldTime(row, zones)),
          more: bookings.length > shown.length,
        },
      };
    },
  }) satisfies Handlers;
