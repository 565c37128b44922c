import type { EventDefinition } from './event.ts';
import { agendaEvents, type AgendaEvent } from './agenda/events.ts';
import { bookingEvents, type BookingEvent } from './booking/events.ts';
import { claimEvents, type ClaimEvent } from './claim/events.ts';
import { clinicEvents, type ClinicEvent } from './clinic/events.ts';
import { hubEvents, type HubEvent } from './hub/events.ts';
import { operatorEvents, type OperatorEvent } from './operator/events.ts';
import { patientEvents, type PatientEvent } from './patient/events.ts';
import { proEvents, type ProEvent } from './pro/events.ts';
import { surveyEvents, type SurveyEvent } from './survey/events.ts';
import { quotaEvents, type QuotaEvent } from './quota/events.ts';

/** Any event of the product. */
export type DomainEvent =
  | AgendaEvent
  | BookingEvent
  | ClaimEvent
  | ClinicEvent
  | HubEvent
  | OperatorEvent
  | PatientEvent
  | ProEvent
  | QuotaEvent
  | SurveyEvent;

/** Every event definition by its storage name. */
export const eventDefinitions: ReadonlyMap<string, EventDefinition> = new Map(
  [
    agendaEvents,
    bookingEvents,
    claimEvents,
    clinicEvents,
    hubEvents,
    operatorEvents,
    patientEvents,
    proEvents,
    quotaEvents,
    surveyEvents,
  ]
    .flatMap((feature) => Object.values(feature) as unknown as EventDefinition[])
    .map((definition) => [definition.type, definition]),
);
