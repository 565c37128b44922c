import { z } from 'zod';
import { defineEvent, type EventsOf } from '../event.ts';
import {
  bufferMinutes,
  childId,
  duration,
  id,
  instant,
  line,
  noticeHours,
  priceCents,
  timezone,
  wallDateTime,
  wallTime,
  weekday,
} from '../fields.ts';

const clinicId = { clinicId: id };

/** Who may book a service: whoever visits the page, or the clinic's staff alone. */
export const bookableBy = z.enum(['everyone', 'staff']);
/** Left out, it is `everyone`. */
export type BookableBy = z.infer<typeof bookableBy>;

/** Where a clinic is and what it is called. */
export const clinicDetails = z.strictObject({
  name: line(120),
  country: z.string().length(2),
  provinceId: z.string().max(10),
  city: line(120),
  address: line(200),
  /** Digits kept as text: 00100. */
  postalCode: z.string().regex(/^\d{3,10}$/, 'must be digits'),
  timezone,
});
/** Country as ISO 3166-1 alpha-2, time zone by its IANA name. */
export type ClinicDetails = z.infer<typeof clinicDetails>;

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
  serviceName: line(120),
  specializationId: z.string().max(60),
  duration,
  priceCents,
  ...serviceRules.shape,
});
/** A service of a clinic's list: duration in minutes, price in cents. */
export type ClinicServiceData = z.infer<typeof clinicService>;

/** Availability as written: one weekday, wall clock of the clinic. */
export const availabilityWindow = z.strictObject({
  availabilityId: childId,
  workingDay: weekday,
  startingHour: wallTime,
  endingHour: wallTime,
});
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

/** A stretch in which a clinic or a hub takes no bookings; wall clock as typed, instants as meant. */
export const period = z.strictObject({
  title: line(120),
  startingDate: wallDateTime,
  endingDate: wallDateTime,
  start: instant,
  end: instant,
});
/** `startingDate` and `endingDate` are wall clock of the clinic, `start` and `end` the UTC instants meant by it. */
export type Period = z.infer<typeof period>;

/** Events of `clinic-<id>`: details, services, closings, and the team. */
export const clinicEvents = {
  ClinicOpened: defineEvent('ClinicOpened', {
    ...clinicId,
    ownerId: id,
    details: clinicDetails,
    onlineBooking: z.boolean(),
  }),
  ClinicDetailsChanged: defineEvent('ClinicDetailsChanged', { ...clinicId, details: clinicDetails }),
  OnlineBookingSwitched: defineEvent('OnlineBookingSwitched', { ...clinicId, onlineBooking: z.boolean() }),
  ClinicArchived: defineEvent('ClinicArchived', clinicId),
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
  ClosingPlanned: defineEvent('ClosingPlanned', { ...clinicId, closingId: childId, period }),
  ClosingCancelled: defineEvent('ClosingCancelled', { ...clinicId, closingId: childId }),
};
/** An event of one clinic or its team, told apart by `type`. */
export type ClinicEvent = EventsOf<typeof clinicEvents>;
