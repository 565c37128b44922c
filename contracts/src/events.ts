import type { RecordedEvent } from './envelope.ts';
import type { EventDefinition } from './event.ts';
import { agendaEvents, type AgendaEvent } from './agenda/events.ts';
import { blockEvents, type BlockEvent } from './block/events.ts';
import { bookingEvents, type BookingEvent } from './booking/events.ts';
import { claimEvents, type ClaimEvent } from './claim/events.ts';
import { clinicEvents, type ClinicEvent } from './clinic/events.ts';
import { duplicateEvents, type DuplicateEvent } from './patient/duplicate-events.ts';
import { hubEvents, type HubEvent } from './hub/events.ts';
import { operatorEvents, type OperatorEvent } from './operator/events.ts';
import { patientEvents, type PatientEvent } from './patient/events.ts';
import { proEvents, type ProEvent } from './pro/events.ts';
import { seriesEvents, type SeriesEvent } from './series/events.ts';
import { recallEvents, type RecallEvent } from './recall/events.ts';
import { surveyEvents, type SurveyEvent } from './survey/events.ts';
import { quotaEvents, type QuotaEvent } from './quota/events.ts';
import { waitingEvents, type WaitingEvent } from './waiting/events.ts';

export type DomainEvent =
  | AgendaEvent
  | BlockEvent
  | BookingEvent
  | ClaimEvent
  | ClinicEvent
  | DuplicateEvent
  | HubEvent
  | OperatorEvent
  | PatientEvent
  | ProEvent
  | QuotaEvent
  | SeriesEvent
  | RecallEvent
  | SurveyEvent
  | WaitingEvent;

export type EventType = DomainEvent['type'];

/** Events by storage name. A lookup: searching the union takes half of the compiler's time. */
type Events = { readonly [Event in DomainEvent as Event['type']]: Event };

export type EventOf<Type extends EventType> = Events[Type];

export type EventData = { readonly [Event in DomainEvent as Event['type']]: Event['data'] };
/** Data of some events, for tests. */
export type EventSamples = { readonly [Type in EventType]?: EventData[Type] };

/** A stored event of one or several types. */
export type EventNamed<Type extends EventType> = RecordedEvent<EventOf<Type>>;

export const eventDefinitions: ReadonlyMap<string, EventDefinition> = new Map(
  [
    agendaEvents,
    blockEvents,
    bookingEvents,
    claimEvents,
    clinicEvents,
    duplicateEvents,
    hubEvents,
    operatorEvents,
    patientEvents,
    proEvents,
    quotaEvents,
    seriesEvents,
    recallEvents,
    surveyEvents,
    waitingEvents,
  ]
    .flatMap((feature) => Object.values(feature) as unknown as EventDefinition[])
    .map((definition) => [definition.type, definition]),
);

type Unnarrowed = { readonly type: string; readonly data: unknown };

/** Whether this release knows the event's type. Stores validate data when they write it. */
export const isKnown = (event: Unnarrowed): event is DomainEvent => eventDefinitions.has(event.type);

export const isEvent = <Type extends EventType>(
  event: Unnarrowed,
  ...types: readonly Type[]
): event is EventOf<Type> => types.some((type) => type === event.type);
