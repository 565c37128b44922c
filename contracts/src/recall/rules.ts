import { z } from 'zod';
import { childId, line } from '../fields.ts';

/** Maximum number of rules of one professional. */
export const recallRulesMaximum = 20;
/** In characters, as for the tags of patients. */
export const recallTagMaximum = 30;
/** Maximum number of months between a visit and its recall. */
export const recallMonthsMaximum = 60;
/** Number of months after its due day for which a recall stays on the list. */
export const recallListedMonths = 12;
/** Number of days for which a recall is open if nothing is booked. */
const recallOpenDays = 60;

/** Tags of patients who are never invited, in lower case. */
export const recallEndingTags: readonly string[] = [
  'no recall',
  'no recalls',
  'deceased',
  'non richiamare',
  'deceduto',
  'deceduta',
  'no avisar',
  'fallecido',
  'fallecida',
];

/** Tells whether a tag ends the recalls of its patient. */
export const endsRecalls = (tag: string): boolean => recallEndingTags.includes(tag.toLowerCase());

/** A rule by which patients are due for a next visit. */
export const recallRule = z.strictObject({
  /** The service of the last visit; null for any visit. */
  clinicServiceId: childId.nullable(),
  /** Months after the last visit. */
  months: z.int().min(1).max(recallMonthsMaximum),
  /** Only patients with this tag; null for all. */
  tag: line(recallTagMaximum).nullable(),
  /** Whether the next visit belongs to the treatment. */
  treatment: z.boolean(),
  /** Whether the recall is sent by itself: to all if it belongs to the treatment, otherwise with consent to marketing. */
  automatic: z.boolean(),
});
export type RecallRule = z.infer<typeof recallRule>;

const named = ({ clinicServiceId, tag }: RecallRule): string => `${clinicServiceId} ${tag?.toLowerCase()}`;

/** The rules of a professional; the first one that fits a patient counts. */
export const recallRules = z
  .array(recallRule)
  .max(recallRulesMaximum)
  .refine((rules) => new Set(rules.map(named)).size === rules.length, {
    error: 'must not have two rules for the same service and tag',
  });

/** Returns a rule with its fields in a fixed order, on which the version of the rules depends. */
export const recallRuleInOrder = ({
  clinicServiceId,
  months,
  tag,
  treatment,
  automatic,
}: RecallRule): RecallRule => ({ clinicServiceId, months, tag, treatment, automatic });

/** Returns the instant (epoch ms) that lies a number of calendar months after another one, in UTC. */
const monthsAfter = (instant: string, months: number): number => {
  const moved = new Date(instant);
  const day = moved.getUTCDate();
  moved.setUTCMonth(moved.getUTCMonth() + months);
  // 31 August and 6 months: the last day of February, as in SQL.
  if (moved.getUTCDate() !== day) moved.setUTCDate(0);
  return moved.getTime();
};

/** Returns the instants between which a recall made now is open. */
export const recallTimes = (now: Date): { from: string; until: string } => ({
  from: now.toISOString(),
  until: new Date(now.getTime() + recallOpenDays * 86_400_000).toISOString(),
});

export type LastVisit = { readonly clinicServiceId: string; readonly start: string };

/** Tells whether a rule fits a past visit of a patient with these tags. */
export const isDue = (
  { clinicServiceId, months, tag }: RecallRule,
  visit: LastVisit,
  { tags, now }: { tags: readonly string[]; now: string },
): boolean =>
  (clinicServiceId === null || clinicServiceId === visit.clinicServiceId) &&
  (tag === null || tags.some((one) => one.toLowerCase() === tag.toLowerCase())) &&
  monthsAfter(visit.start, months) <= Date.parse(now);
