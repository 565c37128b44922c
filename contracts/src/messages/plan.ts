import { z } from 'zod';
import { childId, instant } from '../fields.ts';

/** Maximum number of steps for one service, and for the services without steps of their own. */
export const stepsMaximum = 4;
/** Maximum number of steps in a whole plan. */
export const planMaximum = 200;
/** Maximum days between a reminder and its visit. */
export const daysBeforeMaximum = 60;

/** `sms-else-mail`: a text if the patient can get one, otherwise a mail. */
export const channel = z.enum(['mail', 'sms', 'sms-else-mail']);
export type Channel = z.infer<typeof channel>;

const shape = /^P(?:(\d{1,2})D)?(?:T(?=\d)(?:(\d{1,3})H)?(?:(\d{1,2})M)?)?$/;

/** Returns the days and minutes of an ISO 8601 duration such as `P2D` or `PT90M`; null if it is none. */
export const partsOf = (before: string): { days: number; minutes: number } | null => {
  const [whole, days = '0', hours = '0', minutes = '0'] = shape.exec(before) ?? [];
  if (whole === undefined || whole === 'P') return null;
  return { days: Number(days), minutes: Number(hours) * 60 + Number(minutes) };
};

const isInReach = (before: string): boolean => {
  const parts = partsOf(before);
  return parts !== null && parts.days * 1440 + parts.minutes <= daysBeforeMaximum * 1440;
};

/** Local time of day, `HH:mm`. */
export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 18:00');

/** A reminder of a plan, without the service. */
const reminder = {
  /** ISO 8601 duration. Days keep the clinic's local time; hours and minutes are exact. */
  before: z
    .string()
    .max(20)
    .refine(isInReach, `must be a duration such as P2D or PT24H, of at most ${daysBeforeMaximum} days`),
  /** Local time of the clinic; null means the time that the visit has. */
  at: timeOfDay.nullable(),
  channel,
  /** Whether the message asks if the patient will come. */
  ask: z.boolean(),
};

/** One reminder of a plan. `clinicServiceId` null: for every service without steps of its own. */
export const reminderStep = z.strictObject({ clinicServiceId: childId.nullable(), ...reminder });
export type ReminderStep = z.infer<typeof reminderStep>;

/** A step in an event: `since` is the instant from which it belongs to the plan. */
export const storedStep = z.strictObject({ ...reminderStep.shape, since: instant });
export type StoredStep = z.infer<typeof storedStep>;

export type Timed = Pick<ReminderStep, 'before' | 'at'>;

/** Returns the name of a step within its visit: steps with the same time have the same name. */
export const stepName = ({ before, at }: Timed): string => (at === null ? before : `${before}@${at}`);

const isTimed = ({ before, at }: Timed): boolean => {
  const { days, minutes } = partsOf(before) ?? { days: 0, minutes: 0 };
  return at === null ? days * 1440 + minutes > 0 : minutes === 0;
};

/** Returns the largest number of steps that one service has. */
const mostSteps = (steps: readonly ReminderStep[]): number =>
  Math.max(
    0,
    ...steps.map(({ clinicServiceId: id }) => steps.filter((one) => one.clinicServiceId === id).length),
  );

const named = (steps: readonly ReminderStep[]) =>
  new Set(steps.map((step) => `${step.clinicServiceId} ${stepName(step)}`));

/** A pro's plan of reminders; empty means one reminder by mail, `REMINDER_HOURS` before the visit. */
export const reminderPlan = z
  .array(
    reminderStep.refine(isTimed, {
      path: ['before'],
      error: 'must be whole days if a time of day is given, and more than nothing otherwise',
    }),
  )
  .max(planMaximum)
  .refine((steps) => mostSteps(steps) <= stepsMaximum, {
    error: `must have at most ${stepsMaximum} steps for each service`,
  })
  .refine((steps) => named(steps).size === steps.length, {
    error: 'must not have two steps of one service at the same time',
  });
export type ReminderPlan = z.infer<typeof reminderPlan>;

/** Returns the steps for a service: its own, otherwise those of services without steps of their own. */
export const stepsFor = <Step extends Pick<ReminderStep, 'clinicServiceId'>>(
  plan: readonly Step[],
  clinicServiceId: string,
): readonly Step[] => {
  const own = plan.filter((step) => step.clinicServiceId === clinicServiceId);
  return own.length > 0 ? own : plan.filter((step) => step.clinicServiceId === null);
};
