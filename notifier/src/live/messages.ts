import { bookingEvents } from '@visita/contracts/booking/events';
import type { BookingView } from '@visita/contracts/booking/views';
import type { EventType } from '@visita/contracts/events';
import type { Notice } from '@visita/contracts/notice';
import type { Delivery } from './gateway.ts';
import { clinicRoom, hubRoom, staffRoom } from './rooms.ts';

/** A patient's contact and the places whose calendars show it. */
export type PatientPlaces = {
  readonly patient: { patient_id: string; name: string; prefix: string; phone: string };
  readonly places: readonly { clinicId: string; hubId: string }[];
};

/** A pro's hub and its clinic. */
export type Workplace = { readonly proId: string; readonly clinicId: string; readonly hubId: string };

/** Facts that messages of some notices are made of. */
export type Facts = {
  readonly bookings: ReadonlyMap<string, BookingView>;
  readonly patients: ReadonlyMap<string, PatientPlaces>;
  /** By pro. */
  readonly workplaces: ReadonlyMap<string, readonly Workplace[]>;
  /** Of moves to another hub, by notice id. */
  readonly hubsBefore: ReadonlyMap<string, string>;
};

/** Messages that follow from events of one type. */
type Reaction = {
  /** Facts to read: what the notice names by `bookingId`, `patientId` or `proId`, or the hub before a move. */
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

/** Asks the calendars that show a hub to read again. */
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

/** Shows a booking as it is now; a hold is in no calendar, and only takes or gives back time. */
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

/** After a move to a colleague, the professional before may no longer see the booking. */
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

/** Sends the contact of a patient, which is empty once they are erased. */
const patientChanged: Reaction = {
  reads: ['patients'],
  messages: ({ ids }, { patients }) => {
    const { patient, places = [] } = patients.get(ids['patientId'] ?? '') ?? {};
    if (!patient || places.length === 0) return [];
    const rooms = places.flatMap(({ clinicId, hubId }) => [staffRoom(clinicId), hubRoom(clinicId, hubId)]);
    return [{ rooms: [...new Set(rooms)], event: 'update_patient', payload: patient }];
  },
};

/** Tags and notes are the pro's own: only the pro's sockets are asked to read the list again. */
const listChanged: Reaction = {
  reads: ['workplaces'],
  messages: ({ ids: { proId = '' } }, { workplaces }) => {
    const rooms = (workplaces.get(proId) ?? []).map(({ clinicId, hubId }) => hubRoom(clinicId, hubId));
    return rooms.length === 0 ? [] : [{ rooms, event: 'refresh_patients', payload: { pro_id: proId } }];
  },
};

/** Bookings are shown as another patient's: all who see the pro's bookings read them again. */
const patientsMerged: Reaction = {
  reads: ['workplaces'],
  messages: (notice, facts) => [
    ...listChanged.messages(notice, facts),
    ...(facts.workplaces.get(notice.ids['proId'] ?? '') ?? []).map((place) => refreshHub({ ids: place })),
  ],
};

const teamChanged: Reaction = { changesTeam: true, messages: () => [] };

/** Every event of a booking that is not named below changes what calendars show of it. */
const edits = Object.fromEntries(Object.keys(bookingEvents).map((type) => [type, edited]));

const { ReservationAbandoned: _inNoCalendar, ...reactions }: { readonly [Type in EventType]?: Reaction } = {
  ...edits,
  BookingPlaced: added,
  BookingConfirmed: added,
  BookingMoved: moved,
  BookingCancelled: removed,
  BookingLapsed: hubChanged,
  PatientUpdated: patientChanged,
  PatientErasureRequested: patientChanged,
  PatientTagsSet: listChanged,
  PatientNoteWritten: listChanged,
  PatientErasureAnnounced: listChanged,
  PatientErasureCalledOff: listChanged,
  PatientsToldApart: listChanged,
  PatientsMerged: patientsMerged,
  PatientsSeparated: patientsMerged,
  ClosingPlanned: clinicChanged,
  ClosingCancelled: clinicChanged,
  VacationPlanned: hubChanged,
  VacationCancelled: hubChanged,
  TimeBlocked: hubChanged,
  BlockChanged: hubChanged,
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
};

const byType: ReadonlyMap<string, Reaction> = new Map(Object.entries(reactions));

/** Types of events that messages follow from. */
export const heardTypes: ReadonlySet<string> = new Set(byType.keys());

/** Returns the messages of a notice. Bookings are shown as they are now, which may be later than the notice. */
export const messagesOf = (notice: Notice, facts: Facts): readonly Delivery[] =>
  byType.get(notice.type)?.messages(notice, facts) ?? [];

/** Returns the notices whose messages need facts of a kind. */
export const needing = (notices: readonly Notice[], fact: keyof Facts): Notice[] =>
  notices.filter(({ type }) => byType.get(type)?.reads?.includes(fact));

/** Returns the clinics whose team changed. */
export const changedTeams = (notices: readonly Notice[]): ReadonlySet<string> =>
  new Set(
    notices.filter(({ type }) => byType.get(type)?.changesTeam).flatMap(({ ids }) => ids['clinicId'] ?? []),
  );
