import { z } from 'zod';
import { childId, id, line, requestDateTime, requestDay } from '../fields.ts';
import { language } from '../language.ts';
import { bookingView, closingView, vacationView } from '../booking/views.ts';
import { visitsInTheWay, visitsInTheWayQuery } from '../booking/visits-in-the-way.ts';
import { holidaysView } from '../clinic/views.ts';
import { answer, done, post, put, read, readFromCommand, remove } from './call.ts';

const byId = z.object({ id });
const byChildId = z.object({ id: childId });

const stretch = { title: line(120), starting_date: requestDateTime, ending_date: requestDateTime };
/** Bookings within a new closing or vacation. They are kept, and shown to the pro. */
const affected = { affected: z.array(bookingView) };

/** Query of `GET /api/affected`: a closing, the public holidays or a new province of the clinic, or a vacation of the hub. */
export const affectedQuery = z
  .object({
    clinic_id: id.optional(),
    hub_id: id.optional(),
    province_id: z.string().max(10).optional(),
    country: z.string().length(2).optional(),
    region: z.string().min(1).max(10).optional(),
    from: requestDateTime.optional(),
    to: requestDateTime.optional(),
  })
  .refine(({ clinic_id: clinic, hub_id: hub }) => (clinic === undefined) !== (hub === undefined), {
    path: ['clinic_id'],
    message: 'is required without hub_id, and not allowed with it',
  })
  .refine(({ province_id: province, country, hub_id: hub }) => hub === undefined || !(province ?? country), {
    path: ['hub_id'],
    message: 'must go with from',
  })
  .refine(
    ({ province_id: province, country, from }) =>
      [province, country, from].filter((one) => one !== undefined).length === 1,
    { path: ['from'], message: 'give exactly one of period, province_id and country' },
  )
  .refine(({ country, region }) => country !== undefined || region === undefined, {
    path: ['region'],
    message: 'must go with country',
  })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), {
    path: ['to'],
    message: 'must go with from',
  });

/** Body of `PUT /api/clinics/{id}/holidays`: null clears the choice and removes future closings. */
export const holidaysBody = z.strictObject({
  country: z.string().length(2).nullable(),
  region: z.string().min(1).max(10).nullable().default(null),
  /** Language of the closings' titles. */
  language,
});

/** Calls for closings, public holidays and vacations. */
export const closingCalls = {
  planClosing: post('/api/clinic_inactivities', {
    access: 'pro',
    limit: 'W',
    summary: 'Plan a closing of a clinic',
    body: z.strictObject({ ...stretch, clinic_id: id, type: z.literal('closing') }),
    answer: answer(closingView, affected),
    failure: 'Error creating new clinic inactivity',
  }),
  getAffected: readFromCommand('/api/affected', {
    access: 'pro',
    limit: 'W',
    summary:
      'Bookings that a closing, vacation, public holiday or change of province would affect, before it is saved',
    query: affectedQuery,
    answer: answer(z.array(bookingView)),
  }),
  getVisitsInTheWay: read('/api/visits_in_the_way', {
    access: 'pro',
    limit: 'W',
    summary: 'Visits to come during a planned closing or vacation, or on a day of one professional',
    query: visitsInTheWayQuery,
    answer: answer(visitsInTheWay),
    failure: 'Impossible to load the visits',
  }),
  cancelClosing: remove('/api/clinic_inactivities/:id', {
    access: 'pro',
    limit: 'W',
    summary: 'Cancel a closing',
    params: byChildId,
    answer: done,
  }),
  getHolidays: read('/api/clinics/:id/holidays', {
    access: 'pro',
    limit: 'W',
    summary:
      'The country and region of a clinic’s public holidays, and the holidays of the next twelve months',
    params: byId,
    query: z.object({ language }),
    answer: answer(holidaysView),
  }),
  setHolidays: put('/api/clinics/:id/holidays', {
    access: 'pro',
    limit: 'W',
    summary: 'Choose the country and region of a clinic’s public holidays, or none',
    replaces: 'version',
    params: byId,
    body: holidaysBody,
    answer: answer(z.null(), affected),
  }),
  setHoliday: put('/api/clinics/:id/holiday', {
    access: 'pro',
    limit: 'W',
    summary: 'Keep a clinic open on one public holiday, or close it again',
    params: byId,
    body: z.strictObject({ date: requestDay, open: z.boolean() }),
    answer: answer(z.null(), affected),
  }),
  planVacation: post('/api/hub_inactivities', {
    access: 'pro',
    limit: 'W',
    summary: 'Plan a vacation of a hub',
    body: z.strictObject({ ...stretch, hub_id: id, type: z.literal('vacation') }),
    answer: answer(vacationView, affected),
    failure: 'Error creating new hub inactivity',
  }),
  cancelVacation: remove('/api/hub_inactivities/:id', {
    access: 'pro',
    limit: 'W',
    summary: 'Cancel a vacation',
    params: byChildId,
    answer: done,
  }),
};
