import { z } from 'zod';
import { bookableBy, shownRole, hubStatus } from './events.ts';

/** Name of the specialization in each language. */
export const specializationNames = z.object({
  specialization_it: z.string(),
  specialization_en: z.string(),
  specialization_es: z.string(),
});

/** Booking rules of a service, for the clinic's pros. */
const serviceRulesView = z.object({
  /** Minutes between starts; null means the duration. */
  stepMinutes: z.int().nullable(),
  /** In minutes. */
  bufferBefore: z.int(),
  bufferAfter: z.int(),
  noticeHours: z.int(),
  bookableBy,
});

/** A clinic's service, for pros. */
export const clinicServiceView = z.object({
  id: z.string(),
  clinicId: z.string(),
  proId: z.string(),
  serviceName: z.string(),
  /** In minutes. */
  duration: z.int(),
  /** Euro, at most two decimals. */
  price: z.number(),
  activated: z.boolean(),
  specializationId: z.string(),
  ...specializationNames.shape,
  /** Things that patients bring to the visit; empty if not given. */
  toBring: z.string(),
  ...serviceRulesView.shape,
  /** Version of the service, for `If-Match`. */
  version: z.string(),
});
/** `id` is a child id, `<clinic>.<own part>`; `proId` is the clinic's owner. */
export type ClinicServiceView = z.infer<typeof clinicServiceView>;

/** Both ends are inclusive. */
const range = z.object({ from: z.number(), to: z.number() });

/** A clinic's service, for visitors. */
export const publicServiceView = clinicServiceView
  .omit({
    proId: true,
    toBring: true,
    stepMinutes: true,
    bufferBefore: true,
    bufferAfter: true,
    noticeHours: true,
    bookableBy: true,
    version: true,
  })
  .extend({
    /** Ranges of minutes and euro over all professionals; present if one of them has own terms. */
    offered: z.object({ duration: range, price: range }).optional(),
    /** Present if more than one professional offers it. */
    several_professionals: z.literal(true).optional(),
  });
export type PublicServiceView = z.infer<typeof publicServiceView>;

const dayWindowView = z.object({ starting_hour: z.string(), ending_hour: z.string() });

/** Hours of one date, which replace its weekly hours. No windows: closed. */
export const dayHoursView = z.object({ date: z.string(), windows: z.array(dayWindowView) });
/** In wall-clock time of the clinic. */
export type DayHoursView = z.infer<typeof dayHoursView>;

/** A weekly window of a hub in wall-clock time of the clinic; `working_day` 1 to 7 from Monday. */
export const availabilityView = z.object({
  id: z.string(),
  hubId: z.string(),
  working_day: z.int(),
  ...dayWindowView.shape,
  /** First and last date on which it applies; null if unlimited. */
  valid_from: z.string().nullable(),
  valid_until: z.string().nullable(),
  /** Interval in weeks, counted from `anchor_monday`; null means every week. */
  every_weeks: z.int().nullable(),
  anchor_monday: z.string().nullable(),
});
/** `id` is a child id, `<hub>.<own part>`. */
export type AvailabilityView = z.infer<typeof availabilityView>;

/** A clinic's service as one professional offers it: duration in minutes, price in euro. */
export const hubServiceView = z.object({
  id: z.string(),
  clinicServiceId: z.string(),
  activated: z.boolean(),
  serviceName: z.string(),
  duration: z.int(),
  price: z.number(),
  ...specializationNames.shape,
  /** The professional's own value; null if it is the clinic's. */
  ownDuration: z.int().nullable(),
  ownPrice: z.number().nullable(),
  /** Version of `ownDuration` and `ownPrice`, for `If-Match`. */
  version: z.string(),
});
/** `id` is the child id that bookings refer to. */
export type HubServiceView = z.infer<typeof hubServiceView>;

/** A professional's service, for visitors. */
export const publicHubServiceView = hubServiceView.omit({
  ownDuration: true,
  ownPrice: true,
  version: true,
});
/** Duration and price include the professional's own terms. */
export type PublicHubServiceView = z.infer<typeof publicHubServiceView>;

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

