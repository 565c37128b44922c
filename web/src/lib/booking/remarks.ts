import type { BookingView } from '@visita/contracts/booking/views';
import { emailKey } from '@visita/contracts/email-key';
import type { HubView } from '@visita/contracts/clinic/views';
import { hasHours, hubHours } from './hub-hours.ts';
import { dayOf } from '../time/wall-clock.ts';

/** Remark about a time; none prevents a booking. */
export type Remark = 'past' | 'outside' | 'again' | 'taken';

type Given = {
  day: string | null;
  time: string;
  now: string;
  hub: HubView | undefined;
  /** Minutes. */
  duration: number | undefined;
  email: string | undefined;
  bookings: readonly BookingView[];
  /** True if the professional has an entry at that time. */
  taken: boolean;
};

/** Returns the minutes of a wall time since midnight. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

const isWithin = (hub: HubView, { day, start, end }: { day: string; start: number; end: number }) =>
  hubHours(hub)(day).some((open) => open.start <= start && end <= open.end);

export const remarksOf = ({ day, time, now, hub, duration = 0, email, bookings, taken }: Given): Remark[] => {
  if (!day || !time) return [];
  const [start, end] = [minutesOf(time), minutesOf(time) + duration];
  const ofDay = bookings.filter(({ date, status }) => dayOf(date) === day && status === 'confirmed');
  const found: Readonly<Record<Remark, boolean>> = {
    past: `${day}T${time}` < now.slice(0, 16),
    outside: hub !== undefined && hasHours(hub) && !isWithin(hub, { day, start, end }),
    taken,
    again:
      email !== undefined && ofDay.some((booking) => emailKey(booking.patient_email) === emailKey(email)),
  };
  return (Object.keys(found) as Remark[]).filter((remark) => found[remark]);
};
