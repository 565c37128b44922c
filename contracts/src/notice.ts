import { bookingEvents } from './booking/events.ts';
import type { EventType } from './events.ts';

/** What the bus says of an event once its rows are readable. No personal data. */
export type Notice = {
  /** The event's id; also the message's. */
  readonly id: string;
  readonly type: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: string;
  readonly correlationId: string;
  /** Of the event's metadata. */
  readonly traceparent?: string;
  /** Instant of the decision, ISO 8601. */
  readonly time: string;
  /** The event's id fields (`bookingId`, `clinicId`, `hubId`, …). */
  readonly ids: Readonly<Record<string, string>>;
};

/** The types of events that screens show at once, and that the bus therefore tells of; of all others nobody hears. */
export const toldTypes: ReadonlySet<string> = new Set<string>([
  ...Object.keys(bookingEvents).filter((type) => type !== ('ReservationAbandoned' satisfies EventType)),
  ...([
    'PatientUpdated',
    'PatientErasureRequested',
    'PatientTagsSet',
    'PatientNoteWritten',
    'PatientErasureAnnounced',
    'PatientErasureCalledOff',
    'PatientsMerged',
    'PatientsSeparated',
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
  ] satisfies EventType[]),
]);
