import { z } from 'zod';
import { weekdayOf } from '../availability/zones.ts';
import { bookableBy, everyWeeksMaximum } from '../clinic/events.ts';
import {
  bufferMinutes,
  childId,
  clinicPhone,
  duration,
  id,
  line,
  noticeHours,
  patientEmail,
  proEmail,
  requestDateTime,
  requestDay,
  wallTime,
  workingDay,
} from '../fields.ts';
import { filterPostalCode } from '../filters.ts';
import { language } from '../language.ts';
import { bookingView, closingView, vacationView } from '../booking/views.ts';
import {
  availabilityView,
  clinicServiceView,
  clinicView,
  dayHoursView,
  holidaysView,
  hubServiceView,
  hubView,
  province,
  publicClinic,
  publicHub,
  publicServiceView,
  specialization,
} from '../clinic/views.ts';
import { answer, done, post, put, read, readFromCommand, remove } from './call.ts';

const byId = z.object({ id });
const byChildId = z.object({ id: childId });

const place = {
  name: line(120),
  provinceId: z.string().min(1).max(10),
  city: line(120),
  address: line(200),
  /** Normalised by {@link filterPostalCode} for the province's country. */
  postalCode: z.string().max(20),
  /** Contact for patients: empty removes it, absent leaves it. */
  phone: z.union([z.literal(''), clinicPhone]).optional(),
  email: z.union([z.literal(''), patientEmail]).optional(),
};
const isPlace = ({ postalCode, provinceId }: { postalCode: string; provinceId: string }): boolean => {
  const { length } = filterPostalCode(postalCode, provinceId.slice(0, 2));
  return length >= 3 && length <= 10;
};
const placed = {
  path: ['postalCode'],
  message: 'must be 3 to 10 digits, or letters where the country has them',
};
const flag = z.boolean();
const price = z.number().min(0).max(100_000).multipleOf(0.01);

const openClinicBody = z.strictObject({ ...place, ownerId: id, onlineBooking: flag }).refine(isPlace, placed);

/**
 * Body of `PUT /api/clinics/{id}`: details, the body that opened the clinic, the online-booking switch, second factor
 * of collaborators, or deletion. Mixtures are refused.
 */
export const updateClinicBody = z.union([
  z.strictObject(place).refine(isPlace, placed),
  openClinicBody,
  z.strictObject({ online_booking: flag }),
  z.strictObject({ second_factor: flag }),
  z.strictObject({ status: z.literal('archived') }),
]);

/** A row of the new-clinic form; `selectorId` is the form's row number. */
export const clinicServiceRow = z.strictObject({
  selectorId: z.union([z.string().max(60), z.number()]).optional(),
  specializationId: z.string().min(1).max(60),
  specializationName: z.string().max(200).optional(),
  serviceName: line(120),
  duration,
  price,
  activated: z.literal(true).default(true),
  clinicId: id,
});

/** Body of `PUT /api/clinicservices/{id}/details`: the whole service. Absent rules get their defaults. */
export const clinicServiceDetails = z.strictObject({
  specializationId: z.string().min(1).max(60),
  serviceName: line(120),
  duration,
  price,
  /** Minutes between starts; null means the duration. */
  stepMinutes: duration.nullable().default(null),
  bufferBefore: bufferMinutes.default(0),
  bufferAfter: bufferMinutes.default(0),
  noticeHours: noticeHours.default(0),
  bookableBy: bookableBy.default('everyone'),
});

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

/** Calls for clinics, hubs, closings, vacations and reference data. */
export const clinicCalls = {
  getSpecializations: read('/api/specializations', {
    access: 'public',
    limit: 'C',
    summary: 'All specializations',
    answer: answer(z.array(specialization)),
  }),
  getProvinces: read('/api/provinces', {
    access: 'public',
    limit: 'C',
    summary: 'All provinces',
    answer: answer(z.array(province)),
  }),
  getServices: read('/api/services', {
    access: 'pro',
    limit: 'W',
    summary: 'Services of the caller’s clinics',
    answer: answer(z.array(clinicServiceView)),
  }),
  getClinics: read('/api/clinics', {
    access: 'pro',
    limit: 'W',
    summary: 'The caller’s clinics, and those where they have a live hub',
    answer: answer(z.array(clinicView)),
  }),
  getClinic: read('/api/clinics/:id', {
    access: 'optional',
    limit: 'R',
    summary: 'One clinic',
    params: byId,
    answer: answer(z.union([clinicView, publicClinic])),
  }),
  getClinicServices: read('/api/clinics/:id/clinicservices', {
    access: 'optional',
    limit: 'R',
    summary: 'Activated services of a clinic',
    params: byId,
    answer: answer(z.array(z.union([clinicServiceView, publicServiceView]))),
  }),
  getProHubs: read('/api/pros/:id/hubs', {
    access: 'optional',
    limit: 'R',
    summary: 'A pro’s hubs',
    params: byId,
    answer: answer(z.array(z.union([hubView, publicHub]))),
  }),
  getProClinics: read('/api/pros/:id/clinics', {
    access: 'optional',
    limit: 'R',
    summary: 'A pro’s clinics with their hubs',
    params: byId,
    answer: answer(z.array(z.union([clinicView, publicClinic]))),
  }),
  openClinic: post('/api/clinics', {
    access: 'pro',
    limit: 'W',
    summary: 'Open a clinic',
    body: openClinicBody,
    answer: answer(z.object({ id: z.string() })),
    failure: 'An error occurred while creating new clinic',
  }),
  updateClinic: put('/api/clinics/:id', {
    access: 'pro',
    limit: 'W',
    summary: 'Change details, switch online booking, or delete',
    replaces: 'version',
    params: byId,
    body: updateClinicBody,
    answer: done,
  }),
  addClinicServices: post('/api/clinicservices', {
    access: 'pro',
    limit: 'W',
    summary: 'Add services to a clinic, all or none',
    body: z.array(clinicServiceRow).min(1).max(50),
    answer: answer(z.array(clinicServiceView)),
    failure: 'Error creating new clininc services',
  }),
  archiveClinicService: put('/api/clinicservices/:id', {
    access: 'pro',
    limit: 'W',
    summary: 'Withdraw a service from the clinic and from every hub',
    params: byChildId,
    body: z.strictObject({ activated: z.literal(false) }),
    answer: done,
    failure: 'Error occure while archiving clinic service',
  }),
  changeClinicService: put('/api/clinicservices/:id/details', {
    access: 'pro',
    limit: 'W',
    summary: 'Change a service; existing bookings stay as they are',
    replaces: 'version',
    params: byChildId,
    body: clinicServiceDetails,
    answer: answer(clinicServiceView),
  }),
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
    body: z.strictObject({ date: requestDay, open: flag }),
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
