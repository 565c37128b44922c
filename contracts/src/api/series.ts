import { z } from 'zod';
import { isOneVisit, notOneVisit, serviceList } from '../booking/several-services.ts';
import { childId, id, requestDateTime, text } from '../fields.ts';
import { language } from '../language.ts';
import { atDesk } from '../patient/at-desk.ts';
import { datesOf, repeatRule, seriesMaximum } from '../series/rule.ts';
import { seriesPlan, seriesView } from '../series/views.ts';
import { bookedPatient } from './booking.ts';
import { answer, post, put, readFromCommand, remove } from './call.ts';

const oneOf = { path: ['repeat'], error: 'give either repeat or dates' };

/** Decisions about dates that are not free. */
const decisions = z
  .array(z.strictObject({ date: requestDateTime, use: requestDateTime.nullable() }))
  .max(seriesMaximum)
  .default([]);

/** Number of the first visit that is changed, from 1. */
const from = z.coerce.number().int().min(1).max(seriesMaximum);

const plannedSeries = z
  .strictObject({
    /** Whether to write nothing and only return the dates. */
    preview: z.boolean().default(false),
    booking: z
      .strictObject({
        hubServiceId: childId,
        /** All services of each visit in order, if it has several; the first is `hubServiceId`. */
        hubServiceIds: serviceList,
        proNotes: text(4000).default(''),
        language: language.optional(),
        ...atDesk,
      })
      .refine(isOneVisit, { path: ['hubServiceIds'], error: notOneVisit('hubServiceId') }),
    /** Needed unless it is a preview. */
    patient: bookedPatient.optional(),
    repeat: repeatRule.optional(),
    /** Local starts, instead of a rule. */
    dates: z.array(requestDateTime).min(1).max(seriesMaximum).optional(),
    /**
     * Decisions about dates. Dates that are not free need one; free ones are booked without. `use` is an
     * alternative, null to leave the date out, or the date itself to book outside working hours or in a buffer.
     */
    decisions,
  })
  .refine(({ repeat, dates }) => (repeat === undefined) !== (dates === undefined), oneOf)
  .refine(({ preview, patient }) => preview || patient !== undefined, {
    path: ['patient'],
    error: 'is needed to save a series',
  });

/** A request for a series. */
export type PlannedSeries = z.infer<typeof plannedSeries>;

/** Returns the dates that a request asks for, in order and once each. */
export const datesAsked = ({ repeat, dates = [] }: Pick<PlannedSeries, 'repeat' | 'dates'>): string[] =>
  [...new Set(repeat ? datesOf(repeat) : dates.map((date) => date.slice(0, 16)))].toSorted();

/** Calls for repeated visits, for staff. */
export const seriesCalls = {
  planSeries: post('/api/series', {
    access: 'pro',
    limit: 'W',
    summary: 'Book repeated visits of a patient, or preview their dates without writing anything',
    body: plannedSeries,
    datesBooked: (body) => (body.preview ? 0 : datesAsked(body).length),
    answer: answer(seriesPlan),
    failure: 'Impossible to book the repeated visits',
  }),
  getSeries: readFromCommand('/api/series/:id', {
    access: 'pro',
    limit: 'W',
    summary: 'Visits of a series, and those that were not placed',
    params: z.object({ id }),
    answer: answer(seriesView),
    failure: 'Impossible to load the repeated visits',
  }),
  moveSeries: put('/api/series/:id', {
    access: 'pro',
    limit: 'W',
    summary: 'Move a visit of a series and those after it by the same days, to the same time of day',
    params: z.object({ id }),
    body: z.strictObject({
      from,
      /** New local start of the visit `from`. */
      date: requestDateTime,
      preview: z.boolean().default(false),
      /** As for a new series, with the new dates; a visit that is left out stays at its time. */
      decisions,
    }),
    datesBooked: ({ preview }) => (preview ? 0 : 1),
    answer: answer(seriesPlan),
    failure: 'Impossible to move the visits',
  }),
  cancelSeries: remove('/api/series/:id', {
    access: 'pro',
    limit: 'W',
    summary: 'Cancel a visit of a series and those after it',
    params: z.object({ id }),
    query: z.object({ from }),
    answer: answer(z.object({ id: z.string(), cancelled: z.int() })),
    failure: 'Impossible to cancel the visits',
  }),
};
