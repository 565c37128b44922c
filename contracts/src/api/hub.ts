import { z } from 'zod';
import { weekdayOf } from '../availability/zones.ts';
import { everyWeeksMaximum } from '../clinic/events.ts';
import { childId, duration, id, proEmail, requestDay, wallTime, workingDay, price } from '../fields.ts';
import { availabilityView, dayHoursView, hubServiceView, hubView } from '../clinic/views.ts';
import { answer, done, post, put, remove } from './call.ts';

const byId = z.object({ id });
const byChildId = z.object({ id: childId });

/** Body of `PUT /api/hubservices/{id}/terms`: null means the clinic's value. */
export const hubServiceTerms = z.strictObject({ duration: duration.nullable(), price: price.nullable() });

const dayWindow = { starting_hour: wallTime, ending_hour: wallTime };

const availabilityEntry = {
  working_day: workingDay,
  ...dayWindow,
  /** First and last date, both inclusive. */
  valid_from: requestDay.nullable().default(null),
  valid_until: requestDay.nullable().default(null),
  /** Interval in weeks, counted from the week of `anchor_monday`. */
  every_weeks: z.int().min(2).max(everyWeeksMaximum).nullable().default(null),
  anchor_monday: requestDay
    .refine((day) => weekdayOf(day) === 1, 'must be a Monday')
    .nullable()
    .default(null),
};

const isReckoned = (row: { every_weeks: number | null; anchor_monday: string | null }): boolean =>
  (row.every_weeks === null) === (row.anchor_monday === null);
const reckoned = 'every_weeks and anchor_monday belong together';

/** Body of `PUT /api/hubs/{id}/dayhours`: hours of single dates; null returns a date to its weekly hours. */
export const dayHoursBody = z.strictObject({
  days: z
    .array(
      z.strictObject({ date: requestDay, windows: z.array(z.strictObject(dayWindow)).max(8).nullable() }),
    )
    .min(1)
    .max(62),
});

/**
 * Body of `POST /api/add_collaborator`: an invitation with at least one availability and one service. A reception has
 * neither; both are ignored.
 */
export const addCollaboratorBody = z
  .strictObject({
    clinicId: id,
    proEmail,
    availability: z.array(z.strictObject(availabilityEntry).refine(isReckoned, reckoned)).max(50),
    services: z.array(childId).max(100),
    role: z.literal('reception').optional(),
  })
  .refine(({ role, availability }) => role !== undefined || availability.length > 0, {
    path: ['availability'],
    message: 'must have at least one entry',
  })
  .refine(({ role, services }) => role !== undefined || services.length > 0, {
    path: ['services'],
    message: 'must have at least one entry',
  });

/** Body of `PUT /api/hubs/{id}`: a status or a role. */
export const updateHubBody = z.union([
  z.strictObject({ status: z.enum(['active', 'paused', 'rejected', 'archived']) }),
  z.strictObject({ role: z.enum(['manager', 'guest']) }),
]);

/** Calls for hubs: collaborators, availabilities and services. */
export const hubCalls = {
  addCollaborator: post('/api/add_collaborator', {
    access: 'pro',
    limit: 'I',
    summary: 'Invite a collaborator or the caller',
    body: addCollaboratorBody,
    mailboxes: ['proEmail'],
    answer: answer(z.object({ clinic: z.object({ id: z.string() }), hub: hubView })),
    failure: 'Error: impossible to create a collaboration hub',
  }),
  updateHub: put('/api/hubs/:id', {
    access: 'pro',
    limit: 'W',
    summary: 'Accept, reject, pause, activate, archive, or change the role',
    params: byId,
    body: updateHubBody,
    answer: done,
    failure: 'An error occurred while updating Hubs.',
  }),
  addHubAvailabilities: post('/api/hubavailabilities', {
    access: 'pro',
    limit: 'W',
    summary: 'Add weekly availabilities, all or none',
    body: z
      .array(z.strictObject({ hubId: id, ...availabilityEntry }).refine(isReckoned, reckoned))
      .min(1)
      .max(50),
    answer: answer(z.array(availabilityView)),
    failure: 'Error adding new Hub Availability',
  }),
  removeHubAvailability: remove('/api/hubavailabilities/:id', {
    access: 'pro',
    limit: 'W',
    summary: 'Remove a weekly availability',
    params: byChildId,
    answer: done,
    failure: 'Error adding deleting Hub Availability',
  }),
  setDayHours: put('/api/hubs/:id/dayhours', {
    access: 'pro',
    limit: 'W',
    summary: 'Set the hours of some dates, or return them to the weekly hours, all or none',
    replaces: 'hours_version',
    params: byId,
    body: dayHoursBody,
    answer: answer(z.array(dayHoursView), { hours_version: z.string() }),
  }),
  addHubService: post('/api/hubservices', {
    access: 'pro',
    limit: 'W',
    summary: 'Offer a clinic’s service at a hub',
    body: z.strictObject({ hubId: id, clinicServiceId: childId }),
    answer: answer(hubServiceView),
    failure: 'Error while creating Hub services',
  }),
  removeHubService: put('/api/hubservices/:id', {
    access: 'pro',
    limit: 'W',
    summary: 'Withdraw a service from a hub',
    params: byChildId,
    body: z.strictObject({ activated: z.literal(false) }),
    answer: done,
    failure: 'Error while updating Hub Service',
  }),
  setHubServiceTerms: put('/api/hubservices/:id/terms', {
    access: 'pro',
    limit: 'W',
    summary: 'Set a hub’s own duration or price for a service; existing bookings keep theirs',
    replaces: 'version',
    params: byChildId,
    body: hubServiceTerms,
    answer: answer(hubServiceView),
  }),
};
