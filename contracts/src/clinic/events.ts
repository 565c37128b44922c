import { z } from 'zod';
import { defineEvent, type Erased, type EventsOf, personal, readable } from '../event.ts';
import {
  bufferMinutes,
  childId,
  clinicPhone,
  day,
  duration,
  id,
  instant,
  instructions,
  noticeHours,
  patientEmail,
  priceCents,
  storedLine,
  timezone,
  wallDateTime,
  wallTime,
  weekday,
} from '../fields.ts';
import { language } from '../language.ts';

const clinicId = { clinicId: id };
const about = { subject: (data: { clinicId: string }) => `clinic-${data.clinicId}` as const };

/** People who may book a service: every visitor, the professional's known patients, or staff only. */
export const bookableBy = z.enum(['everyone', 'known', 'staff']);
/** Default: `everyone`. */
export type BookableBy = z.infer<typeof bookableBy>;

/** Fields that identify a clinic and its owner: personal, encrypted as one value. */
export const clinicIdentity = z.strictObject({
  name: storedLine(120),
  city: storedLine(120),
  address: storedLine(200),
  /** Text, such as `00100`; with letters if the country has them, `SW1A 1AA`. */
  postalCode: z.string().regex(/^[A-Z\d ]{3,10}$/, 'must be digits, or letters where the country has them'),
  /** Contact for patients, if given. */
  phone: clinicPhone.optional(),
  email: patientEmail.optional(),
  /** Directions to the clinic, if given. */
  directions: instructions.optional(),
});
type ClinicIdentity = z.infer<typeof clinicIdentity>;

const region = z.strictObject({ country: z.string().length(2), provinceId: z.string().max(10), timezone });

/** Name and place of a clinic. Country as ISO 3166-1 alpha-2, IANA time zone. */
export type ClinicDetails = z.infer<typeof region> & ClinicIdentity;

type StoredDetails = {
  readonly region: z.infer<typeof region>;
  readonly identity: ClinicIdentity | Erased;
};

const nameless: ClinicIdentity = { name: '', city: '', address: '', postalCode: '' };

/** Returns the details of an event; name and address are empty if they were erased. */
export const detailsOf = ({ region: where, identity }: StoredDetails): ClinicDetails => ({
  ...where,
  ...(readable(identity) ?? nameless),
});

export const storedDetails = ({ country, provinceId, timezone: zone, ...identity }: ClinicDetails) => ({
  region: { country, provinceId, timezone: zone },
  identity,
});

/** Version 1 had all details in one unencrypted field. */
const withIdentity = {
  version: 2,
  upcasts: {
    1: ({ details, ...others }: Record<string, unknown>) => ({
      ...others,
      ...storedDetails(details as ClinicDetails),
    }),
  },
};

/** Booking rules of a service. Defaults: steps of its duration, no buffers, no minimum notice. */
export const serviceRules = z.strictObject({
  /** Minutes between starts. */
  stepMinutes: duration.optional(),
  /** Buffers in minutes. */
  bufferBefore: bufferMinutes.optional(),
  bufferAfter: bufferMinutes.optional(),
  /** Minimum hours between an online booking and the start. */
  noticeHours: noticeHours.optional(),
  bookableBy: bookableBy.optional(),
});
/** Only fields that differ from the defaults. */
export type ServiceRules = z.infer<typeof serviceRules>;

const clinicService = z.strictObject({
  clinicServiceId: childId,
  serviceName: storedLine(120),
  specializationId: z.string().max(60),
  duration,
  priceCents,
  /** Things that patients bring to the visit, if given. */
  toBring: instructions.optional(),
  ...serviceRules.shape,
});
/** A service of a clinic: duration in minutes, price in cents. */
export type ClinicServiceData = z.infer<typeof clinicService>;

/** A professional's own terms for a service; absent fields are the clinic's. */
export const ownTerms = z.strictObject({ duration: duration.optional(), priceCents: priceCents.optional() });
/** Duration in minutes, price in cents. */
export type OwnTerms = z.infer<typeof ownTerms>;

