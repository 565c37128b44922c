import { z } from 'zod';
import { contact } from '../booking/events.ts';
import { serviceList } from '../booking/several-services.ts';
import { defineEvent, type EventsOf, personal } from '../event.ts';
import { childId, id, text, timezone, wallDateTime } from '../fields.ts';
import { language } from '../language.ts';

const ids = { seriesId: id, proId: id, clinicId: id, hubId: id, patientId: id };

/** Reason why a visit of a series was not placed, moved or cancelled. */
export const visitRefusal = z.enum(['taken', 'buffer', 'closed', 'past', 'refused']);
export type VisitRefusal = z.infer<typeof visitRefusal>;

const nth = z.int().min(1);
const count = z.int().min(0);
/** A visit of a series: its number from 1, and its local start at the clinic. */
const visit = { nth, date: wallDateTime };

/** Events of `series-<id>`: the dates of repeated visits, decided once, and later changes of several of them. */
export const seriesEvents = {
  /** The visits are bookings of their own, which a process places one after the other. */
  SeriesPlanned: defineEvent(
    'SeriesPlanned',
    {
      ...ids,
      hubServiceId: childId,
      /** All services of each visit in order, if it has several. */
      hubServiceIds: serviceList,
      timezone,
      /** The pro who planned the series, on behalf of the treating professional. */
      plannedBy: id,
      /** `anyway`: the visit may overlap another visit's buffer. */
      visits: z.array(z.strictObject({ ...visit, anyway: z.boolean() })),
      contact: personal(contact),
      proNotes: personal(text(4000)),
      /** Language that the staff chose for the mails. */
      language: language.optional(),
    },
    { subject: ({ patientId }: { patientId: string }) => `patient-${patientId}` as const },
  ),
  SeriesVisitNotPlaced: defineEvent('SeriesVisitNotPlaced', { ...ids, ...visit, reason: visitRefusal }),
  /**
   * Several visits are moved or cancelled, by a process: each visit has its new local start, or none if it is
   * cancelled.
   */
  SeriesChangePlanned: defineEvent('SeriesChangePlanned', {
    ...ids,
    changeId: id,
    change: z.enum(['move', 'cancel']),
    plannedBy: id,
    visits: z.array(z.strictObject({ nth, date: wallDateTime.nullable(), anyway: z.boolean() })),
  }),
  SeriesVisitNotChanged: defineEvent('SeriesVisitNotChanged', {
    ...ids,
    changeId: id,
    nth,
    reason: visitRefusal,
  }),
  /** Each visit is changed, or named as not changed. The patient gets one mail. */
  SeriesChanged: defineEvent('SeriesChanged', {
    ...ids,
    changeId: id,
    change: z.enum(['move', 'cancel']),
    changed: z.array(nth),
    /** Missing in older events, as in `SeriesPlaced`. */
    notChanged: count.optional(),
  }),
  /** Each visit is placed, or named as not placed. The patient gets one mail. */
  SeriesPlaced: defineEvent('SeriesPlaced', { ...ids, placed: count, notPlaced: count.optional() }),
};
export type SeriesEvent = EventsOf<typeof seriesEvents>;
