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

/** Who may book a service: every visitor of the page, patients whom the professional has already, or staff alone. */
export const bookableBy = z.enum(['everyone', 'known', 'staff']);
/** Left out, it is `everyone`. */
export type BookableBy = z.infer<typeof bookableBy>;

/** What names a clinic, and with it its owner: personal, encrypted as one value. */
export const clinicIdentity = z.strictObject({
  name: storedLine(120),
  city: storedLine(120),
  address: storedLine(200),
  /** Digits kept as text, `00100`; with letters where the country has them, `SW1A 1AA`. */
  postalCode: z.string().regex(/^[A-Z\d ]{3,10}$/, 'must be digits, or letters where the country has them'),
  /** How patients reach it, where it says so. */
  phone: clinicPhone.optional(),
  email: patientEmail.optional(),
});
type ClinicIdentity = z.infer<typeof clinicIdentity>;

const region = z.strictObject({ country: z.string().length(2), provinceId: z.string().max(10), timezone });

/** Where a clinic is and what it is called. Country as ISO 3166-1 alpha-2, time zone by its IANA name. */
export type ClinicDetails = z.infer<typeof region> & ClinicIdentity;

/** Details as events hold them. */
type StoredDetails = {
  readonly region: z.infer<typeof region>;
  readonly identity: ClinicIdentity | Erased;
};

const nameless: ClinicIdentity = { name: '', city: '', address: '', postalCode: '' };

/** The details in an event; without a name and an address once they were erased. */
export const detailsOf = ({ region: where, identity }: StoredDetails): ClinicDetails => ({
  ...where,
  ...(readable(identity) ?? nameless),
});

/** Details as an event holds them. */
export const storedDetails = ({ country, provinceId, timezone: zone, ...identity }: ClinicDetails) => ({
  region: { country, provinceId, timezone: zone },
  identity,
});

/** Version 1 had all details in one field, readable for ever. */
const withIdentity = {
  version: 2,
  upcasts: {
    1: ({ details, ...others }: Record<string, unknown>) => ({
      ...others,
      ...storedDetails(details as ClinicDetails),
    }),
  },
};

/** How a service may be booked. What is left out changes nothing: the grid of its duration, no buffers, no notice. */
export const serviceRules = z.strictObject({
  /** Minutes between starts. */
  stepMinutes: duration.optional(),
  /** Minutes that a visit occupies before its start and after its end. */
  bufferBefore: bufferMinutes.optional(),
  bufferAfter: bufferMinutes.optional(),
  /** Hours before its start up to which it can be booked online. */
  noticeHours: noticeHours.optional(),
  bookableBy: bookableBy.optional(),
});
/** Part of a service, with the fields that are not neutral. */
export type ServiceRules = z.infer<typeof serviceRules>;

const clinicService = z.strictObject({
  clinicServiceId: childId,
  serviceName: storedLine(120),
  specializationId: z.string().max(60),
  duration,
  priceCents,
  ...serviceRules.shape,
});
/** A service of a clinic's list: duration in minutes, price in cents. */
export type ClinicServiceData = z.infer<typeof clinicService>;

/** What a professional's own service at a clinic has instead of the clinic's; left out is the clinic's. */
export const ownTerms = z.strictObject({ duration: duration.optional(), priceCents: priceCents.optional() });
/** Duration in minutes, price in cents. */
export type OwnTerms = z.infer<typeof ownTerms>;

/** A clinic's service as one professional offers it. */
export const onOwnTerms = <Service extends Pick<ClinicServiceData, 'duration' | 'priceCents'>>(
  service: Service,
  { duration: minutes = service.duration, priceCents: cents = service.priceCents }: OwnTerms,
): Service => ({ ...service, duration: minutes, priceCents: cents });

const hours = { startingHour: wallTime, endingHour: wallTime };

/** Most weeks between two that a row of hours counts in. */
export const everyWeeksMaximum = 8;

/** Availability as written: one weekday, wall clock of the clinic. */
export const availabilityWindow = z.strictObject({
  availabilityId: childId,
  workingDay: weekday,
  ...hours,
  /** First and last date on which it counts, both inclusive. */
  validFrom: day.optional(),
  validUntil: day.optional(),
  /** It counts in every so many weeks, reckoned from the week of `anchorMonday`. */
  everyWeeks: z.int().min(2).max(everyWeeksMaximum).optional(),
  anchorMonday: day.optional(),
});

/** Hours of one date, on the clinic's wall clock; none is closed. */
export const dayWindows = z.array(z.strictObject(hours)).max(8);
/** Weekday 1 to 7 from Monday; hours `HH:mm`, up to `24:00`. */
export type AvailabilityWindow = z.infer<typeof availabilityWindow>;

