import { z } from 'zod';
import { hubRole, hubStatus } from './events.ts';

/** The specialization's name, one field a language. */
export const specializationNames = z.object({
  specialization_it: z.string(),
  specialization_en: z.string(),
  specialization_es: z.string(),
});

export const clinicServiceView = z.object({
  id: z.string(),
  clinicId: z.string(),
  proId: z.string(),
  serviceName: z.string(),
  /** Minutes. */
  duration: z.int(),
  /** Euro, two decimals at most. */
  price: z.number(),
  activated: z.boolean(),
  specializationId: z.string(),
  ...specializationNames.shape,
});
export type ClinicServiceView = z.infer<typeof clinicServiceView>;

export const availabilityView = z.object({
  id: z.string(),
  hubId: z.string(),
  working_day: z.int(),
  starting_hour: z.string(),
  ending_hour: z.string(),
});
export type AvailabilityView = z.infer<typeof availabilityView>;

export const hubServiceView = z.object({
  id: z.string(),
  clinicServiceId: z.string(),
  activated: z.boolean(),
  serviceName: z.string(),
  duration: z.int(),
  price: z.number(),
  ...specializationNames.shape,
});
export type HubServiceView = z.infer<typeof hubServiceView>;

const hubClinic = z.object({
  id: z.string(),
  name: z.string(),
  owner: z.string(),
  city: z.string(),
  country: z.string(),
  address: z.string(),
  postal_code: z.string(),
  timezone: z.string(),
});

/** A pro's presence at a clinic. Name and phone of an invitee are null until the invitation is accepted. */
export const hubView = z.object({
  id: z.string(),
  clinicId: z.string(),
  proId: z.string(),
  status: hubStatus,
  role: hubRole,
  clinic: hubClinic,
  pro: z.object({
    name: z.string().nullable(),
    lastname: z.string().nullable(),
    email: z.string(),
    phone: z.string().nullable(),
  }),
  services: z.array(hubServiceView),
  availabilities: z.array(availabilityView),
});
export type HubView = z.infer<typeof hubView>;

export const clinicView = z.object({
  id: z.string(),
  name: z.string(),
  city: z.string(),
  address: z.string(),
  postal_code: z.string(),
  /** ISO 3166-1 alpha-2. */
  country: z.string(),
  /** The province's name. */
  province: z.string(),
  province_id: z.string(),
  owner_id: z.string(),
  /** The owner's name and last name. */
  owner: z.string(),
  online_booking: z.boolean(),
  status: z.enum(['active', 'archived']),
  timezone: z.string(),
  clinic_services: z.array(clinicServiceView),
  hubs: z.array(hubView),
});
export type ClinicView = z.infer<typeof clinicView>;

/** A clinic as the public page may show it. */
export const publicClinic = z.object({
  id: z.string(),
  name: z.string(),
  city: z.string(),
  address: z.string(),
  postal_code: z.string(),
  country: z.string(),
  province: z.string(),
  online_booking: z.boolean(),
  timezone: z.string(),
  clinic_services: z.array(clinicServiceView.omit({ proId: true })),
});
export type PublicClinic = z.infer<typeof publicClinic>;

/** A hub as the public page may show it. */
export const publicHub = z.object({
  id: z.string(),
  clinicId: z.string(),
  /** Name and last name. */
  professional: z.string(),
  services: z.array(hubServiceView),
});
export type PublicHub = z.infer<typeof publicHub>;

export const province = z.object({ id: z.string(), name: z.string(), country: z.string() });
export const specialization = z.object({ id: z.string(), it: z.string(), en: z.string(), es: z.string() });