/** A pro's membership of a clinic. Name and phone are null until the invitation is accepted. */
export const hubView = z.object({
  id: z.string(),
  clinicId: z.string(),
  proId: z.string(),
  status: hubStatus,
  role: shownRole,
  clinic: hubClinic,
  pro: z.object({
    name: z.string().nullable(),
    lastname: z.string().nullable(),
    email: z.string(),
    phone: z.string().nullable(),
  }),
  services: z.array(hubServiceView),
  availabilities: z.array(availabilityView),
  /** Dates with hours of their own, sorted. */
  day_hours: z.array(dayHoursView),
  /** Version of `day_hours`, for `If-Match`. */
  hours_version: z.string(),
  /** Whether vacations can be planned: the professional's plan or that of the clinic's owner includes them. */
  vacation_function: z.boolean(),
  /** Whether patients get mails about cancelled visits; only for those who may cancel visits of this hub. */
  mails_cancellations: z.boolean().optional(),
});
/** Contains personal data of the pro: for members of the clinic only. */
export type HubView = z.infer<typeof hubView>;

/** A clinic with its services and hubs, for its members. */
export const clinicView = z.object({
  id: z.string(),
  name: z.string(),
  city: z.string(),
  address: z.string(),
  postal_code: z.string(),
  /** ISO 3166-1 alpha-2. */
  country: z.string(),
  /** Name of the province. */
  province: z.string(),
  province_id: z.string(),
  owner_id: z.string(),
  /** First and last name. */
  owner: z.string(),
  /** Contact for patients; empty if not given. */
  phone: z.string(),
  email: z.string(),
  /** Directions to the clinic; empty if not given. */
  directions: z.string(),
  online_booking: z.boolean(),
  /** Whether collaborators need a second factor. */
  second_factor: z.boolean(),
  /** Whether owner and managers see the patients of all professionals; null until the owner chooses. */
  patients_shared: z.boolean().nullable(),
  /** Whether the owner's plan includes closings and collaborators' vacations. */
  vacation_function: z.boolean(),
  status: z.enum(['active', 'archived']),
  timezone: z.string(),
  /** Version of name, place, phone, email and directions, for `If-Match`. */
  version: z.string(),
  clinic_services: z.array(clinicServiceView),
  hubs: z.array(hubView),
});
/** Pending and rejected invitations in `hubs` are visible to the owner and the invitee only. */
export type ClinicView = z.infer<typeof clinicView>;

/** A clinic on the public page. */
export const publicClinic = z.object({
  id: z.string(),
  name: z.string(),
  city: z.string(),
  address: z.string(),
  postal_code: z.string(),
  country: z.string(),
  province: z.string(),
  phone: z.string(),
  email: z.string(),
  online_booking: z.boolean(),
  timezone: z.string(),
  clinic_services: z.array(publicServiceView),
});
/** Contains neither pro ids nor hubs. */
export type PublicClinic = z.infer<typeof publicClinic>;

/** A hub on the public page. */
export const publicHub = z.object({
  id: z.string(),
  clinicId: z.string(),
  /** First and last name. */
  professional: z.string(),
  services: z.array(publicHubServiceView),
});
/** Bookable services only; neither email nor phone. */
export type PublicHub = z.infer<typeof publicHub>;

/** Reference data: ISO 3166-2 id such as `IT-RM`; country as ISO 3166-1 alpha-2. */
export const province = z.object({ id: z.string(), name: z.string(), country: z.string() });
/** Reference data: name by language. */
export const specialization = z.object({ id: z.string(), it: z.string(), en: z.string(), es: z.string() });
export type Specialization = z.infer<typeof specialization>;

/** A country or region with public holidays of its own. */
const holidayPlace = z.object({ id: z.string(), name: z.string() });

/** A clinic's choice of public holidays, the possible choices, and the holidays of the next twelve months. */
export const holidaysView = z.object({
  /** Null if none was chosen. */
  country: z.string().nullable(),
  region: z.string().nullable(),
  countries: z.array(holidayPlace.extend({ regions: z.array(holidayPlace) })),
  days: z.array(z.object({ date: z.string(), name: z.string(), closed: z.boolean() })),
  /** Version of country and region, for `If-Match`. */
  version: z.string(),
});
/** Names are in the requested language. */
export type HolidaysView = z.infer<typeof holidaysView>;
