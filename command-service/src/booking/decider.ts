import type {
  BookingDetails,
  BookingEvent,
  Contact,
  ContactPerson,
  Told,
  UnmailedReason,
} from '@visita/contracts/booking/events';
import type { Attendance } from '@visita/contracts/booking/attendance';
import { type BookingStatus, isGone } from '@visita/contracts/booking/status';
import { type Erased, erased, isErased, readable } from '@visita/contracts/event';
import { Rejection } from '@visita/contracts/problem';
import type { Decider } from '@visita/platform/runtime/decider';
import { type AttendanceCommand, decideAttendance, movedAttendance, requireUnsettled } from './attendance.ts';

/** A booking that is placed: nothing of it is erased yet. */
export type NewBooking = BookingDetails & { contact: Contact; proNotes: string };

/** Who is told of a booking to be: nothing of them is erased yet. */
export type NewTold = { readonly contactId: string; readonly contact: ContactPerson };

/** A booking to be, and who is told of it where the patient is not. */
export type BookingDraft = NewBooking & { readonly told: NewTold | null };

export type BookingState =
  | { readonly status: 'none'; readonly abandoned: readonly string[] }
  | (Readonly<BookingDetails> & {
      readonly status: BookingStatus;
      readonly attendance: Attendance;
      /** Since when the patient waits, or waited until they were seen. */
      readonly arrivedAt: string | null;
      /** Reservations that were fenced off or moved away from: the booking never stands on them (again). */
      readonly abandoned: readonly string[];
      /** The interval that it was moved away from last. */
      readonly movedFrom: Extract<BookingEvent, { type: 'BookingMoved' }>['data']['previous'] | null;
      /** Null where the patient is told themselves, or nobody any more. */
      readonly told: Told | null;
      /** Why the last mail about it was not sent; null where it was. */
      readonly unmailed: UnmailedReason | null;
      /** Nobody's any more: the patient was erased. */
      readonly patientGone: boolean;
      /** Notes of professionals who treated before. */
      readonly notesLeft: Readonly<Record<string, string | Erased>>;
      /** Who the patient is to professionals who treated before. */
      readonly patientsLeft: Readonly<Record<string, string>>;
    });

/** A booking that was placed, in any status. */
export type PlacedBooking = Exclude<BookingState, { status: 'none' }>;

export type BookingCommand =
  | { type: 'place'; booking: NewBooking; told?: NewTold | null }
  | { type: 'confirm'; now: string }
  | { type: 'lapse'; now: string }
  | { type: 'abandon-reservation'; bookingId: string; reservationId: string; now: string }
  | {
      type: 'move';
      by: 'pro' | 'patient';
      /** `patientId` is who the patient is to the professional of `proId`, `contactId` who is told. */
      to: Pick<
        BookingDetails,
        'reservationId' | 'start' | 'end' | 'proId' | 'hubId' | 'patientId' | 'timezone' | 'service'
      > & { contactId?: string | null };
    }
  | { type: 'note'; proNotes: string }
  | { type: 'orphan'; reason: 'hub-archived' | 'clinic-archived' | 'pro-deleted' }
  | { type: 'give-up' }
  | { type: 'cancel'; by: 'pro' | 'patient' | 'system' }
  | { type: 'erase-patient'; patientId: string; now: string }
  | AttendanceCommand;

const evolvePlaced = (
  state: PlacedBooking,
  event: Exclude<BookingEvent, { type: 'BookingPlaced' | 'ReservationAbandoned' }>,
): BookingState => {
  switch (event.type) {
    case 'BookingContactNamed': {
      const { contactId, contact } = event.data;
      return { ...state, told: { contactId, contact } };
    }
    case 'BookingContactErased':
      return { ...state, told: null };
    case 'BookingConfirmed':
      return { ...state, status: 'confirmed' };
    case 'BookingLapsed':
      return { ...state, status: 'lapsed' };
    case 'BookingMoved': {
      const { proId, hubId, reservationId, start, end, timezone, service } = event.data;
      const moved = { proId, hubId, reservationId, start, end, timezone, service };
      const abandoned = [...state.abandoned, state.reservationId];
      const movedFrom = event.data.previous;
      // Another mail says so.
      return { ...state, ...moved, abandoned, movedFrom, unmailed: null, status: 'confirmed' };
    }
    case 'BookingHandedOver': {
      const { patientId, contact, proNotes, previous } = event.data;
      const notesLeft = { ...state.notesLeft, [previous.proId]: state.proNotes };
      const patientsLeft = { ...state.patientsLeft, [previous.proId]: previous.patientId };
      return { ...state, patientId, contact, proNotes, notesLeft, patientsLeft };
    }
    case 'BookingNoted':
      return { ...state, proNotes: event.data.proNotes };
    case 'BookingOrphaned':
      return { ...state, status: 'orfan' };
    case 'BookingCancelled':
      return { ...state, status: 'cancelled' };
    case 'PatientArrived':
      return { ...state, attendance: 'arrived', arrivedAt: event.data.at };
    case 'BookingAttended':
      return { ...state, attendance: 'attended' };
    case 'BookingMissed':
      return { ...state, attendance: event.data.excused ? 'excused' : 'missed' };
    case 'AttendanceCorrected':
      return { ...state, attendance: event.data.attendance, arrivedAt: event.data.arrivedAt };
    case 'BookingNotMailed':
      return { ...state, unmailed: event.data.reason };
    case 'BookingPatientErased':
      return { ...state, contact: erased, proNotes: erased, told: null, patientGone: true };
  }
};

