import type { Pool } from 'pg';
import { addDays, type Zone, weekdayOf } from '@visita/contracts/availability/zones';
import type { OverviewView } from '@visita/contracts/overview/views';

/** Row of a booking; instants are ISO texts. */
type Booking = {
  readonly booking_id: string;
  readonly clinic_id: string;
  readonly pro_id: string;
  readonly patient_id: string;
  readonly starts_at: string;
  readonly timezone: string;
  readonly status: string;
  readonly duration: number;
  readonly service_name: string;
  readonly attendance: 'expected' | 'arrived' | 'attended' | 'missed' | 'excused';
  readonly placed_at: string;
  readonly confirm_by: string | null;
  readonly cancelled_at: string | null;
  readonly cancelled_by: string | null;
};

/** Clinics and local days to count, both inclusive. */
export type CountedScope = {
  readonly clinics: readonly string[];
  /** Null for all professionals. */
  readonly proId: string | null;
  readonly from: string;
  readonly to: string;
};

type Missed = OverviewView['missed'][number];
const dayMs = 86_400_000;
const isShown = ({ status }: Booking) => status === 'confirmed' || status === 'orfan';
const inOrder = (one: Booking, other: Booking) =>
  Date.parse(one.starts_at) - Date.parse(other.starts_at) || (one.booking_id < other.booking_id ? -1 : 1);

const isLate = ({ status, confirm_by, cancelled_by, cancelled_at, starts_at }: Booking) => {
  const ahead = Date.parse(starts_at) - Date.parse(cancelled_at ?? '');
  return (
    status === 'cancelled' && confirm_by === null && cancelled_by === 'patient' && ahead < dayMs && ahead > 0
  );
};

const leadOf = ({ starts_at, placed_at }: Booking): string => {
  const days = (Date.parse(starts_at) - Date.parse(placed_at)) / dayMs;
  return String([28, 14, 7, 1].find((least) => days >= least) ?? 0);
};

/** Counts the overview's figures booking by booking, as the reference for incremental sums. */
export const countedOverview = async (
  pool: Pick<Pool, 'query'>,
  zones: (timezone: string) => Zone,
  { clinics, proId, from, to }: CountedScope,
) => {
  const { rows } = await pool.query<{ booking: Booking }>(
    'select to_jsonb(b) as booking from read.bookings b',
  );
  const all = rows.map(({ booking }) => booking);
  const wallOf = ({ timezone, starts_at }: Booking) => zones(timezone).wallOf(Date.parse(starts_at));
  const firsts = new Map(
    all
      .filter(isShown)
      .toSorted((one, other) => inOrder(other, one))
      .map((booking) => [`${booking.pro_id} ${booking.patient_id}`, booking.booking_id]),
  );
  const isFirst = (booking: Booking) =>
    firsts.get(`${booking.pro_id} ${booking.patient_id}`) === booking.booking_id;
  const between = (first: string, last: string) =>
    all.filter((booking) => {
      const day = wallOf(booking).slice(0, 10);
      const inScope = clinics.includes(booking.clinic_id) && (proId ?? booking.pro_id) === booking.pro_id;
      return inScope && day >= first && day <= last;
    });
  const countsOf = (bookings: readonly Booking[]) => {
    const shown = bookings.filter(isShown);
    return {
      bookings: shown.length,
      orphaned: shown.filter(({ status }) => status === 'orfan').length,
      new_patients: shown.filter(isFirst).length,
      cancelled: bookings.filter(({ status, confirm_by }) => status === 'cancelled' && confirm_by === null)
        .length,
      cancelled_late: bookings.filter(isLate).length,
    };
  };
  const minutesOf = (bookings: readonly Booking[]) =>
    bookings.filter(({ status }) => status === 'confirmed').reduce((sum, { duration }) => sum + duration, 0);

  const now = between(from, to);
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  const before = between(addDays(from, -days), addDays(from, -1));
  const hours = new Map<string, number>();
  for (const booking of now.filter(({ status }) => status === 'confirmed')) {
    const [hour = 0, minute = 0] = wallOf(booking).slice(11).split(':').map(Number);
    const start = (weekdayOf(wallOf(booking).slice(0, 10)) - 1) * 1_440 + hour * 60 + minute;
    for (let at = start; at < start + booking.duration; at += 1) {
      const cell = Math.floor(at / 60) % 168;
      const key = `${Math.floor(cell / 24) + 1} ${cell % 24}`;
      hours.set(key, (hours.get(key) ?? 0) + 1);
    }
  }
  const missed = new Map<string, Missed>();
  const said = now.filter(
    (one) => isShown(one) && ['attended', 'missed', 'excused'].includes(one.attendance),
  );
  for (const booking of said) {
    const wall = wallOf(booking);
    const kinds = {
      weekday: String(weekdayOf(wall.slice(0, 10))),
      hour: String(Number(wall.slice(11, 13))),
      service: booking.service_name,
      lead: leadOf(booking),
    };
    for (const [by, of] of Object.entries(kinds)) {
      const known = missed.get(`${by} ${of}`) ?? {
        by: by as Missed['by'],
        of,
        attended: 0,
        missed: 0,
        excused: 0,
      };
      const attendance = booking.attendance as 'attended' | 'missed' | 'excused';
      missed.set(`${by} ${of}`, { ...known, [attendance]: known[attendance] + 1 });
    }
  }
  const weeks = [];
  for (let week = addDays(from, 1 - weekdayOf(from)); week <= to; week = addDays(week, 7)) {
    const end = addDays(week, 6);
    weeks.push({ week, ...countsOf(between(week < from ? from : week, end > to ? to : end)) });
  }
  return {
    current: { ...countsOf(now), booked_minutes: minutesOf(now) },
    previous: { ...countsOf(before), booked_minutes: minutesOf(before) },
    weeks,
    hours,
    missed,
  };
};
