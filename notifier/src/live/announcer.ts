import { bookingEvents } from '@visita/contracts/booking/events';
import type { BookingView } from '@visita/contracts/booking/views';
import type { EventType } from '@visita/contracts/events';
import type { Notice } from '@visita/contracts/notice';
import { createBatcher } from '@visita/platform/core/batcher';
import { type Tracer, untraced, type Work } from '@visita/platform/telemetry/tracer';
import type { Delivery, Gateway } from './gateway.ts';
import { clinicRoom, hubRoom, staffRoom } from './rooms.ts';

/** A patient's contact and the places whose calendars show it. */
export type PatientPlaces = {
  readonly patient: { patient_id: string; name: string; prefix: string; phone: string };
  readonly places: readonly { clinicId: string; hubId: string }[];
};

/** A pro's hub and its clinic. */
export type Workplace = { readonly proId: string; readonly clinicId: string; readonly hubId: string };

/** What the announcer reads, always many at once. */
export type LiveReads = {
  /** The bookings that calendars show now, with the notes of the treating professional. */
  bookings(ids: readonly string[]): Promise<readonly BookingView[]>;
  patients(ids: readonly string[]): Promise<readonly PatientPlaces[]>;
  /** Where some pros work. */
  workplaces(proIds: readonly string[]): Promise<readonly Workplace[]>;
  /** The hub that a booking was at before a move; undefined where it stayed. */
  hubBefore(move: Notice): Promise<string | undefined>;
};

export type AnnouncerDeps = {
  gateway: Pick<Gateway, 'deliver' | 'replace'>;
  reads: LiveReads;
  tracer?: Tracer;
};

const batchMaximum = 500;

/** Turns notices into messages to rooms. Notices that come at the same time share their reads. */
export const createAnnouncer = ({ gateway, reads, tracer = untraced }: AnnouncerDeps) => {
  const emit = async (notices: readonly Notice[], work: Work): Promise<void> => {
    for (const clinicId of teamChanges(notices)) await gateway.replace(clinicId);
    const facts = await readFacts(notices, reads);
    const deliveries = distinct(notices.flatMap((notice) => deliveriesOf(notice, facts)));
    for (const delivery of deliveries) gateway.deliver(delivery);
    work.note({ notices: notices.length, deliveries: deliveries.length });
  };
  const batcher = createBatcher<Notice, void>({
    maximum: batchMaximum,
    // A failed read fails for all; the bus brings them again.
    divisible: () => false,
    flush: async (notices) => {
      const from = notices.map(({ traceparent }) => traceparent);
      await tracer.span('socket emit', { kind: 'producer', from }, (work) => emit(notices, work));
      return notices.map(() => undefined);
    },
  });
  return {
    /** Answers once the messages are handed to the sockets. Rejects, having sent nothing, where a read failed. */
    announce: (notice: Notice): Promise<void> => batcher.add(notice),
  };
};

const added: ReadonlySet<string> = new Set<EventType>(['BookingPlaced', 'BookingConfirmed']);
const removed: EventType = 'BookingCancelled';
/** Of a hold nothing is told but that there is another one, or one less. */
const held: ReadonlySet<string> = new Set<EventType>(['BookingPlaced', 'BookingLapsed']);
/** A hold that lapsed and a reservation that was given up were in no calendar. */
const unseen: ReadonlySet<string> = new Set<EventType>(['BookingLapsed', 'ReservationAbandoned']);
/** Every other event of a booking changes what calendars show of it. */
const edited: ReadonlySet<string> = new Set(
  Object.keys(bookingEvents).filter((type) => !added.has(type) && type !== removed && !unseen.has(type)),
);
/** Of an erased patient it is told that they have no name any more. */
const renamed: ReadonlySet<string> = new Set<EventType>(['PatientUpdated', 'PatientErasureRequested']);
/** What the pro's list of patients shows otherwise from now on. */
const listed: ReadonlySet<string> = new Set<EventType>([
  'PatientTagsSet',
  'PatientNoteWritten',
  'PatientErasureAnnounced',
  'PatientErasureCalledOff',
  'PatientsMerged',
  'PatientsSeparated',
  'PatientsToldApart',
]);
/** Bookings are shown as another patient's from now on. */
const merged: ReadonlySet<string> = new Set<EventType>(['PatientsMerged', 'PatientsSeparated']);
const periods: ReadonlySet<string> = new Set<EventType>([
  'ClosingPlanned',
  'ClosingCancelled',
  'VacationPlanned',
  'VacationCancelled',
  'TimeBlocked',
  'BlockChanged',
  'TimeUnblocked',
]);
const teams: ReadonlySet<string> = new Set<EventType>([
  'ClinicArchived',
  'CollaboratorInvited',
  'CollaborationAccepted',
  'CollaborationRejected',
  'CollaboratorPaused',
  'CollaboratorStopped',
  'CollaboratorActivated',
  'CollaboratorArchived',
  'CollaboratorRoleChanged',
]);

/** Every type that a message may follow from. */
export const heardTypes: ReadonlySet<string> = new Set(
  [added, [removed], held, edited, renamed, listed, merged, periods, teams].flatMap((types) => [...types]),
);

type Facts = {
  readonly bookings: ReadonlyMap<string, BookingView>;
  readonly patients: ReadonlyMap<string, PatientPlaces>;
  /** By pro. */
  readonly workplaces: ReadonlyMap<string, readonly Workplace[]>;
  /** By notice id. */
  readonly hubsBefore: ReadonlyMap<string, string>;
};

const teamChanges = (notices: readonly Notice[]): ReadonlySet<string> =>
  new Set(notices.filter(({ type }) => teams.has(type)).flatMap(({ ids }) => ids['clinicId'] ?? []));

