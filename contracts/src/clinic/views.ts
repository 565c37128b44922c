import { z } from 'zod';
import { bookableBy, hubRole, hubStatus } from './events.ts';

/** The specialization's name, one field a language. */
export const specializationNames = z.object({
  specialization_it: z.string(),
  specialization_en: z.string(),
  specialization_es: z.string(),
});

/** How a service may be booked, as its clinic sees it. */
const serviceRulesView = z.object({
  /** Minutes between starts; null where it is the duration. */
  stepMinutes: z.int().nullable(),
  /** Minutes occupied before and after a visit. */
  bufferBefore: z.int(),
  bufferAfter: z.int(),
  noticeHours: z.int(),
  bookableBy,
});

/** A service of a clinic's list, as pros see it. */
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
  ...serviceRulesView.shape,
  /** The version of the service, for `If-Match`. */
  version: z.string(),
});
/** `id` is a child id, `<clinic>.<own part>`; `proId` is the clinic's owner. */
export type ClinicServiceView = z.infer<typeof clinicServiceView>;

/** Both ends are included. */
const range = z.object({ from: z.number(), to: z.number() });

/** A service of a clinic's list, as visitors see it. */
export const publicServiceView = clinicServiceView
  .omit({
    proId: true,
    stepMinutes: true,
    bufferBefore: true,
    bufferAfter: true,
    noticeHours: true,
    bookableBy: true,
    version: true,
  })
  .extend({
    /** What it takes, in minutes, and costs, in euro, with those who offer it; there where one of them has terms of their own. */
    offered: z.object({ duration: range, price: range }).optional(),
  });
/** What it is, how long it takes and what it costs: as the clinic says, and `offered` where that is not the whole of it. */
export type PublicServiceView = z.infer<typeof publicServiceView>;

const dayWindowView = z.object({ starting_hour: z.string(), ending_hour: z.string() });

/** Hours of one date, which replace those of its week; without windows it is closed. */
export const dayHoursView = z.object({ date: z.string(), windows: z.array(dayWindowView) });
/** On the clinic's wall clock. */
export type DayHoursView = z.infer<typeof dayHoursView>;

/** One weekday's hours of a hub on the clinic's wall clock, `working_day` 1 to 7 from Monday. */
export const availabilityView = z.object({
  id: z.string(),
  hubId: z.string(),
  working_day: z.int(),
  ...dayWindowView.shape,
  /** First and last date on which it counts, null where it has none. */
  valid_from: z.string().nullable(),
  valid_until: z.string().nullable(),
  /** It counts in every so many weeks from that of a Monday; null counts in every week. */
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
  /** The professional's own, null where it is the clinic's. */
  ownDuration: z.int().nullable(),
  ownPrice: z.number().nullable(),
  /** The version of `ownDuration` and `ownPrice`, for `If-Match`. */
  version: z.string(),
});
/** `id` is the child id that bookings are placed with. */
export type HubServiceView = z.infer<typeof hubServiceView>;

/** A service of a professional, as visitors see it. */
export const publicHubServiceView = hubServiceView.omit({
  ownDuration: true,
  ownPrice: true,
  version: true,
});
/** What it takes and costs there: the clinic's terms or the professional's own. */
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
  /** Dates with hours of their own, in order. */
  day_hours: z.array(dayHoursView),
  /** The version of `day_hours`, for `If-Match`. */
  hours_version: z.string(),
});
/** Carries personal data of the pro: for members of its clinic only. */
export type HubView = z.infer<typeof hubView>;

/** A clinic with its services and hubs, for those who belong to it. */
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
  /** How patients reach it; empty where it says nothing. */
  phone: z.string(),
  email: z.string(),
  online_booking: z.boolean(),
  /** Whether its collaborators need a second factor. */
  second_factor: z.boolean(),
  status: z.enum(['active', 'archived']),
  timezone: z.string(),
  /** The version of name, place, phone and email, for `If-Match`. */
  version: z.string(),
  clinic_services: z.array(clinicServiceView),
  hubs: z.array(hubView),
});
/** `hubs` shows open and refused invitations to the owner and the invitee only. */
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
  phone: z.string(),
  email: z.string(),
  online_booking: z.boolean(),
  timezone: z.string(),
  clinic_services: z.array(publicServiceView),
});
/** Without ids of pros and without hubs. */
export type PublicClinic = z.infer<typeof publicClinic>;

/** A hub as the public page may show it. */
export const publicHub = z.object({
  id: z.string(),
  clinicId: z.string(),
  /** Name and last name. */
  professional: z.string(),
  services: z.array(publicHubServiceView),
});
/** Services that can be booked; neither email nor phone. */
export type PublicHub = z.infer<typeof publicHub>;

/** Reference data: `id` as in `IT-RM`, the country as ISO 3166-1 alpha-2. */
export const province = z.object({ id: z.string(), name: z.string(), country: z.string() });
/** Reference data: the name in each language under a stable id. */
export const specialization = z.object({ id: z.string(), it: z.string(), en: z.string(), es: z.string() });
/** One of the list that services are chosen from. */
export type Specialization = z.infer<typeof specialization>;

/** A country or one of its regions that has public holidays of its own. */
const holidayPlace = z.object({ id: z.string(), name: z.string() });

/** Whose public holidays close a clinic, whose could, and those of the next twelve months. */
export const holidaysView = z.object({
  /** Null where none are chosen. */
  country: z.string().nullable(),
  region: z.string().nullable(),
  countries: z.array(holidayPlace.extend({ regions: z.array(holidayPlace) })),
  days: z.array(z.object({ date: z.string(), name: z.string(), closed: z.boolean() })),
  /** The version of country and region, for `If-Match`. */
  version: z.string(),
});
/** Names are in the language that was asked for. */
export type HolidaysView = z.infer<typeof holidaysView>;
