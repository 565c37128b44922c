import { z } from 'zod';
import { requestDay, childId, id } from '../fields.ts';
import { idList } from './several-services.ts';

/** Longest range of free times in days: a month. */
export const freeTimesDaysMaximum = 31;

const dayMs = 86_400_000;

/** Local days of the clinic; `to` is the first day that is not asked for. */
export const freeTimesQuery = z
  .object({
    clinicServiceId: childId,
    /** Further clinic services of the same visit, separated by commas. */
    andServices: idList.optional(),
    from: requestDay,
    to: requestDay,
    proId: id.optional(),
  })
  .refine(({ from, to }) => from < to, { path: ['to'], error: 'must be after from' })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= freeTimesDaysMaximum * dayMs, {
    path: ['to'],
    error: `must be at most ${freeTimesDaysMaximum} days after from`,
  });

/** Starts at which staff can book a service, or several in one visit, by day and professional. */
export const freeTimes = z.object({
  /** Professionals who offer the service, in the clinic's order. */
  professionals: z.array(
    z.object({
      proId: z.string(),
      hubId: z.string(),
      hubServiceId: z.string(),
      professional: z.string(),
      /** Minutes. */
      duration: z.int(),
      buffer_before: z.int(),
      buffer_after: z.int(),
    }),
  ),
  /** Days with free starts, in order. */
  days: z.array(
    z.object({
      date: z.string(),
      free: z.array(
        z.object({
          hubServiceId: z.string(),
          /** `HH:mm`. */
          times: z.array(z.string()),
        }),
      ),
    }),
  ),
  /** Further starts that are free but for an offer to a person on the waiting list; absent if there are none. */
  offered: z
    .array(
      z.object({
        date: z.string(),
        /** `HH:mm`. */
        time: z.string(),
        hubServiceId: z.string(),
        /** End of the offer in wall-clock time. */
        until: z.string(),
      }),
    )
    .optional(),
  /** First day without an answer: `to`, or an earlier day if the answer would be too long. */
  until: z.string(),
});
export type FreeTimes = z.infer<typeof freeTimes>;
