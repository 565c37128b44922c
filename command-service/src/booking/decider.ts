import { byType } from '@visita/contracts/cases';
import type {
  BookingDetails,
  BookingEvent,
  Contact,
  ContactPerson,
  BookingContact,
  UnmailedReason,
  Texted,
  VisitAnswer,
} from '@visita/contracts/booking/events';
import type { Attendance } from '@visita/contracts/booking/attendance';
import { type BookingStatus, isGone } from '@visita/contracts/booking/status';
import { type Erased, erased, isErased, readable } from '@visita/contracts/event';
import { Rejection } from '@visita/contracts/problem';
import type { Decider } from '@visita/platform/runtime/decider';
import { type AttendanceCommand, decideAttendance, movedAttendance, requireUnsettled } from './attendance.ts';

/** A booking to be placed, without erased data. */
export type NewBooking = BookingDetails & { contact: Contact; proNotes: string };

/** The contact of a booking to be placed, without erased data. */
export type NewBookingContact = { readonly contactId: string; readonly contact: ContactPerson };

/** A booking to be placed, and the contact person who gets its mails instead of the patient. */
export type BookingDraft = NewBooking & { readonly told: NewBookingContact | null };

export type BookingState =
  | { readonly status: 'none'; readonly abandoned: readonly string[] }
  | (Readonly<BookingDetails> & {
      readonly status: BookingStatus;
      readonly attendance: Attendance;
      /** Instant of arrival. */
      readonly arrivedAt: string | null;
      /** Reservations that the booking has given up or left and will never use again. */
      readonly abandoned: readonly string[];
      /** The last interval that the booking left. */
      readonly movedFrom: Extract<BookingEvent, { type: 'BookingMoved' }>['data']['previous'] | null;
      /**
       * The contact person who gets the mails; null if the patient gets them, or after the contact
       * person was erased.
       */
      readonly told: BookingContact | null;
      /** Reason why the last mail about the booking was not sent; null if it was sent. */
      readonly unmailed: UnmailedReason | null;
      /** Answer to a reminder of the visit at its present time; null without one. */
      readonly answer: VisitAnswer | null;
      /** Outcome of the last reminder of the visit at its present time if it was a text; null otherwise. */
      readonly texted: Texted | null;
      /** Whether the booking is or was confirmed. */
      readonly wasConfirmed: boolean;
      /** How often the email of the mails was corrected: only links of the present turn are valid. */
      readonly turn: number;
      /** Whether the patient was erased. */
      readonly patientGone: boolean;
      /** Notes of former professionals, by professional. */
      readonly notesLeft: Readonly<Record<string, string | Erased>>;
      /** Patient ids on the lists of former professionals, by professional. */
      readonly patientsLeft: Readonly<Record<string, string>>;
    });

/** A booking that was placed, in any status. */
export type PlacedBooking = Exclude<BookingState, { status: 'none' }>;

export type BookingCommand =
  | { type: 'place'; booking: NewBooking; told?: NewBookingContact | null }
  | { type: 'confirm'; now: string }
  | { type: 'lapse'; now: string }
  | { type: 'abandon-reservation'; bookingId: string; reservationId: string; now: string }
  | {
      type: 'move';
      by: 'pro' | 'patient';
      /** Change of a series of which the move is a part. */
      changeId?: string | undefined;
      /** `patientId` is the patient on the list of the professional `proId`, `contactId` the contact. */
      to: Pick<
        BookingDetails,
        'reservationId' | 'start' | 'end' | 'proId' | 'hubId' | 'patientId' | 'timezone' | 'service'
      > & { contactId?: string | null };
    }
  | { type: 'note'; proNotes: string }
  | { type: 'orphan'; reason: 'hub-archived' | 'clinic-archived' | 'pro-deleted' }
  | { type: 'answer'; answer: VisitAnswer; now: string }
  | {
      type: 'correct-email';
      patientId: string;
      email: string;
      /** Whether no later visit of the same series is corrected with this one. */
      last: boolean;
    }
  | { type: 'give-up' }
  | { type: 'cancel'; by: 'pro' | 'patient' | 'system'; changeId?: string | undefined }
  | { type: 'erase-patient'; patientId: string; now: string }
  | AttendanceCommand;

type PlacedEvent = Exclude<BookingEvent, { type: 'BookingPlaced' | 'ReservationAbandoned' }>;

const withEmail = <Typed extends ContactPerson>(
  contact: Typed | Erased,
  email: string | Erased,
): Typed | Erased => (isErased(contact) || isErased(email) ? erased : { ...contact, email });

