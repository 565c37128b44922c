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
  /** Hours of one date, which replace its weekly hours. */
  DayHoursSet: defineEvent('DayHoursSet', { ...hub, date: day, windows: dayWindows }),
  /** The date has its weekly hours again. */
  DayHoursCleared: defineEvent('DayHoursCleared', { ...hub, date: day }),
  HubServiceOffered: defineEvent('HubServiceOffered', {
    ...hub,
    hubServiceId: childId,
    clinicServiceId: childId,
  }),
  /** The professional's own duration and price. Existing bookings keep their terms. */
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
  /** The professional's account is gone: titles of vacations are no longer shown. */
  HubErased: defineEvent('HubErased', { ...hub, vacationIds: z.array(childId) }),
};
export type HubEvent = EventsOf<typeof hubEvents>;
