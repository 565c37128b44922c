import { isErased, readable } from '@visita/contracts/event';
import { parentOf } from '@visita/contracts/fields';
import { Rejection } from '@visita/contracts/problem';
import type { OfferView } from '@visita/contracts/waiting/views';
import { offerDeadline } from '@visita/contracts/waiting/fit';
import { sentToOf } from '@visita/platform/auth/booking-token';
import { type Caller, proOf } from '@visita/platform/auth/caller';
import type { Handlers } from '@visita/platform/http/calls';
import { deriveChildId } from '@visita/platform/ids/derive-id';
import { takeSteps } from '@visita/platform/runtime/commit';
import { loadClinic, membershipOf, requireBookingAt, runsCalendar } from '../access.ts';
import { intervalOf, loadBookable, requireOpen } from '../booking/bookable.ts';
import { reservationIdOf } from '../booking/reserve.ts';
import { loadBooking } from '../booking/links.ts';
import { requireUnrestricted } from '../patient/restriction.ts';
import { fullName } from '../pro/view.ts';
import { type Command, handling } from '../unit-of-work.ts';
import type { NewOffer, Offer, WaitingEntry } from './decider.ts';
import type { WaitingDeps } from './deps.ts';
import { fulfil } from './fulfil.ts';
import { joinWaitingList } from './join.ts';
import { loadEntry, makeOffer, offeredTimeOf, offerIn, releaseOffer, takeOffer } from './offer.ts';
import { endedView, endEntry, ownView, serviceOf } from './own.ts';
import { keptServices } from './place.ts';

/** Returns the email to which the messages of an entry go: the recorded one of the person who answers, or as typed. */
const emailOf = async ({ domain }: WaitingDeps, { patientId, contact }: WaitingEntry) => {
  const { state } = await domain.patients.load(patientId);
  const under = state.status === 'registered' ? state.under : null;
  const told = under ? (await domain.patients.load(under.responsibleId)).state : state;
  const recorded = told.status === 'registered' ? readable(told.email) : null;
  return recorded ?? readable(contact)?.email ?? null;
};

/**
 * Returns the entry and the offer of the caller's token. Throws `token-invalid`, or `token-expired` if the email to
 * which the link was mailed has been corrected.
 */
const holderOf = async (deps: WaitingDeps, caller: Caller) => {
  if (caller.kind !== 'waiting') throw new Rejection('token-invalid');
  const { state } = await deps.domain.waits.load(caller.entryId);
  if (state.status === 'none') throw new Rejection('token-invalid');
  const { sentTo } = caller;
  if (sentTo !== undefined && sentTo !== sentToOf((await emailOf(deps, state)) ?? ''))
    throw new Rejection('token-expired');
  return { entry: state, offerId: caller.offerId ?? '' };
};

/**
 * Refuses callers other than those who run the clinic's calendar and the members whom the entry or its
 * offer concerns. Throws `not-found`.
 */
const requireStaff = async (
  { domain }: Pick<WaitingDeps, 'domain'>,
  { clinicId, proId, proIds }: WaitingEntry,
  { callerId, offer }: { callerId: string; offer?: Offer | undefined },
): Promise<void> => {
  const clinic = await loadClinic(domain, clinicId);
  const offered = offer?.times.map((time) => time.proId) ?? [];
  const named = [proId, ...proIds, ...offered].includes(callerId) && membershipOf(clinic, callerId);
  if (!named && !runsCalendar(clinic, callerId)) throw new Rejection('not-found');
};

/** Reads an entry for staff. Throws `not-found`. */
const staffedEntry = async (
  deps: Pick<WaitingDeps, 'domain'>,
  entryId: string,
  callerId: string,
): Promise<WaitingEntry> => {
  const entry = await loadEntry(deps.domain, entryId);
  await requireStaff(deps, entry, { callerId });
  return entry;
};

const confirmWaiting: Command<'confirmWaiting', WaitingDeps> = async ({ caller }, work, deps) => {
  const { entry } = await holderOf(deps, caller);
  if (isErased(entry.contact)) throw new Rejection('patient-erased');
  if (entry.ended !== null)
    return { message: 'Waiting list entry ended', data: await endedView(deps, entry, entry.ended) };
  await work.execute(deps.domain.waits, entry.entryId, { type: 'confirm', now: work.now });
  return { message: 'Waiting list confirmed', data: await ownView(deps, entry) };
};

