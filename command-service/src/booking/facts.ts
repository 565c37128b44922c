import { parentOf } from '@visita/contracts/fields';
import type { Language } from '@visita/contracts/language';
import { Rejection } from '@visita/contracts/problem';
import { requireBookingAt } from '../access.ts';
import type { AgendaState, Placing } from '../agenda/decider.ts';
import { byEmail } from '../patient/known.ts';
import { type DuplicatesState, keptIn } from '../patient/duplicates.decider.ts';
import type { PatientState } from '../patient/decider.ts';
import { isUnproven, requireProven } from '../pro/proven.ts';
import { loadPro } from '../pro/view.ts';
import { begin, type Reads, readOnce } from './read-once.ts';
import {
  type Bookable,
  type BookingInterval,
  intervalOf,
  listedVisit,
  loadBookable,
  occupantOf,
} from './bookable.ts';
import { type Corrected, correctedBy, readRight } from './correct.ts';
import { isGapless, readTakenAround, type Taken } from './gapless.ts';
import { type BookingRequest, requestedServices } from './request.ts';
import { buffersOf, loadAgendas } from './reserve.ts';
import { type BookedPerson, personOfPro, findPatientIds, mergesOf, type PatientIds } from './patient-ids.ts';
import type { BookingDeps } from './deps.ts';

/** Facts that decide whether and how a booking is placed, read before anything is decided. */
export type BookingFacts = {
  readonly bookable: Bookable;
  readonly interval: BookingInterval;
  readonly placing: Placing;
  readonly person: BookedPerson;
  /** Merged records of the professional's list. */
  readonly merges: DuplicatesState;
  /** Null if the patient is not on the professional's list. */
  readonly known: PatientIds | null;
  /** The record of a known patient, if it is needed for the decision. */
  readonly record: PatientState | null;
  /** Language in the record of the person who gets the mails; read for bookings by staff. */
  readonly language: Language | null;
  readonly agendas: readonly AgendaState[];
  /** Reservations of the day, if the start depends on them. */
  readonly around: readonly Taken[] | null;
  /** The request whose email this one corrects. */
  readonly corrected: Corrected | null;
  /** Reservation of the offer that this booking takes over. */
  readonly over?: string | undefined;
};

const placingOf = ({ origin }: BookingRequest): Placing => {
  if (origin.by === 'patient') return 'online';
  return origin.anyway ? 'anyway' : 'staff';
};

/**
 * Begins to read the clinic and professional of a hub from the cached hub and clinic, which usually
 * saves a round trip; an outdated cache costs one more read. Returns the professional; null if the
 * hub is not cached.
 */
export const beginPlace = (
  { domain, zones }: Reads,
  { date, ...services }: Pick<BookingRequest, 'hubServiceId' | 'hubServiceIds' | 'date'>,
): string | null => {
  const hubId = parentOf(services.hubServiceId);
  begin(domain.hubs.load(hubId));
  const hub = domain.hubs.peek(hubId);
  if (hub.status === 'none') return null;
  const { clinicId, proId } = hub;
  begin(domain.clinics.load(clinicId), domain.pros.load(proId));
  const clinic = domain.clinics.peek(clinicId);
  if (clinic.status === 'none') return proId;
  const visit = listedVisit({ hub, clinic }, requestedServices(services));
  if (visit) {
    const { service } = visit;
    const interval = intervalOf({ zone: zones(clinic.details.timezone), service }, date);
    begin(loadAgendas(domain, { proId, ...interval, ...buffersOf(service) }));
  }
  return proId;
};

