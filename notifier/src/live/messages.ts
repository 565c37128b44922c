import { bookingEvents } from '@visita/contracts/booking/events';
import type { BookingView } from '@visita/contracts/booking/views';
import type { EventType } from '@visita/contracts/events';
import type { Notice } from '@visita/contracts/notice';
import type { Delivery } from './sockets.ts';
import { waitingEvents } from '@visita/contracts/waiting/events';
import { clinicRoom, hubRoom, staffRoom } from './rooms.ts';

/** A patient's contact and the calendars that show it. */
export type PatientPlaces = {
  readonly patient: { patient_id: string; name: string; prefix: string; phone: string };
  readonly places: readonly { clinicId: string; hubId: string }[];
};

export type Workplace = { readonly proId: string; readonly clinicId: string; readonly hubId: string };

/** Facts for the messages of some notices. */
export type Facts = {
  readonly bookings: ReadonlyMap<string, BookingView>;
  readonly patients: ReadonlyMap<string, PatientPlaces>;
  /** Workplaces by pro. */
  readonly workplaces: ReadonlyMap<string, readonly Workplace[]>;
  readonly hubsBefore: ReadonlyMap<string, string>;
  /** Professionals whom events of waiting lists concern, by event. */
  readonly waiting: ReadonlyMap<string, readonly string[]>;
  /** Positions of events that professionals get a notice of. */
  readonly activities: ReadonlySet<string>;
};

/** Messages for events of one type. */
type Reaction = {
  /** Facts to read, by the notice's position, `bookingId`, `patientId` or `proId`, or the hub before a move. */
  readonly reads?: readonly (keyof Facts)[];
  /** Whether sockets may have to join or leave rooms of the clinic. */
  readonly changesTeam?: true;
  readonly messages: (notice: Notice, facts: Facts) => readonly Delivery[];
};

const clinicOf = ({ ids }: Notice): string => ids['clinicId'] ?? '';

const refresh = (clinicId: string, rooms: readonly string[]): Delivery => ({
  rooms,
  event: 'refresh_calendar',
  payload: { clinic_id: clinicId },
});

/** Tells calendars that show a hub to reload. */
const refreshHub = ({ ids: { clinicId = '', hubId = '' } }: Pick<Notice, 'ids'>): Delivery =>
  refresh(clinicId, [staffRoom(clinicId), hubRoom(clinicId, hubId)]);

/** Sends a booking; the professional's notes go to the hub's own room only. */
const show = (event: 'update_calendar' | 'edit_booking', booking: BookingView): Delivery[] => {
  const own = hubRoom(booking.clinic_id, booking.hubId);
  const withoutNotes = { ...booking, pro_notes: '' };
  return [
    { rooms: [own], event, payload: booking },
    { rooms: [staffRoom(booking.clinic_id)], except: [own], event, payload: withoutNotes },
  ];
};

/** Shows a booking as it is now. A hold is in no calendar; it only changes free time. */
const added: Reaction = {
  reads: ['bookings'],
  messages: (notice, { bookings }) => {
    const booking = bookings.get(notice.ids['bookingId'] ?? '');
    if (booking) return show('update_calendar', booking);
    return notice.type === 'BookingPlaced' ? [refreshHub(notice)] : [];
  },
};

const edited: Reaction = {
  reads: ['bookings'],
  messages: ({ ids }, { bookings }) => {
    const booking = bookings.get(ids['bookingId'] ?? '');
    return booking ? show('edit_booking', booking) : [];
  },
};

/** After a move to a colleague, the former professional may no longer see the booking. */
const moved: Reaction = {
  reads: ['bookings', 'hubsBefore'],
  messages: (notice, facts) => {
    const hubBefore = facts.hubsBefore.get(notice.id);
    const shown = edited.messages(notice, facts);
    if (hubBefore === undefined) return shown;
    const clinicId = clinicOf(notice);
    const left = { rooms: [hubRoom(clinicId, hubBefore)], except: [staffRoom(clinicId)] };
    return [{ ...left, event: 'remove_booking', payload: removal(notice) }, ...shown];
  },
};

const removal = (notice: Notice) => ({ id: notice.ids['bookingId'] ?? '', clinic_id: clinicOf(notice) });