/** Returns the clinic's service with the professional's own terms. */
export const onOwnTerms = <Service extends Pick<ClinicServiceData, 'duration' | 'priceCents'>>(
  service: Service,
  { duration: minutes = service.duration, priceCents: cents = service.priceCents }: OwnTerms,
): Service => ({ ...service, duration: minutes, priceCents: cents });

const hours = { startingHour: wallTime, endingHour: wallTime };

/** Maximum interval in weeks of a working window. */
export const everyWeeksMaximum = 8;

/** A working window in an event: one weekday, wall-clock time of the clinic. */
export const availabilityWindow = z.strictObject({
  availabilityId: childId,
  workingDay: weekday,
  ...hours,
  /** First and last date on which it applies, both inclusive. */
  validFrom: day.optional(),
  validUntil: day.optional(),
  /** Interval in weeks, counted from the week of `anchorMonday`. */
  everyWeeks: z.int().min(2).max(everyWeeksMaximum).optional(),
  anchorMonday: day.optional(),
});

/** Hours of one date, in wall-clock time of the clinic. Empty: closed. */
export const dayWindows = z.array(z.strictObject(hours)).max(8);
/** Weekday 1 to 7 from Monday; hours `HH:mm`, up to `24:00`. */
export type AvailabilityWindow = z.infer<typeof availabilityWindow>;

/** Owner, managers and reception see the clinic's whole calendar, guests only their own bookings. */
export const hubRole = z.enum(['owner', 'manager', 'guest', 'reception']);
export type HubRole = z.infer<typeof hubRole>;
/** In answers: `role` and `doctor_role`. A role of a later release is shown as guest. */
export const shownRole = hubRole.catch('guest');
/** The system sets `stop` if the owner's plan no longer covers a member. `archived` is final. */
export const hubStatus = z.enum(['pending', 'active', 'paused', 'stop', 'rejected', 'archived']);
/** A transition that is not allowed is refused with `hub-status`. */
export type HubStatus = z.infer<typeof hubStatus>;
/** Statuses of a professional who accepted the invitation and has not left. */
export const memberStatuses: ReadonlySet<HubStatus> = new Set(['active', 'paused', 'stop']);

const stretch = z.strictObject({
  startingDate: wallDateTime,
  endingDate: wallDateTime,
  start: instant,
  end: instant,
});
type Stretch = z.infer<typeof stretch>;

/**
 * A period without bookings. `startingDate` and `endingDate` are wall-clock times as typed, `start` and `end` the
 * corresponding UTC instants.
 */
export type Period = Stretch & { readonly title: string };

/** A period in an event: its title is personal. */
export const titledPeriod = { period: stretch, title: personal(storedLine(120)) };

/** Returns the period of an event; the title is empty if it was erased. */
export const periodIn = ({ period, title }: { period: Stretch; title: string | Erased }): Period => ({
  ...period,
  title: readable(title) ?? '',
});

export const storedPeriod = ({ title, ...period }: Period) => ({ period, title });

/** Version 1 had the title inside the period, unencrypted. */
export const withTitle = {
  version: 2,
  upcasts: {
    1: ({ period, ...others }: Record<string, unknown>) => ({ ...others, ...storedPeriod(period as Period) }),
  },
};

/** Country and region whose public holidays close a clinic, and the language of the closings' titles. */
export const holidayChoice = z.strictObject({
  /** ISO 3166-1 alpha-2. */
  country: z.string().length(2),
  /** Region id of the holidays library; null for holidays of the whole country. */
  region: z.string().max(10).nullable(),
  language,
});
export type HolidayChoice = z.infer<typeof holidayChoice>;

