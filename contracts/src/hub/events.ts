import { z } from 'zod';
import { defineEvent, type EventsOf } from '../event.ts';
import { childId, day, id } from '../fields.ts';
import { availabilityWindow, dayWindows, ownTerms, titledPeriod, withTitle } from '../clinic/events.ts';

const hub = { hubId: id, clinicId: id, proId: id };

/** Events of `hub-<id>`: one professional's availabilities, services and vacations at one clinic. */
export const hubEvents = {
  HubOpened: defineEvent('HubOpened', hub),
  AvailabilityAdded: defineEvent('AvailabilityAdded', { ...hub, availability: availabilityWindow }),
  AvailabilityRemoved: defineEvent('AvailabilityRemoved', { ...hub, availabilityId: childId }),
  /** The hours of one date, which replace those of its week. */
  DayHoursSet: defineEvent('DayHoursSet', { ...hub, date: day, windows: dayWindows }),
  /** The date has the hours of its week again. */
  DayHoursCleared: defineEvent('DayHoursCleared', { ...hub, date: day }),
  HubServiceOffered: defineEvent('HubServiceOffered', {
    ...hub,
    hubServiceId: childId,
    clinicServiceId: childId,
  }),
  /** The professional's own duration and price of a service from then on; bookings keep what they were placed with. */
  HubServiceTermsSet: defineEvent('HubServiceTermsSet', {
    ...hub,
    hubServiceId: childId,
    clinicServiceId: childId,
    own: ownTerms,
  }),
  HubServiceWithdrawn: defineEvent('HubServiceWithdrawn', {
    ...hub,
    hubServiceId: childId,
    clinicServiceId: childId,
  }),
  VacationPlanned: defineEvent(
    'VacationPlanned',
    { ...hub, vacationId: childId, ...titledPeriod },
    { subject: ({ proId }) => `pro-${proId}` as const, ...withTitle },
  ),
  VacationCancelled: defineEvent('VacationCancelled', { ...hub, vacationId: childId }),
  /** The professional's account is gone: titles of vacations are shown no more. */
  HubErased: defineEvent('HubErased', { ...hub, vacationIds: z.array(childId) }),
};
/** An event of one professional at one clinic, told apart by `type`. */
export type HubEvent = EventsOf<typeof hubEvents>;