const editWaitingEntry: Command<'editWaitingEntry', WaitingDeps> = async (
  { params, body, caller },
  { execute, now },
  deps,
) => {
  const { entryId, patientId } = await staffedEntry(deps, params.id, proOf(caller).proId);
  const { waits } = deps.domain;
  await requireUnrestricted(deps.domain, patientId);
  if (body.urgent !== undefined) await execute(waits, entryId, { type: 'set-urgent', urgent: body.urgent });
  if (body.called) await execute(waits, entryId, { type: 'call', now });
  if (body.paused === false) await execute(waits, entryId, { type: 'resume' });
  return { message: 'Entry changed', data: null };
};

const leaveWaitingList: Command<'leaveWaitingList', WaitingDeps> = async ({ params, caller }, work, deps) => {
  const byHolder = caller.kind === 'waiting';
  if (byHolder && caller.entryId !== params.id) throw new Rejection('not-found');
  const entry = byHolder
    ? (await holderOf(deps, caller)).entry
    : await staffedEntry(deps, params.id, proOf(caller).proId);
  await endEntry(deps, { entry, reason: byHolder ? 'left' : 'removed' }, work);
  return { message: 'Waiting list left', data: null };
};

const offerTime: Command<'offerTime', WaitingDeps> = async (context, work, deps) => {
  const { params, body, caller } = context;
  const { domain } = deps;
  const { proId: callerId } = proOf(caller);
  const entry = await staffedEntry(deps, params.id, callerId);
  await requireUnrestricted(domain, entry.patientId);
  const keeps = await keptServices(domain, entry);
  const bookable = await loadBookable(deps, { hubServiceId: body.hubServiceId, keeps }, (found) => {
    requireBookingAt(found, callerId);
    if (found.clinic.id !== entry.clinicId) throw new Rejection('service-unknown');
  });
  if (bookable.service.clinicServiceId !== entry.clinicServiceId) throw new Rejection('service-unknown');
  const interval = intervalOf(bookable, body.date);
  if (interval.start <= work.now) throw new Rejection('slot-not-offered');
  requireOpen(bookable, interval);
  if (!(await deps.isUpdateComplete())) throw new Rejection('update-running');
  const time = offeredTimeOf(bookable, interval);
  const { entryId } = entry;
  const offerId = deriveChildId(entryId, work.cause.id, time.hubServiceId, time.start);
  const deadline = offerDeadline(work.at, time.start);
  const reservationId = reservationIdOf([offerId], time);
  const offer: NewOffer = {
    offerId,
    times: [time],
    reservationId,
    deadline,
    because: 'staff',
    asked: 0,
    links: 0,
  };
  // A repeated call finds its offer, whose visit may be placed already.
  if (!offerIn(entry, offerId)) await makeOffer(domain, { entryId, offer, placing: 'staff' }, work);
  if (body.taken) {
    await work.execute(domain.waits, entryId, { type: 'take', offerId, start: null, now: work.now });
    await fulfil(deps, { entryId, offerId }, work);
  }
  const until = deps.zones(entry.timezone).offsetIso(deadline);
  return { message: 'Time offered', data: { id: offerId, until } };
};

const withdrawOffer: Command<'withdrawOffer', WaitingDeps> = async (
  { params, caller },
  { execute, cause },
  deps,
) => {
  const { domain } = deps;
  const entry = await loadEntry(domain, parentOf(params.id));
  const offer = offerIn(entry, params.id);
  await requireStaff(deps, entry, { callerId: proOf(caller).proId, offer });
  if (!offer) throw new Rejection('not-found');
  await execute(domain.waits, entry.entryId, { type: 'withdraw', offerId: params.id, reason: 'staff' });
  await takeSteps(releaseOffer(domain, offer), cause);
  return { message: 'Time taken back', data: null };
};

const statusOf = ({ status, deadline }: Offer, now: string): OfferView['status'] => {
  if (status === 'taken' || status === 'declined') return status;
  return status === 'open' && deadline > now ? 'open' : 'over';
};