/** Begins to read all streams with ids that are known before the place is. */
const beginFacts = (reads: Reads, request: BookingRequest): void => {
  const { domain, pseudonyms } = reads;
  const { contact, told, origin, patientId: listed } = request;
  if (listed !== undefined) begin(domain.patients.load(listed), reads.readKey(listed));
  if (origin.by === 'pro') begin(domain.pros.load(origin.caller));
  else if (origin.correction !== undefined) {
    const right = readRight(reads, origin.correction);
    if (right) begin(domain.bookings.load(right.bookingId));
  }
  const proId = beginPlace(reads, request);
  if (proId === null) return;
  begin(domain.duplicates.load(proId));
  const { email } = told ?? contact;
  if (email === null) return;
  const value = byEmail(proId, email);
  begin(pseudonyms.find(value));
  const patientId = pseudonyms.guess(value);
  if (patientId === null) return;
  begin(reads.readKey(patientId));
  // A patient's booking is usually decided without their record.
  if (origin.by === 'pro') begin(domain.patients.load(patientId));
};

/**
 * Reads the place. Throws `not-found` or `forbidden` if the caller may not see the place or not
 * book there.
 */
const readPlace = async (reads: Reads, { origin, ...request }: BookingRequest): Promise<Bookable> => {
  if (origin.by === 'patient') {
    const bookable = await loadBookable(reads, request.hubServiceId, ({ clinic }) => {
      if (clinic.id !== origin.clinicId || !clinic.onlineBooking) throw new Rejection('not-found');
    });
    if (isUnproven(reads, bookable.pro)) throw new Rejection('not-found');
    return bookable;
  }
  const bookable = await loadBookable(reads, requestedServices(request), (found) =>
    requireBookingAt(found, origin.caller),
  );
  const { pro } = bookable;
  requireProven(reads, pro.id === origin.caller ? pro : await loadPro(reads.domain, origin.caller));
  return bookable;
};

/** Finds the patient on the professional's list. */
const readPatient = async (reads: Reads, person: BookedPerson) => {
  const { email } = person.told ?? person.contact;
  if (!person.listed && email !== null) begin(reads.pseudonyms.find(byEmail(person.proId, email)));
  const merges = await mergesOf(reads, person.proId);
  return { person, merges, known: await findPatientIds(reads, { person, merges }) };
};

/** Reads the language of the person who gets the mails, from the record under which they are shown. */
const languageOf = async (
  { domain }: Reads,
  { patientId, contactId }: PatientIds,
  merges: DuplicatesState,
): Promise<Language | null> => {
  const { state } = await domain.patients.load(keptIn(merges, contactId ?? patientId));
  return (state.status === 'registered' && state.language) || null;
};

/**
 * Reads the facts of a booking. Throws `not-found` if the caller may not know the place or the
 * patient.
 */
export const readFacts = async (
  deps: BookingDeps,
  request: BookingRequest,
  now: string,
): Promise<BookingFacts> => {
  const reads = readOnce(deps);
  const { domain } = reads;
  beginFacts(reads, request);
  const bookable = await readPlace(reads, request);
  const { contact, told, origin, patientId } = request;
  const proId = bookable.pro.id;
  const interval = intervalOf(bookable, request.date);
  const placing = placingOf(request);
  const person =
    origin.by === 'pro'
      ? await personOfPro(reads, { ...contact, id: patientId }, { caller: origin.caller, treats: proId })
      : { proId, contact, told };
  const corrected =
    origin.by === 'patient'
      ? await correctedBy(reads, { ...origin, ...request, start: interval.start })
      : null;
  const [patient, agendas] = await Promise.all([
    readPatient(reads, person),
    loadAgendas(domain, { ...occupantOf(bookable), ...interval, ...buffersOf(bookable.service) }),
  ]);
  const { known } = patient;
  const decides = origin.by === 'pro' || bookable.rules.bookableBy === 'known';
  const [record, language] = await Promise.all([
    known && decides ? domain.patients.load(known.patientId).then(({ state }) => state) : null,
    known && origin.by === 'pro' ? languageOf(reads, known, patient.merges) : null,
    known && reads.readKey(known.patientId),
  ]);
  const corrects = corrected?.booking.bookingId ?? null;
  const around = isGapless(bookable, placing)
    ? await readTakenAround(domain, bookable, { interval, now, corrects })
    : null;
  return { bookable, interval, placing, ...patient, record, language, agendas, around, corrected };
};
