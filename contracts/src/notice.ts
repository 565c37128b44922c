import { bookingEvents } from './booking/events.ts';
import type { EventType } from './events.ts';
import { recallEvents } from './recall/events.ts';
import { waitingEvents } from './waiting/events.ts';

/** Message on the bus about an event whose rows can be read. No personal data. */
export type Notice = {
  /** The event's id, also used as message id. */
  readonly id: string;
  readonly type: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: string;
  readonly correlationId: string;
  /** Copied from the event's metadata. */
  readonly traceparent?: string;
  /** ISO 8601 instant of the decision. */
  readonly time: string;
  /** The event's id fields (`bookingId`, `clinicId`, `hubId`, …). */
  readonly ids: Readonly<Record<string, string>>;
};

/** Event types that live screens follow. Only these are published on the bus. */
export const publishedTypes: ReadonlySet<string> = new Set<string>([
  ...Object.keys(bookingEvents).filter((type) => type !== ('ReservationAbandoned' satisfies EventType)),
  ...Object.keys(waitingEvents),
  ...Object.keys(recallEvents),
  ...([
    'PatientUpdated',
    'PatientErasureRequested',
    'PatientTagsSet',
    'PatientNoteWritten',
    'PatientErasureAnnounced',
    'PatientErasureCalledOff',
    'PatientsMerged',
    'PatientsSeparated',
    'PatientAnsweredText',
    'PatientsToldApart',
    'ClosingPlanned',
    'ClosingCancelled',
    'VacationPlanned',
    'VacationCancelled',
    'TimeBlocked',
    'BlockChanged',
    'TimeUnblocked',
    'ClinicArchived',
    'CollaboratorInvited',
    'CollaborationAccepted',
    'CollaborationRejected',
    'CollaboratorPaused',
    'CollaboratorStopped',
    'CollaboratorActivated',
    'CollaboratorArchived',
    'CollaboratorRoleChanged',
    'ExternalCalendarDisconnected',
    'TextsUsedUp',
    'SeriesPlaced',
    'SeriesChanged',
  ] satisfies EventType[]),
]);