/** Returns the state of an offer and of its entry, as the person sees them. */
const standingOf = (
  { ended, pausedUntil, timezone }: WaitingEntry,
  offer: Offer,
  { now, zones }: Pick<WaitingDeps, 'zones'> & { now: string },
): Pick<OfferView, 'status' | 'over' | 'ended' | 'paused_until'> => {
  const status = statusOf(offer, now);
  // Snapshots of earlier versions do not tell why an offer was withdrawn.
  const over = offer.withdrawn ?? (offer.status === 'withdrawn' ? 'ended' : 'expired');
  const paused = ended === null && pausedUntil !== null && pausedUntil > now;
  return {
    status,
    ...(status === 'over' && { over }),
    ...(ended !== null && ended !== 'erased' && { ended }),
    ...(paused && { paused_until: zones(timezone).offsetIso(pausedUntil) }),
  };
};

const offerViewOf = async (
  deps: WaitingDeps,
  { entry, offerId }: { entry: WaitingEntry; offerId: string },
  now: string,
): Promise<OfferView> => {
  const { domain, zones } = deps;
  const offer = offerIn(entry, offerId);
  if (!offer) throw new Rejection('token-invalid');
  const { clinic, name, duration } = await serviceOf(deps, entry);
  const zone = zones(entry.timezone);
  const { name: clinicName, address, city, phone = '' } = clinic.details;
  const shown = offer.time ? [offer.time] : offer.times;
  const booking = entry.bookingId === null ? null : await loadBooking(domain, entry.bookingId);
  const professional = async (proId: string) => {
    const { state } = await domain.pros.load(proId);
    return state.status === 'registered' ? fullName(state) : '';
  };
  return {
    ...standingOf(entry, offer, { now, zones }),
    service: name,
    duration,
    clinic_name: clinicName,
    clinic_address: `${address}, ${city}`,
    clinic_phone: phone,
    timezone: zone.timezone,
    until: zone.offsetIso(offer.deadline),
    times: await Promise.all(
      shown.map(async ({ start, end, proId }) => ({
        date: zone.offsetIso(start),
        ending_date: zone.offsetIso(end),
        professional: await professional(proId),
      })),
    ),
    moves: booking ? zone.offsetIso(booking.start) : null,
    held: offer.reservationId !== null,
    language: entry.language,
  };
};

const getOffer: Command<'getOffer', WaitingDeps> = async ({ caller }, { now }, deps) => {
  const holder = await holderOf(deps, caller);
  return { message: 'Offer', data: await offerViewOf(deps, holder, now) };
};

const answerOffer: Command<'answerOffer', WaitingDeps> = async (context, work, deps) => {
  const { body, caller } = context;
  const { domain } = deps;
  const { entry, offerId } = await holderOf(deps, caller);
  const { entryId } = entry;
  const { now } = work;
  if (body.take) {
    const chosen = body.date === undefined ? null : new Date(body.date);
    if (chosen && Number.isNaN(chosen.getTime()))
      throw new Rejection('malformed-request', 'The field date is not an instant.');
    const start = chosen?.toISOString() ?? null;
    await takeOffer(domain, { entry, offerId, start }, work);
    await fulfil(deps, { entryId, offerId }, work);
  } else {
    await work.execute(domain.waits, entryId, { type: 'decline', offerId, now });
    const offer = offerIn(entry, offerId);
    if (offer) await takeSteps(releaseOffer(domain, offer), work.cause);
  }
  const after = await loadEntry(domain, entryId);
  return { message: 'Offer answered', data: await offerViewOf(deps, { entry: after, offerId }, now) };
};

/** Returns the handlers of the waiting list. */
export const waitingHandlers = (deps: WaitingDeps) => {
  const handle = handling(deps);
  return {
    joinWaitingList: handle(joinWaitingList),
    confirmWaiting: handle(confirmWaiting),
    editWaitingEntry: handle(editWaitingEntry),
    leaveWaitingList: handle(leaveWaitingList),
    offerTime: handle(offerTime),
    withdrawOffer: handle(withdrawOffer),
    getOffer: handle(getOffer),
    answerOffer: handle(answerOffer),
  } satisfies Handlers;
};