/** The owner and managers run the clinic's calendar, a guest sees their own bookings. */
export const hubRole = z.enum(['owner', 'manager', 'guest']);
/** Answers carry it as `role` and `doctor_role`. */
export type HubRole = z.infer<typeof hubRole>;
/** The product sets `stop` where the owner's plan no longer includes a member; nothing leads back from `archived`. */
export const hubStatus = z.enum(['pending', 'active', 'paused', 'stop', 'rejected', 'archived']);
/** A change that does not lead from the present one is refused with `hub-status`. */
export type HubStatus = z.infer<typeof hubStatus>;
/** Statuses of a hub whose professional is a member of the clinic: accepted, and neither refused nor ended. */
export const memberStatuses: ReadonlySet<HubStatus> = new Set(['active', 'paused', 'stop']);

const stretch = z.strictObject({
  startingDate: wallDateTime,
  endingDate: wallDateTime,
  start: instant,
  end: instant,
});
type Stretch = z.infer<typeof stretch>;

/**
 * A stretch in which a clinic or a hub takes no bookings. `startingDate` and `endingDate` are wall clock of the clinic as
 * typed, `start` and `end` the UTC instants meant by it.
 */
export type Period = Stretch & { readonly title: string };

/** A stretch as events hold it: what it is called is personal. */
export const titledPeriod = { period: stretch, title: personal(storedLine(120)) };

/** The stretch of an event; without a title once that was erased. */
export const periodIn = ({ period, title }: { period: Stretch; title: string | Erased }): Period => ({
  ...period,
  title: readable(title) ?? '',
});

/** A stretch as an event holds it. */
export const storedPeriod = ({ title, ...period }: Period) => ({ period, title });

/** Version 1 had the title in the stretch, readable for ever. */
export const withTitle = {
  version: 2,
  upcasts: {
    1: ({ period, ...others }: Record<string, unknown>) => ({ ...others, ...storedPeriod(period as Period) }),
  },
};

/** Whose public holidays close a clinic, and the language of their names. */
export const holidayChoice = z.strictObject({
  /** ISO 3166-1 alpha-2. */
  country: z.string().length(2),
  /** Of the country, as the library of holidays calls it; null is what the whole country keeps. */
  region: z.string().max(10).nullable(),
  language,
});
/** What a clinic's holidays follow from. */
export type HolidayChoice = z.infer<typeof holidayChoice>;

/** Events of `clinic-<id>`: details, services, closings, and the team. */
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
  /** Whoever works at the clinic needs a second factor, but for its owner. */
  SecondFactorAsked: defineEvent('SecondFactorAsked', clinicId),
  SecondFactorWaived: defineEvent('SecondFactorWaived', clinicId),
  OnlineBookingSwitched: defineEvent('OnlineBookingSwitched', { ...clinicId, onlineBooking: z.boolean() }),
  ClinicArchived: defineEvent('ClinicArchived', clinicId),
  /** Its owner's account is gone: name, address and titles of closings are shown no more, and the key goes. */
  ClinicErased: defineEvent('ClinicErased', { ...clinicId, closingIds: z.array(childId) }),
  ClinicServiceAdded: defineEvent('ClinicServiceAdded', { ...clinicId, service: clinicService }),
  /** The service as it is from then on; bookings keep what they were placed with. */
  ClinicServiceChanged: defineEvent('ClinicServiceChanged', { ...clinicId, service: clinicService }),
  ClinicServiceArchived: defineEvent('ClinicServiceArchived', { ...clinicId, clinicServiceId: childId }),
  /** Carries all that the hub starts with, so that a process can open the hub after a crash. */
  CollaboratorInvited: defineEvent('CollaboratorInvited', {
    ...clinicId,
    hubId: id,
    proId: id,
    role: hubRole,
    status: z.enum(['pending', 'active']),
    /** Of the link that the invitation is mailed with, where who is invited never proved their address. */
    tokenId: id.optional(),
    availabilities: z.array(availabilityWindow),
    clinicServiceIds: z.array(childId),
  }),
  CollaborationAccepted: defineEvent('CollaborationAccepted', { ...clinicId, hubId: id }),
  CollaborationRejected: defineEvent('CollaborationRejected', { ...clinicId, hubId: id }),
  CollaboratorPaused: defineEvent('CollaboratorPaused', { ...clinicId, hubId: id }),
  /** By the system: the owner's plan no longer includes them. */
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
      /** The date of the public holiday that it is for; absent where a person planned it. */
      holiday: day.optional(),
    },
    { ...about, ...withTitle },
  ),
  ClosingCancelled: defineEvent('ClosingCancelled', { ...clinicId, closingId: childId }),
  /** Closings for the holidays to come follow it, then and as time goes by. */
  HolidaysChosen: defineEvent('HolidaysChosen', { ...clinicId, choice: holidayChoice }),
  HolidaysGivenUp: defineEvent('HolidaysGivenUp', clinicId),
  /** The clinic stays open on this holiday. */
  HolidayExcepted: defineEvent('HolidayExcepted', { ...clinicId, date: day }),
  /** It closes on it after all. */
  HolidayKept: defineEvent('HolidayKept', { ...clinicId, date: day }),
};
/** An event of one clinic or its team, told apart by `type`. */
export type ClinicEvent = EventsOf<typeof clinicEvents>;
