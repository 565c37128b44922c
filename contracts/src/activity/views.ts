import { z } from 'zod';
import { unmailedReason } from '../booking/events.ts';
import { actingMember } from '../clinic/acting.ts';

/**
 * Kinds of notices. A patient `booked` (also an offered time), `moved` or `cancelled` online; a mail to a patient was `not-mailed`; a
 * patient who can no longer cancel is `not-coming`; the
 * external calendar no longer accepts changes; the maximum of texts of a month is used up (`texts-used-up`); a colleague `blocked` time or planned an absence. Some
 * visits of a series were `not-placed`, or `not-changed`, because their times were no longer free.
 */
export const activityKind = z.enum([
  'booked',
  'moved',
  'cancelled',
  'not-mailed',
  'not-coming',
  'calendar-lost',
  'texts-used-up',
  'blocked',
  'absent',
  'not-placed',
  'not-changed',
]);
export type ActivityKind = z.infer<typeof activityKind>;

/** Id of a notice: the position of its event in the log. */
export const noticeId = z.string().regex(/^\d{16}$/, 'must be the id of a notice: 16 digits');

/** Days for which notices are shown. */
export const noticeDays = 90;
/** Number of notices per page. */
export const noticePage = 30;
/** Unread notices and held times are counted up to this number. */
export const noticeCountMaximum = 100;
/** Maximum number of notices that one call marks as read one by one. */
export const readTogether = 100;

export const noticeView = z.object({
  id: z.string(),
  kind: activityKind,
  /** ISO 8601 instant of the event. */
  at: z.string(),
  read: z.boolean(),
  /** The professional whose calendar it concerns. */
  pro_id: z.string(),
  doctor_name: z.string(),
  /** Empty for a lost calendar and used up texts, which belong to no clinic. */
  clinic_id: z.string(),
  clinic_name: z.string(),
  /** Empty unless it is about a booking. */
  booking_id: z.string(),
  /** Series of which some visits were not placed or not changed. */
  series_id: z.string().optional(),
  /** Empty after the patient was erased. */
  patient_name: z.string(),
  service: z.string(),
  /**
   * Start and end of the visit, block or absence with the clinic's offset; empty for notices about nothing
   * with a time, and for a series.
   */
  date: z.string(),
  ending_date: z.string(),
  /** Start before the move. */
  previous_date: z.string().optional(),
  /** Reason why the mail was not sent. */
  reason: unmailedReason.optional(),
  /** The colleague who blocked the time or planned the absence. */
  by: actingMember.optional(),
});
export type NoticeView = z.infer<typeof noticeView>;

export const noticeList = z.object({
  /** Latest first. */
  notices: z.array(noticeView),
  /** Whether there are older ones: ask again `after` the last. */
  more: z.boolean(),
  /** Number of unread notices, up to 100. */
  unread: z.int(),
  /** Number of times that are held until a patient confirms, up to 100. */
  held: z.int(),
});
export type NoticeList = z.infer<typeof noticeList>;
