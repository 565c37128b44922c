import { agendaId, agendasOccupied, buffersOf } from '@visita/command-service/booking/reserve';
import type { RecordedEvent } from '@visita/contracts/envelope';
import { fieldsOf } from '@visita/contracts/event';
import { isEvent } from '@visita/contracts/events';
import type { AuditKind } from '@visita/contracts/operator/audit';
import type { EventStore } from '@visita/platform/event-store/port';
import { operatorStream } from '@visita/platform/runtime/operations';
import type { Finder } from './finder.ts';

export type Reading = {
  readonly store: Pick<EventStore, 'readStream'>;
  readonly finder: Finder;
  readonly now: () => Date;
};

/** Maximum number of streams read at once, so that the running product is not slowed down. */
const atOnce = 8;

const readAll = async ({ store }: Reading, streams: readonly string[]): Promise<RecordedEvent[]> => {
  const names = [...new Set(streams)];
  const read: RecordedEvent[][] = [];
  for (let from = 0; from < names.length; from += atOnce) {
    const group = names.slice(from, from + atOnce);
    read.push(...(await Promise.all(group.map((stream) => store.readStream(stream)))));
  }
  return read.flat();
};

/** Returns the agenda days and limits named by a booking's events. */
const relatedStreams = (events: readonly RecordedEvent[]): string[] =>
  events.flatMap((event) => {
    if (!isEvent(event, 'BookingPlaced', 'BookingMoved')) return [];
    const { type, data } = event;
    const days = agendasOccupied({ ...data, ...buffersOf(data.service) }).map(
      (agenda) => `agenda-${agendaId(agenda)}`,
    );
    return type === 'BookingPlaced' ? [...days, `quota-${data.patientId}`] : days;
  });

const kindsBesides = ['agenda', 'quota'];

/** Returns a booking's events, and those of agendas and limits about it. */
const ofBooking = async (reading: Reading, id: string): Promise<RecordedEvent[]> => {
  const own = await reading.store.readStream(`booking-${id}`);
  // A booking that was never placed has no date, so its agenda has to be searched.
  const streams = relatedStreams(own);
  const others =
    streams.length > 0
      ? streams
      : await reading.finder.streams({ kinds: kindsBesides, fields: ['bookingId'], id });
  const around = await readAll(reading, others);
  const reservations = new Set(
    [...own, ...around]
      .filter((event) => fieldsOf(event)['bookingId'] === id)
      .map((event) => fieldsOf(event)['reservationId']),
  );
  const about = (event: RecordedEvent) => {
    const { bookingId, reservationId } = fieldsOf(event);
    return bookingId === id || (bookingId === undefined && reservations.has(reservationId));
  };
  return [...own, ...around.filter(about)];
};

const ofPatient = async (reading: Reading, id: string): Promise<RecordedEvent[]> => {
  const naming = {
    kinds: ['patient', 'booking', 'survey', 'duplicates', 'wait', 'recall'],
    fields: ['patientId', 'contactId', 'responsibleId', 'subjectId', 'keptId', 'absorbedId', 'otherId'],
    id,
  };
  const streams = await reading.finder.streams(naming);
  const events = await readAll(reading, [...streams, ...(streams.length > 0 ? [`quota-${id}`] : [])]);
  // One stream holds all duplicates of a pro.
  return events.filter(
    (event) => !event.stream.startsWith('duplicates-') || Object.values(fieldsOf(event)).includes(id),
  );
};

/** Returns a pro's events, and those of their clinics about them. */
const ofPro = async (reading: Reading, id: string): Promise<RecordedEvent[]> => {
  const naming = { kinds: ['pro', 'claim', 'hub', 'clinic'], fields: ['proId', 'ownerId'], id };
  const events = await readAll(reading, await reading.finder.streams(naming));
  const hubs = new Set(
    events.filter((event) => fieldsOf(event)['proId'] === id).map((event) => fieldsOf(event)['hubId']),
  );
  return events.filter((event) => {
    if (!event.stream.startsWith('clinic-') || event.type === 'ClinicOpened') return true;
    const { hubId } = fieldsOf(event);
    return hubId !== undefined && hubs.has(hubId);
  });
};

const ofClinic = async (reading: Reading, id: string): Promise<RecordedEvent[]> => {
  const naming = { kinds: ['clinic', 'hub'], fields: ['clinicId'], id };
  return readAll(reading, await reading.finder.streams(naming));
};

const belonging: Readonly<Record<AuditKind, typeof ofBooking>> = {
  booking: ofBooking,
  patient: ofPatient,
  pro: ofPro,
  clinic: ofClinic,
};

const dayLength = 86_400_000;

/** Operations on an entity, including views, since its creation. */
const operationsOn = async (reading: Reading, id: string, since: string): Promise<RecordedEvent[]> => {
  const days: string[] = [];
  for (let day = Date.parse(since.slice(0, 10)); day <= reading.now().getTime(); day += dayLength)
    days.push(operatorStream(new Date(day).toISOString()));
  const operations = await readAll(reading, days);
  return operations.filter(
    (event) => isEvent(event, 'OperationPerformed') && event.data.targets.includes(id),
  );
};

/** Returns the events about an entity in store order; none if it does not exist. */
export const eventsAbout = async (
  reading: Reading,
  kind: AuditKind,
  id: string,
): Promise<RecordedEvent[]> => {
  const events = await belonging[kind](reading, id);
  if (events.length === 0) return [];
  const since = events
    .map(({ metadata }) => metadata.time)
    .reduce((one, other) => (one < other ? one : other));
  const operations = await operationsOn(reading, id, since);
  return [...events, ...operations].toSorted((one, other) => (one.position < other.position ? -1 : 1));
};
