import type { BookingView } from '@visita/contracts/booking/views';
import type { Notice } from '@visita/contracts/notice';
import { createBatcher } from '@visita/platform/async/batcher';
import { type Tracer, untraced, type Work } from '@visita/platform/telemetry/tracer';
import type { Delivery, LiveSockets } from './sockets.ts';
import {
  changedTeams,
  type Facts,
  messagesOf,
  needing,
  type PatientPlaces,
  type Workplace,
} from './messages.ts';

/** Batch reads of the facts for messages. */
export type LiveReads = {
  /** Bookings as calendars show them now, with the treating professional's notes. */
  bookings(ids: readonly string[]): Promise<readonly BookingView[]>;
  patients(ids: readonly string[]): Promise<readonly PatientPlaces[]>;
  /** Clinics and hubs of pros. */
  workplaces(proIds: readonly string[]): Promise<readonly Workplace[]>;
  /** Hub of a booking before a move; undefined if it stayed at its hub. */
  hubBefore(move: Notice): Promise<string | undefined>;
  /** Professionals who see the entry of an event on the waiting list, or whose times were offered. */
  waiting(notice: Notice): Promise<readonly string[]>;
  /** Returns those of the positions whose events give a notice. */
  activities(positions: readonly string[]): Promise<readonly string[]>;
};

export type AnnouncerDeps = {
  sockets: Pick<LiveSockets, 'deliver' | 'replace'>;
  reads: LiveReads;
  tracer?: Tracer;
};

const batchMaximum = 500;

/** Turns notices into messages to rooms. Simultaneous notices share their reads. */
export const createAnnouncer = ({ sockets, reads, tracer = untraced }: AnnouncerDeps) => {
  const emit = async (notices: readonly Notice[], work: Work): Promise<void> => {
    for (const clinicId of changedTeams(notices)) await sockets.replace(clinicId);
    const facts = await readFacts(notices, reads);
    const deliveries = lastOfEach(notices.flatMap((notice) => messagesOf(notice, facts)));
    for (const delivery of deliveries) sockets.deliver(delivery);
    work.note({ notices: notices.length, deliveries: deliveries.length });
  };
  const batcher = createBatcher<Notice, void>({
    maximum: batchMaximum,
    // A failed read fails the whole batch; the bus delivers it again.
    divisible: () => false,
    flush: async (notices) => {
      const from = notices.map(({ traceparent }) => traceparent);
      await tracer.span('socket emit', { kind: 'producer', from }, (work) => emit(notices, work));
      return notices.map(() => undefined);
    },
  });
  return {
    /** Resolves once the messages are handed to the sockets. Rejects, without sending, if a read failed. */
    announce: (notice: Notice): Promise<void> => batcher.add(notice),
  };
};

const readFacts = async (notices: readonly Notice[], reads: LiveReads): Promise<Facts> => {
  const idsOf = (fact: keyof Facts, name: string): string[] => [
    ...new Set(needing(notices, fact).flatMap(({ ids }) => ids[name] ?? [])),
  ];
  const bookingIds = idsOf('bookings', 'bookingId');
  const patientIds = idsOf('patients', 'patientId');
  const waiting = await Promise.all(
    needing(notices, 'waiting').map(async (one) => [one.id, await reads.waiting(one)] as const),
  );
  const proIds = [...new Set([...idsOf('workplaces', 'proId'), ...waiting.flatMap(([, pros]) => pros)])];
  const moves = needing(notices, 'hubsBefore');
  const positions = needing(notices, 'activities').map(({ position }) => position);
  const [bookings, patients, workplaces, hubs, activities] = await Promise.all([
    bookingIds.length > 0 ? reads.bookings(bookingIds) : [],
    patientIds.length > 0 ? reads.patients(patientIds) : [],
    proIds.length > 0 ? reads.workplaces(proIds) : [],
    Promise.all(moves.map(async (move) => [move.id, await reads.hubBefore(move)] as const)),
    positions.length > 0 ? reads.activities(positions) : [],
  ]);
  return {
    bookings: new Map(bookings.map((booking) => [booking.id, booking])),
    patients: new Map(patients.map((found) => [found.patient.patient_id, found])),
    workplaces: Map.groupBy(workplaces, ({ proId }) => proId),
    hubsBefore: new Map(hubs.flatMap(([id, hub]) => (hub === undefined ? [] : [[id, hub] as const]))),
    waiting: new Map(waiting),
    activities: new Set(activities),
  };
};

/** Keeps the last message about each thing, as after two changes of one booking in a batch. */
const lastOfEach = (deliveries: readonly Delivery[]): Delivery[] => {
  const last = new Map(deliveries.map((delivery, index) => [subjectOf(delivery), index]));
  return deliveries.filter((delivery, index) => last.get(subjectOf(delivery)) === index);
};

const subjectOf = ({ rooms, event, payload }: Delivery): string => {
  const about = 'id' in payload ? payload.id : 'patient_id' in payload ? payload.patient_id : '';
  return [event, about, ...rooms].join(' ');
};
