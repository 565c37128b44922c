import { parentOf } from '@visita/contracts/fields';
import { Rejection } from '@visita/contracts/problem';
import { requireBookingAt } from '../access.ts';
import type { AgendaState, Placing } from '../agenda/decider.ts';
import type { Dependencies } from '../dependencies.ts';
import { byEmail } from '../patient/known.ts';
import type { PatientState } from '../patient/decider.ts';
import { isUnproven, requireProven } from '../pro/proven.ts';
import { loadPro } from '../pro/view.ts';
import { type Reads, readOnce } from '../read-once.ts';
import { type Bookable, type BookingInterval, intervalOf, listedService, loadBookable } from './bookable.ts';
import { type Corrected, correctedBy } from './correct.ts';
import { isGapless, readTakenAround, type Taken } from './gapless.ts';
import type { BookingRequest } from './request.ts';
import { agendasOf, buffersOf } from './reserve.ts';
import { type Asked, askedByPro, findWhose, type Whose } from './whose.ts';

/** Facts that decide whether and how a booking is placed, as they were read before anything was decided. */
export type BookingFacts = {
  readonly bookable: Bookable;
  readonly interval: BookingInterval;
  readonly placing: Placing;
  readonly asked: Asked;
  /** Null where the pro knows no such patient. */
  readonly known: Whose | null;
  /** The record of a known patient, where it decides. */
  readonly record: PatientState | null;
  readonly agendas: readonly AgendaState[];
  /** All that is taken on the day, where the start depends on it. */
  readonly around: readonly Taken[] | null;
  /** The request whose email this one corrects. */
  readonly corrected: Corrected | null;
};

const placingOf = ({ origin }: BookingRequest): Placing => {
  if (origin.by === 'patient') return 'online';
  return origin.anyway ? 'anyway' : 'staff';
};

/**
 * Begins to read all that was seen of the place before names, so that a booking usually reads in one round trip. A wrong
 * guess is read for nothing.
 */
const readAhead = (reads: Reads, { hubServiceId, date, contact, told, origin }: BookingRequest): void => {
  const { domain, pseudonyms, personalKeys, zones } = reads;
  // The reader of the fact hears how it failed.
  const begin = (reading: Promise<unknown>): void => void reading.catch(() => undefined);
  const hub = domain.hubs.peek(parentOf(hubServiceId));
  const clinic = hub.status === 'none' ? hub : domain.clinics.peek(hub.clinicId);
  if (origin.by === 'pro') begin(domain.pros.load(origin.caller));
  if (hub.status === 'none' || clinic.status === 'none') return;
  begin(domain.duplicates.load(hub.proId));
  const service = listedService({ hub, clinic }, hubServiceId);
  if (service) {
    const interval = intervalOf({ zone: zones(clinic.details.timezone), service }, date);
    begin(agendasOf(domain, hub.proId, { ...interval, ...buffersOf(service) }));
  }
  const { email } = told ?? contact;
  if (email === null) return;
  const value = byEmail(hub.proId, email);
  begin(pseudonyms.find(value));
  // A patient's booking is decided without their record.
  if (origin.by === 'patient') return;
  const patientId = pseudonyms.guess(value);
  if (patientId === null) return;
  begin(domain.patients.load(patientId));
  begin(personalKeys.getKeys([`patient-${patientId}`]));
};

/** Reads the place; refuses with 404 or 403 a caller who may not know it or not book there. */
const readPlace = async (reads: Reads, { hubServiceId, origin }: BookingRequest): Promise<Bookable> => {
  if (origin.by === 'patient') {
    const bookable = await loadBookable(reads, hubServiceId, ({ clinic }) => {
      if (clinic.id !== origin.clinicId || !clinic.onlineBooking) throw new Rejection('not-found');
    });
    if (isUnproven(reads, bookable.pro)) throw new Rejection('not-found');
    return bookable;
  }
  const bookable = await loadBookable(reads, hubServiceId, (found) => requireBookingAt(found, origin.caller));
  const { pro } = bookable;
  requireProven(reads, pro.id === origin.caller ? pro : await loadPro(reads.domain, origin.caller));
  return bookable;
};

/** Reads the facts of a booking. Throws `not-found` for a place or patient that the caller may not know. */
export const readFacts = async (
  deps: Dependencies,
  request: BookingRequest,
  now: string,
): Promise<BookingFacts> => {
  const reads = readOnce(deps);
  readAhead(reads, request);
  const bookable = await readPlace(reads, request);
  const { contact, told, origin, patientId } = request;
  const proId = bookable.pro.id;
  const interval = intervalOf(bookable, request.date);
  const placing = placingOf(request);
  const asked =
    origin.by === 'pro'
      ? await askedByPro(reads, { ...contact, id: patientId }, { caller: origin.caller, treats: proId })
      : { proId, contact, told };
  const corrected =
    origin.by === 'patient'
      ? await correctedBy(reads, { ...origin, ...request, start: interval.start })
      : null;
  const [known, agendas] = await Promise.all([
    findWhose(reads, asked),
    agendasOf(reads.domain, proId, { ...interval, ...buffersOf(bookable.service) }),
  ]);
  const decides = origin.by === 'pro' || bookable.rules.bookableBy === 'known';
  const record = known && decides ? (await reads.domain.patients.load(known.patientId)).state : null;
  const corrects = corrected?.booking.bookingId ?? null;
  const around = isGapless(bookable, placing)
    ? await readTakenAround(reads.domain, bookable, { interval, now, corrects })
    : null;
  return { bookable, interval, placing, asked, known, record, agendas, around, corrected };
};