const evolvePlaced = byType<PlacedEvent, [PlacedBooking], BookingState>({
  BookingContactNamed: ({ data: { contactId, contact } }, state) => ({
    ...state,
    told: { contactId, contact },
  }),
  BookingContactErased: (_, state) => ({ ...state, told: null }),
  BookingEmailCorrected: ({ data: { email, turn } }, state) => ({
    ...state,
    contact: state.told ? state.contact : withEmail<Contact>(state.contact, email),
    told: state.told && { ...state.told, contact: withEmail<ContactPerson>(state.told.contact, email) },
    turn,
  }),
  BookingConfirmed: (_, state) => ({ ...state, status: 'confirmed', wasConfirmed: true }),
  BookingLapsed: (_, state) => ({ ...state, status: 'lapsed' }),
  BookingMoved: ({ data }, state) => {
    const { proId, hubId, reservationId, start, end, timezone, service, previous: movedFrom } = data;
    const moved = { proId, hubId, reservationId, start, end, timezone, service, movedFrom };
    const abandoned = [...state.abandoned, state.reservationId];
    // A mail was sent after the unsent one.
    const told = { unmailed: null, answer: null, texted: null };
    return { ...state, ...moved, ...told, abandoned, status: 'confirmed' };
  },
  BookingHandedOver: ({ data: { patientId, contact, proNotes, previous } }, state) => {
    const notesLeft = { ...state.notesLeft, [previous.proId]: state.proNotes };
    const patientsLeft = { ...state.patientsLeft, [previous.proId]: previous.patientId };
    return { ...state, patientId, contact, proNotes, notesLeft, patientsLeft };
  },
  BookingNoted: ({ data }, state) => ({ ...state, proNotes: data.proNotes }),
  BookingOrphaned: (_, state) => ({ ...state, status: 'orfan' }),
  BookingCancelled: (_, state) => ({ ...state, status: 'cancelled' }),
  PatientArrived: ({ data }, state) => ({ ...state, attendance: 'arrived', arrivedAt: data.at }),
  BookingAttended: (_, state) => ({ ...state, attendance: 'attended' }),
  BookingMissed: ({ data }, state) => ({ ...state, attendance: data.excused ? 'excused' : 'missed' }),
  AttendanceCorrected: ({ data: { attendance, arrivedAt } }, state) => ({ ...state, attendance, arrivedAt }),
  VisitAnswered: ({ data }, state) => ({ ...state, answer: data.answer }),
  VisitTexted: ({ data }, state) => ({ ...state, texted: data.state }),
  BookingNotMailed: ({ data }, state) => ({ ...state, unmailed: data.reason }),
  BookingPatientErased: (_, state) => ({
    ...state,
    contact: erased,
    proNotes: erased,
    told: null,
    patientGone: true,
  }),
});

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
        answer: null,
        texted: null,
        wasConfirmed: event.data.confirmBy === null,
        turn: 0,
        patientGone: false,
        notesLeft: {},
        patientsLeft: {},
      };
    default:
      return state.status === 'none' ? state : evolvePlaced(event, state);
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

const requirePatient = ({ status, patientGone }: PlacedBooking): void => {
  if (!isGone(status) && patientGone) throw new Rejection('patient-erased');
};

const nameContact = (booking: BookingDetails, { contactId, contact }: NewBookingContact): BookingEvent => ({
  type: 'BookingContactNamed',
  data: { ...idsOf(booking), contactId, contact },
});

const place = (
  command: Extract<BookingCommand, { type: 'place' }>,
  state: BookingState,
): readonly BookingEvent[] => {
  if (state.status !== 'none') return [];
  // The booking was given up as a whole: an attempt with other buffers reserved another interval.
  if (state.abandoned.length > 0) throw new Rejection('slot-taken');
  const { booking, told } = command;
  return [{ type: 'BookingPlaced', data: booking }, ...(told ? [nameContact(booking, told)] : [])];
};

/**
 * Decides whether an expired reservation is still needed; throws `slot-taken` if it is. Otherwise
 * records in this stream that the reservation is given up, so that a slow process cannot use it
 * later.
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
  // A booking that has lost its clinic or professional blocks no interval. It is restored only by a
  // move, with another reservation.
  if (isGone(state.status) || state.status === 'orfan') return [];
  if (overdue(state, now)) return [{ type: 'BookingLapsed', data: idsOf(state) }];
  throw new Rejection('slot-taken');
};

/**
 * Patients belong to one professional: a booking that moves to another professional refers to the
 * patient on that professional's list. Notes stay with their writer, even if a professional moves a
 * booking to their own calendar.
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
  { to, by, changeId }: Extract<BookingCommand, { type: 'move' }>,
  state: PlacedBooking,
): readonly BookingEvent[] => {
  requirePatient(state);
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
    {
      type: 'BookingMoved',
      data: { ...idsOf(state), ...place, by, previous, ...(changeId && { changeId }) },
    },
    ...(to.patientId === state.patientId ? [] : handOver(to, state)),
    ...came,
  ];
};

/** A future booking is cancelled in the same append: its patient cannot come or be informed. */
const erasePatient = (
  { patientId, now }: Extract<BookingCommand, { type: 'erase-patient' }>,
  state: PlacedBooking,
): readonly BookingEvent[] => {
  const ids = idsOf(state);
  if (state.told?.contactId === patientId && state.patientId !== patientId) {
    // If the contact person is erased, a hold is cancelled because only the contact person can confirm it. A
    // confirmed booking stays, because the patient still comes.
    const cancelled = { type: 'BookingCancelled', data: { ...ids, by: 'system' } } as const;
    const erasedContact = { type: 'BookingContactErased', data: { ...ids, contactId: patientId } } as const;
    return [erasedContact, ...(state.status === 'pending' ? [cancelled] : [])];
  }
  // The patient of a booking that was handed over is on the list of another pro.
  if (state.patientGone || state.patientId !== patientId) return [];
  const ends = state.start > now && !isGone(state.status);
  return [
    { type: 'BookingPatientErased', data: ids },
    ...(ends ? [{ type: 'BookingCancelled' as const, data: { ...ids, by: 'system' as const } }] : []),
  ];
};