const evolve = (state: BookingState, event: BookingEvent): BookingState => {
  switch (event.type) {
    case 'ReservationAbandoned':
      return { ...state, abandoned: [...state.abandoned, event.data.reservationId] };
    case 'BookingPlaced':
      return {
        ...event.data,
        status: event.data.confirmBy === null ? 'confirmed' : 'pending',
        attendance: 'expected',
        arrivedAt: null,
        abandoned: state.abandoned,
        movedFrom: null,
        told: null,
        unmailed: null,
        patientGone: false,
        notesLeft: {},
        patientsLeft: {},
      };
    default:
      return state.status === 'none' ? state : evolvePlaced(state, event);
  }
};

const idsOf = ({ bookingId, proId, clinicId, hubId, patientId }: BookingDetails) => ({
  bookingId,
  proId,
  clinicId,
  hubId,
  patientId,
});

/** Whether a pending booking was not confirmed in time. */
const overdue = (state: BookingState, now: string): boolean =>
  state.status === 'pending' && state.confirmBy !== null && now >= state.confirmBy;

const nameContact = (booking: BookingDetails, { contactId, contact }: NewTold): BookingEvent => ({
  type: 'BookingContactNamed',
  data: { ...idsOf(booking), contactId, contact },
});

const place = (
  command: Extract<BookingCommand, { type: 'place' }>,
  state: BookingState,
): readonly BookingEvent[] => {
  if (state.status !== 'none') return [];
  // Given up is the booking, whichever stretch a try reserved for it: a try after other buffers reserved another.
  if (state.abandoned.length > 0) throw new Rejection('slot-taken');
  const { booking, told } = command;
  return [{ type: 'BookingPlaced', data: booking }, ...(told ? [nameContact(booking, told)] : [])];
};

/**
 * A taker asks whether an expired reservation is still needed. `slot-taken` says it is; else it is fenced off by an
 * event in this stream, so that a slow holder who comes back finds it gone.
 */
const abandonReservation = (
  command: Extract<BookingCommand, { type: 'abandon-reservation' }>,
  state: BookingState,
): readonly BookingEvent[] => {
  const { bookingId, reservationId, now } = command;
  if (state.abandoned.includes(reservationId)) return [];
  if (state.status === 'none' || state.reservationId !== reservationId) {
    return [{ type: 'ReservationAbandoned', data: { bookingId, reservationId } }];
  }
  // An orphan blocks no interval, and comes back only by a move to another reservation.
  if (isGone(state.status) || state.status === 'orfan') return [];
  if (overdue(state, now)) return [{ type: 'BookingLapsed', data: idsOf(state) }];
  throw new Rejection('slot-taken');
};

/**
 * Patients are per pro: another professional has the booking as one of their own patients. Notes stay
 * with their writer, also where professionals move a booking to themselves.
 */
const handOver = (
  { proId, hubId, patientId, contactId }: Extract<BookingCommand, { type: 'move' }>['to'],
  state: PlacedBooking,
): readonly BookingEvent[] => {
  const { contact, told } = state;
  if (isErased(contact)) throw new Rejection('patient-erased');
  const own = state.notesLeft[proId];
  const handed = {
    ...idsOf(state),
    proId,
    hubId,
    patientId,
    contact,
    proNotes: own === undefined || isErased(own) ? '' : own,
    previous: { proId: state.proId, patientId: state.patientId },
  };
  const telling = told && readable(told.contact);
  return [
    { type: 'BookingHandedOver', data: handed },
    ...(contactId && telling ? [nameContact({ ...state, ...handed }, { contactId, contact: telling })] : []),
  ];
};

