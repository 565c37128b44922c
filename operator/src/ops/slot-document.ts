import { defaultHorizonDays } from '@visita/contracts/availability/slots';
import { createZone } from '@visita/contracts/availability/zones';
import { documentedStatus } from '@visita/contracts/booking/status';
import { day, duration, wallTime, workingDay } from '@visita/contracts/fields';
import { z } from 'zod';

/** A hundred years: any more is a slip, and dates would run past four-digit years. */
const longestHorizon = 36_500;

const isZone = (name: string): boolean => {
  try {
    createZone(name);
    return true;
  } catch {
    return false;
  }
};

const key = z.union([z.string(), z.number()], 'must be an id').transform(String);
const instant = z.iso.datetime({ offset: true, error: 'must be an instant such as 2026-11-23T08:30:00Z' });

const wallShape = /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?$/;
const isWall = (text: string): boolean => day.safeParse(wallShape.exec(text)?.[1]).success;
const isMoment = (text: string): boolean => isWall(text) || instant.safeParse(text).success;

const either = 'must be a wall clock such as 2026-11-23T09:30, or an instant with Z or an offset';
const start = z.string().refine(isMoment, either);
/** An end may also be 24:00. */
const end = z
  .string()
  .refine((text) => isMoment(text.replace(/T24:00(?=$|:00(?:\.0+)?$)/, 'T00:00')), either);

const period = z.object({
  id: key.nullish(),
  hub_id: key.nullish(),
  starting_date: start,
  ending_date: end,
});

const booking = z.object({
  id: key,
  hub_id: key.nullish(),
  pro_id: key,
  start: instant,
  end: instant,
  status: documentedStatus,
  hold_until: instant.nullish(),
});

/**
 * The document that `ops slots` reads. It is written outside of the product, so its names stay as they are, and other
 * fields are passed over.
 */
export const slotDocument = z.object({
  clinic_timezone: z.string().refine(isZone, 'must be an IANA time zone such as Europe/Rome'),
  now: instant,
  dates: z.array(day),
  horizon_days: z.int().min(0).max(longestHorizon).default(defaultHorizonDays),
  hub_id: key,
  pro_id: key,
  service_duration_min: duration,
  availabilities: z.array(
    z.object({ working_day: workingDay, starting_hour: wallTime, ending_hour: wallTime }),
  ),
  bookings: z.array(booking).default([]),
  closings: z.array(period).default([]),
  vacations: z.array(period).default([]),
  exclude_booking_id: key.nullish(),
});
export type SlotDocument = z.infer<typeof slotDocument>;