/** Events of `clinic-<id>`: details, services, closings and the team. */
export const clinicEvents = {
  ClinicOpened: defineEvent(
    'ClinicOpened',
    { ...clinicId, ownerId: id, region, identity: personal(clinicIdentity), onlineBooking: z.boolean() },
    { ...about, ...withIdentity },
  ),
  ClinicDetailsChanged: defineEvent(
    'ClinicDetailsChanged',
    { ...clinicId, region, identity: personal(clinicIdentity) },
    { ...about, ...withIdentity },
  ),
  /** All members except the owner need a second factor. */
  SecondFactorAsked: defineEvent('SecondFactorAsked', clinicId),
  SecondFactorWaived: defineEvent('SecondFactorWaived', clinicId),
  /** Owner and managers find and open the patients of all professionals. */
  PatientsShared: defineEvent('PatientsShared', clinicId),
  /** Professionals find and open only their own patients. */
  PatientsUnshared: defineEvent('PatientsUnshared', clinicId),
  /** A member is told whether the clinic shares its patients. */
  SharingTold: defineEvent('SharingTold', { ...clinicId, hubId: id, proId: id, shared: z.boolean() }),
  OnlineBookingSwitched: defineEvent('OnlineBookingSwitched', { ...clinicId, onlineBooking: z.boolean() }),
  ClinicArchived: defineEvent('ClinicArchived', clinicId),
  /**
   * The owner's account is gone: name, address and titles of closings are no longer shown, and the key is deleted.
   */
  ClinicErased: defineEvent('ClinicErased', { ...clinicId, closingIds: z.array(childId) }),
  ClinicServiceAdded: defineEvent('ClinicServiceAdded', { ...clinicId, service: clinicService }),
  /** The service after the change. Existing bookings keep their terms. */
  ClinicServiceChanged: defineEvent('ClinicServiceChanged', { ...clinicId, service: clinicService }),
  ClinicServiceArchived: defineEvent('ClinicServiceArchived', { ...clinicId, clinicServiceId: childId }),
  /** Contains all data of the new hub, so that a process can open the hub after a crash. */
  CollaboratorInvited: defineEvent('CollaboratorInvited', {
    ...clinicId,
    hubId: id,
    proId: id,
    role: hubRole,
    status: z.enum(['pending', 'active']),
    /** Link in the invitation mail, if the invitee's email address is not verified. */
    tokenId: id.optional(),
    availabilities: z.array(availabilityWindow),
    clinicServiceIds: z.array(childId),
  }),
  CollaborationAccepted: defineEvent('CollaborationAccepted', { ...clinicId, hubId: id }),
  CollaborationRejected: defineEvent('CollaborationRejected', { ...clinicId, hubId: id }),
  CollaboratorPaused: defineEvent('CollaboratorPaused', { ...clinicId, hubId: id }),
  /** The system stopped the collaborator, because the owner's plan no longer covers them. */
  CollaboratorStopped: defineEvent('CollaboratorStopped', { ...clinicId, hubId: id }),
  CollaboratorActivated: defineEvent('CollaboratorActivated', { ...clinicId, hubId: id }),
  CollaboratorArchived: defineEvent('CollaboratorArchived', { ...clinicId, hubId: id, proId: id }),
  CollaboratorRoleChanged: defineEvent('CollaboratorRoleChanged', {
    ...clinicId,
    hubId: id,
    role: z.enum(['manager', 'guest']),
  }),
  ClosingPlanned: defineEvent(
    'ClosingPlanned',
    {
      ...clinicId,
      closingId: childId,
      ...titledPeriod,
      /** Date of the public holiday; absent if a person created the closing. */
      holiday: day.optional(),
    },
    { ...about, ...withTitle },
  ),
  ClosingCancelled: defineEvent('ClosingCancelled', { ...clinicId, closingId: childId }),
  /** Closings for upcoming holidays follow, now and as time passes. */
  HolidaysChosen: defineEvent('HolidaysChosen', { ...clinicId, choice: holidayChoice }),
  HolidaysGivenUp: defineEvent('HolidaysGivenUp', clinicId),
  /** The clinic stays open on this holiday. */
  HolidayExcepted: defineEvent('HolidayExcepted', { ...clinicId, date: day }),
  /** Reverts `HolidayExcepted`. */
  HolidayKept: defineEvent('HolidayKept', { ...clinicId, date: day }),
};
export type ClinicEvent = EventsOf<typeof clinicEvents>;