const move = (
  { to, by }: Extract<BookingCommand, { type: 'move' }>,
  state: PlacedBooking,
): readonly BookingEvent[] => {
  if (state.status !== 'confirmed' && state.status !== 'orfan') throw new Rejection('booking-not-active');
  if (state.reservationId === to.reservationId) return [];
  if (state.abandoned.includes(to.reservationId)) throw new Rejection('slot-taken');
  const came = movedAttendance(state, to.start, idsOf({ ...state, ...to }));
  const { proId, reservationId, start, end, service } = state;
  const { bufferBefore, bufferAfter } = service;
  const buffers = { ...(bufferBefore && { bufferBefore }), ...(bufferAfter && { bufferAfter }) };
  const previous = { proId, reservationId, start, end, ...buffers };
  const { contactId: _, ...place } = to;
  return [
    { type: 'BookingMoved', data: { ...idsOf(state), ...place, by, previous } },
    ...(to.patientId === state.patientId ? [] : handOver(to, state)),
    ...came,
  ];
};

/** A booking ahead is cancelled in the same append: its patient cannot come or be told. */
const erasePatient = (
  { patientId, now }: Extract<BookingCommand, { type: 'erase-patient' }>,
  state: PlacedBooking,
): readonly BookingEvent[] => {
  const ids = idsOf(state);
  if (state.told?.contactId === patientId && state.patientId !== patientId) {
    // A hold is theirs to confirm; what stands is the patient's, who comes all the same.
    const cancelled = { type: 'BookingCancelled', data: { ...ids, by: 'system' } } as const;
    const erasedContact = { type: 'BookingContactErased', data: { ...ids, contactId: patientId } } as const;
    return [erasedContact, ...(state.status === 'pending' ? [cancelled] : [])];
  }
  // One that was handed over is another pro's patient's by now.
  if (state.patientGone || state.patientId !== patientId) return [];
  const ends = state.start > now && !isGone(state.status);
  return [
    { type: 'BookingPatientErased', data: ids },
    ...(ends ? [{ type: 'BookingCancelled' as const, data: { ...ids, by: 'system' as const } }] : []),
  ];
};

const decidePlaced = (
  command: Exclude<BookingCommand, { type: 'place' | 'abandon-reservation' }>,
  state: PlacedBooking,
): readonly BookingEvent[] => {
  const gone = isGone(state.status);
  const changes = command.type === 'confirm' || command.type === 'move' || command.type === 'note';
  if (changes && !gone && state.patientGone) throw new Rejection('patient-erased');
  switch (command.type) {
    case 'confirm':
      if (state.status === 'confirmed' || state.status === 'orfan') return [];
      if (gone || state.declined || overdue(state, command.now)) throw new Rejection('booking-not-active');
      return [{ type: 'BookingConfirmed', data: idsOf(state) }];
    case 'lapse':
      return overdue(state, command.now) ? [{ type: 'BookingLapsed', data: idsOf(state) }] : [];
    case 'move':
      return move(command, state);
    case 'note':
      if (gone) throw new Rejection('booking-not-active');
      if (state.proNotes === command.proNotes) return [];
      return [{ type: 'BookingNoted', data: { ...idsOf(state), proNotes: command.proNotes } }];
    case 'orphan':
      if (state.status !== 'confirmed') return [];
      return [{ type: 'BookingOrphaned', data: { ...idsOf(state), reason: command.reason } }];
    case 'give-up':
      if (gone) return [];
      if (state.status !== 'pending') throw new Rejection('booking-not-active');
      return [{ type: 'BookingLapsed', data: idsOf(state) }];
    case 'cancel':
      if (gone) return [];
      requireUnsettled(state);
      return [{ type: 'BookingCancelled', data: { ...idsOf(state), by: command.by } }];
    case 'erase-patient':
      return erasePatient(command, state);
    case 'mark-arrived':
    case 'mark-attended':
    case 'mark-missed':
    case 'correct-attendance':
      return decideAttendance(command, state, idsOf(state));
  }
};

/** Decides `booking-<id>`: one booking's whole life. It has the last word on whether a reservation is needed. */
export const bookingDecider: Decider<BookingState, BookingEvent, BookingCommand> = {
  stream: (id) => `booking-${id}`,
  version: 4,
  initialState: { status: 'none', abandoned: [] },
  evolve,
  decide: (command, state) => {
    if (command.type === 'place') return place(command, state);
    if (command.type === 'abandon-reservation') return abandonReservation(command, state);
    if (state.status === 'none') throw new Rejection('not-found');
    return decidePlaced(command, state);
  },
};
