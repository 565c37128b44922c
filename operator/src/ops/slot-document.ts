import { defaultHorizonDays } from '@visita/contracts/availability/slots';
import { createZone } from '@visita/contracts/availability/zones';
import { documentedStatus } from '@visita/contracts/booking/status';
import { day, duration, durationMaximum, wallTime, workingDay } from '@visita/contracts/fields';
import { z } from 'zod';

/** A hundred years: more is a typing error, and years would exceed four digits. */
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

/** Longer values are typing errors. */
const minutes = z.int().min(0).max(durationMaximum);

const booking = z.object({
  id: key,
  hub_id: key.nullish(),
  pro_id: key,
  start: instant,
  end: instant,
  status: documentedStatus,
  hold_until: instant.nullish(),
  buffer_before_min: minutes.default(0),
  buffer_after_min: minutes.default(0),
});

const hours = { starting_hour: wallTime, ending_hour: wallTime };

const availability = z
  .object({
    working_day: workingDay,
    ...hours,
    from: day.nullish(),
    until: day.nullish(),
    every_weeks: z.int().min(1).max(52).nullish(),
    anchor_monday: day.nullish(),
  })
  .refine(({ every_weeks, anchor_monday }) => (every_weeks ?? 1) === 1 || Boolean(anchor_monday), {
    path: ['anchor_monday'],
    error: 'is needed where a row counts in every so many weeks',
  });

/**
 * Input document of `ops slots`. External programs write it, so field names are stable and unknown fields are
 * ignored.
 */
export const slotDocument = z.object({
  clinic_timezone: z.string().refine(isZone, 'must be an IANA time zone such as Europe/Rome'),
  now: instant,
  dates: z.array(day),
  horizon_days: z.int().min(0).max(longestHorizon).default(defaultHorizonDays),
  hub_id: key,
  pro_id: key,
  service_duration_min: duration,
  service_step_min: duration.nullish(),
  service_buffer_before_min: minutes.default(0),
  service_buffer_after_min: minutes.default(0),
  notice_hours: z.number().min(0).max(longestHorizon).default(0),
  gapless: z.boolean().default(false),
  shortest_service_min: duration.nullish(),
  availabilities: z.array(availability),
  day_hours: z.array(z.object({ date: day, windows: z.array(z.object(hours)) })).default([]),
  bookings: z.array(booking).default([]),
  blocks: z.array(z.object({ id: key.nullish(), start: instant, end: instant })).default([]),
  closings: z.array(period).default([]),
  vacations: z.array(period).default([]),
  exclude_booking_id: key.nullish(),
});
export type SlotDocument = z.infer<typeof slotDocument>;
