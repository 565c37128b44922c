import { defineEvent, type EventsOf } from '../event.ts';
import { childId, id } from '../fields.ts';
import { availabilityWindow, period } from '../clinic/events.ts';

const hub = { hubId: id, clinicId: id, proId: id };

/** Events of `hub-<id>`: one professional's availabilities, services and vacations at one clinic. */
export const hubEvents = {
  HubOpened: defineEvent('HubOpened', hub),
  AvailabilityAdded: defineEvent('AvailabilityAdded', { ...hub, availability: availabilityWindow }),
  AvailabilityRemoved: defineEvent('AvailabilityRemoved', { ...hub, availabilityId: childId }),
  HubServiceOffered: defineEvent('HubServiceOffered', {
    ...hub,
    hubServiceId: childId,
    clinicServiceId: childId,
  }),
  HubServiceWithdrawn: defineEvent('HubServiceWithdrawn', {
    ...hub,
    hubServiceId: childId,
    clinicServiceId: childId,
  }),
  VacationPlanned: defineEvent('VacationPlanned', { ...hub, vacationId: childId, period }),
  VacationCancelled: defineEvent('VacationCancelled', { ...hub, vacationId: childId }),
};
/** An event of one professional at one clinic, told apart by `type`. */
export type HubEvent = EventsOf<typeof hubEvents>;