/** Whether this person gets the booking's mails, at another address than `email`. */
export const isMailedElsewhere = (
  { told, contact, patientId, status }: PlacedBooking,
  to: { readonly patientId: string; readonly email: string },
): boolean => {
  const mailed = readable(told?.contact ?? contact);
  const gets = (told?.contactId ?? patientId) === to.patientId;
  return gets && status !== 'lapsed' && mailed !== null && mailed.email !== to.email;
};

/** Ends the mailed links of a booking if this person gets its mails, and mails go to another address from now on. */
const correctEmail = (
  command: Extract<BookingCommand, { type: 'correct-email' }>,
  state: PlacedBooking,
): readonly BookingEvent[] => {
  if (!isMailedElsewhere(state, command)) return [];
  const { email, last } = command;
  const series = state.series && { seriesId: state.series.seriesId, last };
  const contactId = state.told?.contactId ?? null;
  const data = { ...idsOf(state), contactId, email, turn: state.turn + 1, ...(series && { series }) };
  return [{ type: 'BookingEmailCorrected', data }];
};

const answerVisit = (
  { answer, now }: Extract<BookingCommand, { type: 'answer' }>,
  state: PlacedBooking,
): readonly BookingEvent[] => {
  requirePatient(state);
  requireUnsettled(state);
  if (state.status !== 'confirmed' || state.start <= now) throw new Rejection('booking-not-active');
  if (state.answer === answer) return [];
  return [{ type: 'VisitAnswered', data: { ...idsOf(state), answer, start: state.start } }];
};

type PlacedCommand = Exclude<BookingCommand, { type: 'place' | 'abandon-reservation' }>;

const attend = (command: AttendanceCommand, state: PlacedBooking): readonly BookingEvent[] =>
  decideAttendance(command, state, idsOf(state));

const decidePlaced = byType<PlacedCommand, [PlacedBooking], readonly BookingEvent[]>({
  confirm: ({ now }, state) => {
    requirePatient(state);
    if (state.status === 'confirmed' || state.status === 'orfan') return [];
    if (isGone(state.status) || state.declined || overdue(state, now)) {
      throw new Rejection('booking-not-active');
    }
    return [{ type: 'BookingConfirmed', data: idsOf(state) }];
  },
  lapse: ({ now }, state) => (overdue(state, now) ? [{ type: 'BookingLapsed', data: idsOf(state) }] : []),
  move,
  note: ({ proNotes }, state) => {
    requirePatient(state);
    if (isGone(state.status)) throw new Rejection('booking-not-active');
    if (state.proNotes === proNotes) return [];
    return [{ type: 'BookingNoted', data: { ...idsOf(state), proNotes } }];
  },
  orphan: ({ reason }, state) =>
    state.status === 'confirmed' ? [{ type: 'BookingOrphaned', data: { ...idsOf(state), reason } }] : [],
  'correct-email': correctEmail,
  'give-up': (_, state) => {
    if (isGone(state.status)) return [];
    if (state.status !== 'pending') throw new Rejection('booking-not-active');
    return [{ type: 'BookingLapsed', data: idsOf(state) }];
  },
  cancel: ({ by, changeId }, state) => {
    if (isGone(state.status)) return [];
    requireUnsettled(state);
    return [{ type: 'BookingCancelled', data: { ...idsOf(state), by, ...(changeId && { changeId }) } }];
  },
  answer: answerVisit,
  'erase-patient': erasePatient,
  'mark-arrived': attend,
  'mark-attended': attend,
  'mark-missed': attend,
  'correct-attendance': attend,
});

/**
 * Decides `booking-<id>`: the whole life of one booking, and whether a reservation is still needed.
 */
export const bookingDecider: Decider<BookingState, BookingEvent, BookingCommand> = {
  stream: (id) => `booking-${id}`,
  version: 8,
  initialState: { status: 'none', abandoned: [] },
  evolve,
  decide: (command, state) => {
    if (command.type === 'place') return place(command, state);
    if (command.type === 'abandon-reservation') return abandonReservation(command, state);
    if (state.status === 'none') throw new Rejection('not-found');
    return decidePlaced(command, state);
  },
};