const removed: Reaction = {
  messages: (notice) => {
    const { hubId = '' } = notice.ids;
    const rooms = [staffRoom(clinicOf(notice)), hubRoom(clinicOf(notice), hubId)];
    return [{ rooms, event: 'remove_booking', payload: removal(notice) }];
  },
};

const hubChanged: Reaction = { messages: (notice) => [refreshHub(notice)] };

const clinicChanged: Reaction = {
  messages: (notice) => [refresh(clinicOf(notice), [clinicRoom(clinicOf(notice))])],
};

/** Returns the rooms of the clinic's staff, and of professionals at the clinic. */
const roomsWith = (clinicId: string, proIds: readonly string[], { workplaces }: Facts): string[] => [
  staffRoom(clinicId),
  ...proIds
    .flatMap((proId) => workplaces.get(proId) ?? [])
    .filter((place) => place.clinicId === clinicId)
    .map(({ hubId }) => hubRoom(clinicId, hubId)),
];

const recallsChanged: Reaction = {
  reads: ['workplaces'],
  messages: (notice, facts) => {
    const clinicId = clinicOf(notice);
    const rooms = roomsWith(clinicId, [notice.ids['proId'] ?? ''], facts);
    return [{ rooms, event: 'refresh_recalls', payload: { clinic_id: clinicId } }];
  },
};

const waitingChanged: Reaction = {
  reads: ['waiting'],
  messages: (notice, facts) => {
    const clinicId = clinicOf(notice);
    const rooms = roomsWith(clinicId, facts.waiting.get(notice.id) ?? [], facts);
    return [{ rooms, event: 'refresh_waiting_list', payload: { clinic_id: clinicId } }];
  },
};

/** An offer that starts or ends also changes calendars. */
const offerChanged: Reaction = {
  reads: ['waiting'],
  messages: (notice, facts) => {
    const told = waitingChanged.messages(notice, facts);
    return [...told.map(({ rooms }) => refresh(clinicOf(notice), rooms)), ...told];
  },
};

/** Sends a patient's contact; empty after an erasure. */
const patientChanged: Reaction = {
  reads: ['patients'],
  messages: ({ ids }, { patients }) => {
    const { patient, places = [] } = patients.get(ids['patientId'] ?? '') ?? {};
    if (!patient || places.length === 0) return [];
    const rooms = places.flatMap(({ clinicId, hubId }) => [staffRoom(clinicId), hubRoom(clinicId, hubId)]);
    return [{ rooms: [...new Set(rooms)], event: 'update_patient', payload: patient }];
  },
};

/** Tags and notes are private: only the pro's own sockets reload the list. */
const listChanged: Reaction = {
  reads: ['workplaces'],
  messages: ({ ids: { proId = '' } }, { workplaces }) => {
    const rooms = (workplaces.get(proId) ?? []).map(({ clinicId, hubId }) => hubRoom(clinicId, hubId));
    return rooms.length === 0 ? [] : [{ rooms, event: 'refresh_patients', payload: { pro_id: proId } }];
  },
};

/** Bookings now show another patient or answer: everyone who sees the pro's bookings reloads them. */
const bookingsChanged: Reaction = {
  reads: ['workplaces'],
  messages: (notice, facts) => [
    ...listChanged.messages(notice, facts),
    ...(facts.workplaces.get(notice.ids['proId'] ?? '') ?? []).map((place) => refreshHub({ ids: place })),
  ],
};

type Places = (notice: Notice, facts: Facts) => readonly { clinicId: string; rooms: readonly string[] }[];

/** Adds a message that tells lists of notices to reload, if the event gives one. */
const noticed = ({ reads = [], ...reaction }: Reaction, places: Places): Reaction => ({
  ...reaction,
  reads: [...reads, 'activities'],
  messages: (notice, facts) => {
    const shown = reaction.messages(notice, facts);
    if (!facts.activities.has(notice.position)) return shown;
    const told = places(notice, facts).map(({ clinicId, rooms }): Delivery => {
      return { rooms, event: 'refresh_notices', payload: { clinic_id: clinicId } };
    });
    return [...shown, ...told];
  },
});