const idsOf = (notices: readonly Notice[], name: string, wanted: (type: string) => boolean): string[] => [
  ...new Set(notices.filter(({ type }) => wanted(type)).flatMap(({ ids }) => ids[name] ?? [])),
];

const readFacts = async (notices: readonly Notice[], reads: LiveReads): Promise<Facts> => {
  const bookingIds = idsOf(notices, 'bookingId', (type) => added.has(type) || edited.has(type));
  const patientIds = idsOf(notices, 'patientId', (type) => renamed.has(type));
  const moves = notices.filter(({ type }) => type === 'BookingMoved');
  const proIds = idsOf(notices, 'proId', (type) => listed.has(type));
  const [bookings, patients, workplaces, hubs] = await Promise.all([
    bookingIds.length > 0 ? reads.bookings(bookingIds) : [],
    patientIds.length > 0 ? reads.patients(patientIds) : [],
    proIds.length > 0 ? reads.workplaces(proIds) : [],
    Promise.all(moves.map(async (move) => [move.id, await reads.hubBefore(move)] as const)),
  ]);
  return {
    bookings: new Map(bookings.map((booking) => [booking.id, booking])),
    patients: new Map(patients.map((found) => [found.patient.patient_id, found])),
    workplaces: Map.groupBy(workplaces, ({ proId }) => proId),
    hubsBefore: new Map(hubs.flatMap(([id, hub]) => (hub === undefined ? [] : [[id, hub] as const]))),
  };
};

/** The messages of one notice. Bookings are told as they are now, which may be later than the notice. */
export const deliveriesOf = (notice: Notice, facts: Facts): Delivery[] => {
  const { type, ids } = notice;
  const { bookingId = '', clinicId = '', hubId = '', patientId = '' } = ids;
  if (added.has(type) || edited.has(type)) {
    const booking = facts.bookings.get(bookingId);
    if (!booking && held.has(type)) return [refreshOf(notice)];
    const shown = booking ? tell(added.has(type) ? 'update_calendar' : 'edit_booking', booking) : [];
    const before = facts.hubsBefore.get(notice.id);
    // Who treated the patient before a move to a colleague may no longer see the booking.
    return before === undefined ? shown : [withdraw(bookingId, clinicId, before), ...shown];
  }
  if (held.has(type)) return [refreshOf(notice)];
  if (type === removed) {
    const rooms = [staffRoom(clinicId), hubRoom(clinicId, hubId)];
    return [{ rooms, event: 'remove_booking', payload: { id: bookingId, clinic_id: clinicId } }];
  }
  if (renamed.has(type)) {
    const { patient, places = [] } = facts.patients.get(patientId) ?? {};
    if (!patient || places.length === 0) return [];
    const rooms = places.flatMap((place) => [
      staffRoom(place.clinicId),
      hubRoom(place.clinicId, place.hubId),
    ]);
    return [{ rooms: [...new Set(rooms)], event: 'update_patient', payload: patient }];
  }
  if (listed.has(type)) {
    const changed = listChanged(ids['proId'] ?? '', facts);
    return merged.has(type) ? [...changed, ...calendarsChanged(ids['proId'] ?? '', facts)] : changed;
  }
  if (periods.has(type)) {
    const one = [staffRoom(clinicId), hubRoom(clinicId, hubId)];
    const rooms = type.startsWith('Closing') ? [clinicRoom(clinicId)] : one;
    return [{ rooms, event: 'refresh_calendar', payload: { clinic_id: clinicId } }];
  }
  return [];
};

/** Tags and notes are the pro's own: only their sockets hear that there is something to read. */
const listChanged = (proId: string, { workplaces }: Facts): Delivery[] => {
  const rooms = (workplaces.get(proId) ?? []).map(({ clinicId, hubId }) => hubRoom(clinicId, hubId));
  return rooms.length === 0 ? [] : [{ rooms, event: 'refresh_patients', payload: { pro_id: proId } }];
};

/** Everybody who sees the pro's bookings reads them again. */
const calendarsChanged = (proId: string, { workplaces }: Facts): Delivery[] =>
  (workplaces.get(proId) ?? []).map(({ clinicId, hubId }) => refreshOf({ ids: { clinicId, hubId } }));

const refreshOf = ({ ids: { clinicId = '', hubId = '' } }: Pick<Notice, 'ids'>): Delivery => ({
  rooms: [staffRoom(clinicId), hubRoom(clinicId, hubId)],
  event: 'refresh_calendar',
  payload: { clinic_id: clinicId },
});

/** The notes of the professional go to the hub's own room only, which their sockets are in. */
const tell = (event: 'update_calendar' | 'edit_booking', booking: BookingView): Delivery[] => {
  const own = hubRoom(booking.clinic_id, booking.hubId);
  return [
    { rooms: [own], event, payload: booking },
    {
      rooms: [staffRoom(booking.clinic_id)],
      except: [own],
      event,
      payload: { ...booking, pro_notes: '' },
    },
  ];
};

const withdraw = (bookingId: string, clinicId: string, hubId: string): Delivery => ({
  rooms: [hubRoom(clinicId, hubId)],
  except: [staffRoom(clinicId)],
  event: 'remove_booking',
  payload: { id: bookingId, clinic_id: clinicId },
});

/** Of messages that say the same, as after two changes of one booking in a batch, the last. */
const distinct = (deliveries: readonly Delivery[]): Delivery[] => {
  const last = new Map(deliveries.map((delivery, index) => [subjectOf(delivery), index]));
  return deliveries.filter((delivery, index) => last.get(subjectOf(delivery)) === index);
};

const subjectOf = ({ rooms, event, payload }: Delivery): string => {
  const about = 'id' in payload ? payload.id : 'patient_id' in payload ? payload.patient_id : '';
  return [event, about, ...rooms].join(' ');
};
