import { z } from 'zod';
import { bookableBy } from '../clinic/events.ts';
import {
  bufferMinutes,
  childId,
  clinicPhone,
  duration,
  id,
  instructions,
  line,
  noticeHours,
  patientEmail,
  price,
} from '../fields.ts';
import { filterPostalCode } from '../filters.ts';
import {
  clinicServiceView,
  clinicView,
  hubView,
  province,
  publicClinic,
  publicHub,
  publicServiceView,
  specialization,
} from '../clinic/views.ts';
import { answer, done, post, put, read } from './call.ts';

const byId = z.object({ id });
const byChildId = z.object({ id: childId });

const place = {
  name: line(120),
  provinceId: z.string().min(1).max(10),
  city: line(120),
  address: line(200),
  /** Normalised by {@link filterPostalCode} for the province's country. */
  postalCode: z.string().max(20),
  /** Contact and directions for patients: empty removes them, absent leaves them. */
  phone: z.union([z.literal(''), clinicPhone]).optional(),
  email: z.union([z.literal(''), patientEmail]).optional(),
  directions: instructions.optional(),
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

const openClinicBody = z.strictObject({ ...place, ownerId: id, onlineBooking: flag }).refine(isPlace, placed);

/**
 * Body of `PUT /api/clinics/{id}`: details, the body that opened the clinic, the online-booking switch, second factor
 * of collaborators, shared patients, or deletion. Mixtures are refused.
 */
export const updateClinicBody = z.union([
  z.strictObject(place).refine(isPlace, placed),
  openClinicBody,
  z.strictObject({ online_booking: flag }),
  z.strictObject({ second_factor: flag }),
  z.strictObject({ patients_shared: flag }),
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
  /** Things that patients bring to the visit: empty removes it, absent leaves it. */
  toBring: instructions.optional(),
});

/** Calls for clinics, their services and reference data. */
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
};