const toStaff: Places = ({ ids: { clinicId = '', hubId = '' } }) => [
  { clinicId, rooms: [staffRoom(clinicId), hubRoom(clinicId, hubId)] },
];
const toProfessional: Places = ({ ids: { clinicId = '', hubId = '' } }) => [
  { clinicId, rooms: [hubRoom(clinicId, hubId)] },
];
const toProEverywhere: Places = ({ ids: { proId = '' } }, { workplaces }) =>
  (workplaces.get(proId) ?? []).map(({ clinicId, hubId }) => ({
    clinicId,
    rooms: [hubRoom(clinicId, hubId)],
  }));

const ofPro: Reaction = { reads: ['workplaces'], messages: () => [] };
const inNoCalendar: Reaction = { messages: () => [] };

const teamChanged: Reaction = { changesTeam: true, messages: () => [] };

/** Every booking event not listed below changes the booking in calendars. */
const edits = Object.fromEntries(Object.keys(bookingEvents).map((type) => [type, edited]));

const waits = Object.fromEntries(
  Object.keys(waitingEvents).map((type) => [type, type.startsWith('Offer') ? offerChanged : waitingChanged]),
);

const { ReservationAbandoned: _inNoCalendar, ...reactions }: { readonly [Type in EventType]?: Reaction } = {
  ...edits,
  ...waits,
  WaitingEnded: offerChanged,
  RecallMade: recallsChanged,
  RecallEnded: recallsChanged,
  BookingPlaced: noticed(added, toStaff),
  BookingConfirmed: noticed(added, toStaff),
  BookingMoved: noticed(moved, toStaff),
  BookingCancelled: noticed(removed, toStaff),
  BookingNotMailed: noticed(edited, toStaff),
  VisitAnswered: noticed(edited, toStaff),
  BookingLapsed: hubChanged,
  PatientUpdated: patientChanged,
  PatientErasureRequested: patientChanged,
  PatientTagsSet: listChanged,
  PatientNoteWritten: listChanged,
  PatientErasureAnnounced: listChanged,
  PatientErasureCalledOff: listChanged,
  PatientsToldApart: listChanged,
  PatientsMerged: bookingsChanged,
  PatientsSeparated: bookingsChanged,
  PatientAnsweredText: bookingsChanged,
  ClosingPlanned: clinicChanged,
  ClosingCancelled: clinicChanged,
  VacationPlanned: noticed(hubChanged, toProfessional),
  VacationCancelled: hubChanged,
  TimeBlocked: noticed(hubChanged, toProfessional),
  BlockChanged: noticed(hubChanged, toProfessional),
  SeriesPlaced: noticed(inNoCalendar, toStaff),
  SeriesChanged: noticed(inNoCalendar, toStaff),
  TimeUnblocked: hubChanged,
  ClinicArchived: teamChanged,
  CollaboratorInvited: teamChanged,
  CollaborationAccepted: teamChanged,
  CollaborationRejected: teamChanged,
  CollaboratorPaused: teamChanged,
  CollaboratorStopped: teamChanged,
  CollaboratorActivated: teamChanged,
  CollaboratorArchived: teamChanged,
  CollaboratorRoleChanged: teamChanged,
  ExternalCalendarDisconnected: noticed(ofPro, toProEverywhere),
  TextsUsedUp: noticed(ofPro, toProEverywhere),
};

const byType: ReadonlyMap<string, Reaction> = new Map(Object.entries(reactions));

/** Event types with messages. */
export const heardTypes: ReadonlySet<string> = new Set(byType.keys());

/**
 * Returns the messages of a notice. Bookings are shown as they are now, which may be later than the notice.
 */
export const messagesOf = (notice: Notice, facts: Facts): readonly Delivery[] =>
  byType.get(notice.type)?.messages(notice, facts) ?? [];

/** Returns the notices whose messages need facts of a kind. */
export const needing = (notices: readonly Notice[], fact: keyof Facts): Notice[] =>
  notices.filter(({ type }) => byType.get(type)?.reads?.includes(fact));

export const changedTeams = (notices: readonly Notice[]): ReadonlySet<string> =>
  new Set(
    notices.filter(({ type }) => byType.get(type)?.changesTeam).flatMap(({ ids }) => ids['clinicId'] ?? []),
  );
