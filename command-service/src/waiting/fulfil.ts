import { isErased } from '@visita/contracts/event';
import { Rejection } from '@visita/contracts/problem';
import type { OfferedTime } from '@visita/contracts/waiting/events';
import { deriveId } from '@visita/platform/ids/derive-id';
import { takeSteps } from '@visita/platform/runtime/commit';
import { loadHub } from '../access.ts';
import { loadBookable, requireOpen } from '../booking/bookable.ts';
import { readFacts } from '../booking/facts.ts';
import { loadBooking } from '../booking/links.ts';
import { moveBooking, readMove } from '../booking/move.ts';
import { place } from '../booking/place.ts';
import { readOnce } from '../booking/read-once.ts';
import type { BookingRequest } from '../booking/request.ts';
import type { UnitOfWork } from '../unit-of-work.ts';
import type { WaitingEntry } from './decider.ts';
import type { WaitingDeps } from './deps.ts';
import { loadEntry, offerIn, releaseOffer } from './offer.ts';

type Taken = {
  readonly entry: WaitingEntry;
  readonly time: OfferedTime;
  /** Reservation that the booking takes over. */
  readonly over: string | undefined;
};

const wallOf = async ({ domain, zones }: WaitingDeps, { hubId, start }: OfferedTime): Promise<string> => {
  const { clinic } = await loadHub(domain, hubId);
  return zones(clinic.details.timezone).wallOf(start);
};

/** Returns the booking request of a taken offer, as the professional's staff would make it. */
const requestOf = async (deps: WaitingDeps, { entry, time }: Taken): Promise<BookingRequest> => {
  const { contact, patientId, proId, language } = entry;
  if (isErased(contact)) throw new Rejection('patient-erased');
  const { state } = await deps.domain.patients.load(patientId);
  const listed = state.status === 'registered' && proId === time.proId;
  return {
    hubServiceId: time.hubServiceId,
    date: await wallOf(deps, time),
    patientId: listed ? patientId : undefined,
    contact: { ...contact, patientNotes: '' },
    told: null,
    origin: {
      by: 'pro',
      caller: time.proId,
      proNotes: '',
      language,
      anyway: false,
      privacyNotice: false,
      marketingConsent: false,
    },
  };
};

const book = async (deps: WaitingDeps, taken: Taken, work: UnitOfWork): Promise<void> => {
  const request = await requestOf(deps, taken);
  const facts = await readFacts(deps, request, work.now);
  await place(deps, { request, facts: { ...facts, over: taken.over } }, work);
};

/** Moves the visit to the earlier time. */
const moveEarlier = async (
  deps: WaitingDeps,
  { entry, time, over }: Taken,
  work: UnitOfWork,
): Promise<void> => {
  const { bookingId } = entry;
  if (bookingId === null) return;
  const reads = readOnce(deps);
  const booking = await loadBooking(reads.domain, bookingId);
  if (booking.status !== 'confirmed') throw new Rejection('booking-not-active');
  const bookable = await loadBookable(
    reads,
    { hubServiceId: time.hubServiceId, keeps: booking.service },
    () => undefined,
  );
  const date = await wallOf(deps, time);
  const facts = await readMove(reads, { booking, bookable, date, by: 'patient', placing: 'staff' }, work.now);
  requireOpen(bookable, facts.interval);
  if (booking.start === facts.interval.start && booking.proId === time.proId) return;
  await moveBooking(deps, { ...facts, over }, work);
};

/** Whether a refusal will not pass by itself. */
const isFinal = (error: unknown): error is Rejection => error instanceof Rejection && error.status < 429;

/**
 * Books or moves the visit of a taken offer and ends the entry. All ids derive from the offer, so that
 * the call and the process that repeats it after a crash book once. If the time cannot be booked any
 * more, the offer is withdrawn, the person stays on the list, and the refusal is thrown.
 */
export const fulfil = async (
  deps: WaitingDeps,
  { entryId, offerId }: { entryId: string; offerId: string },
  caller: Pick<UnitOfWork, 'under'>,
): Promise<void> => {
  const { domain } = deps;
  const entry = await loadEntry(domain, entryId);
  const offer = offerIn(entry, offerId);
  if (entry.status === 'ended' || offer?.status !== 'taken' || offer.time === null) return;
  const work = caller.under(deriveId(offerId, 'taken'));
  const taken = { entry, time: offer.time, over: offer.reservationId ?? undefined };
  try {
    await (entry.bookingId === null ? book : moveEarlier)(deps, taken, work);
  } catch (error) {
    if (!isFinal(error)) throw error;
    await work.execute(domain.waits, entryId, { type: 'withdraw', offerId, reason: 'gone' });
    await takeSteps(releaseOffer(domain, offer), work.cause);
    throw error;
  }
  await work.execute(domain.waits, entryId, { type: 'end', reason: 'booked' });
};
