import type { EventNamed } from '@visita/contracts/events';
import { Rejection } from '@visita/contracts/problem';
import { suits } from '@visita/contracts/waiting/fit';
import { deriveId } from '@visita/platform/ids/derive-id';
import type { Log } from '@visita/platform/logging/log';
import { takeSteps } from '@visita/platform/runtime/commit';
import type { Cause } from '@visita/platform/runtime/decider';
import { createPoller, type Poller } from '@visita/platform/runtime/poller';
import type { Process } from '@visita/platform/runtime/process';
import { loadClinic } from '../access.ts';
import { conflicts } from '../agenda/decider.ts';
import { loadAgendas } from '../booking/reserve.ts';
import type { Domain } from '../domain.ts';
import type { EndReason } from '@visita/contracts/waiting/events';
import { unitOfProcess } from '../unit-of-work.ts';
import { openOffer, type Offer, type WaitingEntry } from '../waiting/decider.ts';
import type { WaitingDeps } from '../waiting/deps.ts';
import type { FreedTime, FreedTimes } from '../waiting/freed-times.ts';
import { fulfil } from '../waiting/fulfil.ts';
import { notYetBookable, opening } from '../waiting/free-starts.ts';
import { createOffers } from '../waiting/offering.ts';
import { offerIn, type OfferEnded, releaseOffer } from '../waiting/offer.ts';
import type { LapsedHolds } from './forget-unconfirmed.ts';
import type { Workplaces } from './workplaces.ts';

type Deps = WaitingDeps & {
  freedTimes: FreedTimes;
  holds: Pick<LapsedHolds, 'put'>;
  workplaces: Pick<Workplaces, 'of'>;
};

/** Maximum number of moves that one freed time causes one after the other. */
const linksMaximum = 5;
/** Minutes for which a time that staff took back is not offered again. */
const takenBackMinutes = 15;
/** Days ahead that are looked at after longer hours or a withdrawn closing. */
const horizonDays = 61;
/** Days after which the data of a person who is on no professional's list is erased. */
const forgottenAfterDays = 7;
const dayMs = 86_400_000;

const stateOf = async ({ waits }: Pick<Domain, 'waits'>, entryId: string): Promise<WaitingEntry | null> => {
  const { state } = await waits.load(entryId);
  return state.status === 'none' ? null : state;
};

/** Returns the instant at which the next deadline of an entry passes. */
const nextDeadline = (entry: WaitingEntry): string => {
  const offer = openOffer(entry);
  const confirm = entry.status === 'unconfirmed' ? entry.confirmBy : null;
  return [entry.ends, ...(offer ? [offer.deadline] : []), ...(confirm ? [confirm] : [])].toSorted()[0]!;
};

const index = async ({ domain, waitingEntries }: Deps, entryId: string, joined?: string): Promise<void> => {
  const entry = await stateOf(domain, entryId);
  if (!entry) return;
  if (entry.status === 'ended') return waitingEntries.remove(entryId);
  const { clinicId, patientId, bookingId, urgent } = entry;
  await waitingEntries.put({
    entryId,
    clinicId,
    patientId,
    bookingId,
    waiting: entry.status === 'waiting',
    urgent,
    ...(joined === undefined ? {} : { joined }),
    lookAt: nextDeadline(entry),
  });
};

type Freed = Omit<FreedTime, 'id' | 'clinicId' | 'freedAt'>;

/** The event that freed a time. */
type Freeing = Pick<EventNamed<'BookingCancelled'>, 'id' | 'metadata'>;

/** Stores a freed time at every clinic of the professional. */
const free = async (deps: Deps, { id, metadata }: Freeing, freed: Freed, pause = 0): Promise<void> => {
  const now = deps.now();
  if (freed.end <= now.toISOString() || freed.links > linksMaximum) return;
  const lookAt = new Date(now.getTime() + pause);
  const places = await deps.workplaces.of(freed.proId);
  for (const clinicId of new Set(places.map((place) => place.clinicId))) {
    const row = { id: deriveId(id, clinicId, freed.proId, freed.start), clinicId, ...freed };
    await deps.freedTimes.put({ ...row, freedAt: metadata.time }, lookAt);
    // A visit that is gone no longer excludes its person from other freed times.
    await deps.freedTimes.wake(clinicId, lookAt);
  }
};

const freeAll = async (deps: Deps, event: Freeing, proId: string): Promise<void> => {
  // Every practice sets its hours, but not every one has a waiting list.
  if (!(await deps.waitingEntries.any())) return;
  const { time: start } = event.metadata;
  const end = new Date(Date.parse(start) + horizonDays * dayMs).toISOString();
  await free(deps, event, { proId, start, end, links: 0 });
};

const endEntries = async (
  { domain }: Deps,
  entryIds: readonly string[],
  { reason, cause }: { reason: EndReason; cause: Cause },
): Promise<void> => {
  for (const entryId of entryIds) await domain.waits.execute(entryId, { type: 'end', reason }, cause);
};

type Placed = EventNamed<'BookingPlaced' | 'BookingConfirmed'>;

/** Ends the entries of a patient that a new booking fulfils. */
const endFulfilled = async (deps: Deps, { data }: Placed, cause: Cause): Promise<void> => {
  if (!(await deps.waitingEntries.any())) return;
  const { state: booking } = await deps.domain.bookings.load(data.bookingId);
  if (booking.status !== 'confirmed') return;
  const { clinicServiceId } = booking.service;
  for (const entryId of await deps.waitingEntries.ofPatient(booking.patientId)) {
    const entry = await stateOf(deps.domain, entryId);
    const day = deps.zones(booking.timezone).dayOf(booking.start);
    const fits =
      entry?.clinicId === booking.clinicId &&
      entry.bookingId === null &&
      entry.clinicServiceId === clinicServiceId &&
      day >= entry.from &&
      day <= entry.until;
    if (fits) await endEntries(deps, [entryId], { reason: 'booked', cause });
  }
};

/** Ends the entry of a visit that was moved to a time that suits, and frees the former time. */
const moved = async (deps: Deps, event: EventNamed<'BookingMoved'>, cause: Cause): Promise<void> => {
  const { bookingId, start, previous, timezone } = event.data;
  let links = 0;
  for (const entryId of await deps.waitingEntries.ofBooking(bookingId)) {
    const entry = await stateOf(deps.domain, entryId);
    const offer = entry?.offers.find(({ time, status }) => status === 'taken' && time?.start === start);
    if (offer) links = Math.max(links, offer.links + 1);
    const earlier = start < previous.start && entry && suits(entry, deps.zones(timezone).wallOf(start));
    if (earlier && !offer) await endEntries(deps, [entryId], { reason: 'booked', cause });
  }
  const { proId, start: from, end } = previous;
  await free(deps, event, { proId, start: from, end, links });
};

const gone = async (
  deps: Deps,
  event: EventNamed<'BookingCancelled' | 'BookingLapsed'>,
  cause: Cause,
): Promise<void> => {
  const { state } = await deps.domain.bookings.load(event.data.bookingId);
  if (state.status === 'none') return;
  const { bookingId, proId, start, end } = state;
  await endEntries(deps, await deps.waitingEntries.ofBooking(bookingId), { reason: 'booking-gone', cause });
  await free(deps, event, { proId, start, end, links: 0 });
};

type Ended = Freeing & { readonly data: OfferEnded['data'] };

/** Releases the time of an offer that was not taken, which goes to the next person. */
const offerEnded = async (deps: Deps, event: Ended, cause: Cause): Promise<void> => {
  const { entryId, offerId, clinicId } = event.data;
  const entry = await stateOf(deps.domain, entryId);
  const offer = entry && offerIn(entry, offerId);
  if (offer) await takeSteps(releaseOffer(deps.domain, offer), cause);
  await index(deps, entryId);
  const byStaff = 'reason' in event.data && event.data.reason === 'staff';
  const pause = byStaff ? takenBackMinutes * 60_000 : 0;
  await deps.freedTimes.wake(clinicId, new Date(deps.now().getTime() + pause));
  if (!offer || offer.reservationId === null) return;
  for (const { proId, start, end } of offer.time ? [offer.time] : offer.times)
    await free(deps, event, { proId, start, end, links: offer.links }, pause);
};

/** Tells whether one of the times of an offer without a hold can still be taken. */
const isFree = async ({ domain }: Deps, { times }: Offer, now: string): Promise<boolean> => {
  for (const { proId, start, end } of times) {
    const reservation = { reservationId: '', bookingId: '', start, end, deadline: now };
    const agendas = await loadAgendas(domain, { proId, start, end });
    if (agendas.every((agenda) => conflicts(agenda, reservation, 'anyway').length === 0)) return true;
  }
  return false;
};

/** Tells the others who were asked at once that their times are gone. */
const tellOthers = async (deps: Deps, clinicId: string, cause: Cause): Promise<void> => {
  const { domain } = deps;
  for (const entryId of await deps.waitingEntries.waitingAt(clinicId)) {
    const entry = await stateOf(domain, entryId);
    const offer = entry ? openOffer(entry) : undefined;
    if (!offer || offer.because !== 'all' || (await isFree(deps, offer, cause.time))) continue;
    await domain.waits.execute(entryId, { type: 'withdraw', offerId: offer.offerId, reason: 'gone' }, cause);
  }
};

const ended = async (deps: Deps, event: EventNamed<'WaitingEnded'>, cause: Cause): Promise<void> => {
  const { entryId, clinicId, patientId, proId, reason } = event.data;
  const entry = await stateOf(deps.domain, entryId);
  for (const offer of entry?.offers ?? [])
    if (offer.status === 'taken') await takeSteps(releaseOffer(deps.domain, offer), cause);
  await index(deps, entryId);
  // A person who is on no professional's list is forgotten, as after an unconfirmed booking.
  const lookAt = new Date(Date.parse(cause.time) + forgottenAfterDays * dayMs);
  await deps.holds.put({ holdId: entryId, patientId, proId }, lookAt);
  if (reason === 'booked' && entry?.offers.some(({ because }) => because === 'all'))
    await tellOthers(deps, clinicId, cause);
};

const take = async (deps: Deps, event: EventNamed<'OfferTaken'>, cause: Cause): Promise<void> => {
  const { entryId, offerId } = event.data;
  await fulfil(deps, { entryId, offerId }, unitOfProcess(deps, cause)).catch((error: unknown) => {
    // The offer was withdrawn; the person stays on the list.
    if (!(error instanceof Rejection) || error.status >= 429) throw error;
  });
};

const joined = async (
  deps: Deps,
  event: EventNamed<'WaitingJoined' | 'WaitingConfirmed' | 'WaitingResumed' | 'WaitingUrgencySet'>,
  cause: Cause,
): Promise<void> => {
  const { entryId, clinicId } = event.data;
  await index(deps, entryId, event.type === 'WaitingJoined' ? event.metadata.time : undefined);
  await deps.freedTimes.wake(clinicId, new Date(cause.time));
};

/** Looks at freed times again for a person who gets messages again. */
const unsilenced = async (
  deps: Deps,
  { data }: EventNamed<'PatientMessagesChosen' | 'PatientRestrictionLifted'>,
): Promise<void> => {
  for (const entryId of await deps.waitingEntries.ofPatient(data.patientId)) {
    const entry = await stateOf(deps.domain, entryId);
    if (entry) await deps.freedTimes.wake(entry.clinicId, deps.now());
  }
};

/**
 * Keeps the index of the waiting list, notices freed time, and completes taken offers after a crash.
 * Runs in the order of the log: an entry is indexed before the time that is freed after it.
 */
export const keepWaitingList = (deps: Deps): Process => ({
  name: 'waiting-list',
  inOrder: 'log',
  on: {
    WaitingJoined: (event, cause) => joined(deps, event, cause),
    WaitingConfirmed: (event, cause) => joined(deps, event, cause),
    WaitingUrgencySet: (event, cause) => joined(deps, event, cause),
    WaitingResumed: (event, cause) => joined(deps, event, cause),
    WaitingPaused: ({ data }) => index(deps, data.entryId),
    OfferMade: ({ data }) => index(deps, data.entryId),
    OfferTaken: (event, cause) => take(deps, event, cause),
    OfferDeclined: (event, cause) => offerEnded(deps, event, cause),
    OfferLapsed: (event, cause) => offerEnded(deps, event, cause),
    OfferWithdrawn: (event, cause) => offerEnded(deps, event, cause),
    WaitingEnded: (event, cause) => ended(deps, event, cause),
    BookingPlaced: async (event, cause) => {
      if (event.data.confirmBy === null) await endFulfilled(deps, event, cause);
    },
    BookingConfirmed: (event, cause) => endFulfilled(deps, event, cause),
    BookingMoved: (event, cause) => moved(deps, event, cause),
    BookingCancelled: (event, cause) => gone(deps, event, cause),
    BookingLapsed: (event, cause) => gone(deps, event, cause),
    PatientMessagesChosen: (event) => unsilenced(deps, event),
    PatientRestrictionLifted: (event) => unsilenced(deps, event),
    TimeUnblocked: (event) => {
      const { proId, start, end } = event.data;
      return free(deps, event, { proId, start, end, links: 0 });
    },
    BlockChanged: (event) => {
      const { proId, previous } = event.data;
      return free(deps, event, { proId, start: previous.start, end: previous.end, links: 0 });
    },
    AvailabilityAdded: (event) => freeAll(deps, event, event.data.proId),
    DayHoursSet: (event) => freeAll(deps, event, event.data.proId),
    DayHoursCleared: (event) => freeAll(deps, event, event.data.proId),
    VacationCancelled: (event) => freeAll(deps, event, event.data.proId),
    ClosingCancelled: async (event) => {
      const { state } = await deps.domain.clinics.load(event.data.clinicId);
      if (state.status !== 'active') return;
      for (const { proId } of state.team) await freeAll(deps, event, proId);
    },
    ClinicArchived: async ({ data: { clinicId } }, cause) =>
      endEntries(deps, await deps.waitingEntries.at(clinicId), { reason: 'removed', cause }),
    PatientErasureRequested: async ({ data: { patientId } }, cause) =>
      endEntries(deps, await deps.waitingEntries.ofPatient(patientId), { reason: 'erased', cause }),
  },
});

type Looking = {
  readonly freed: FreedTime;
  /** All freed times that are looked at now. */
  readonly due: readonly FreedTime[];
  readonly offer: ReturnType<typeof createOffers>;
};

/** Offers what patients can book of a freed time, and keeps the rest for the days on which they can. */
const offerOpen = async (deps: Deps, { freed, due, offer }: Looking): Promise<void> => {
  const { domain, waitingEntries, freedTimes, zones } = deps;
  const { id, clinicId, proId, freedAt } = freed;
  const { details } = await loadClinic(domain, clinicId);
  const { state: pro } = await domain.pros.load(proId);
  if (pro.status !== 'registered') return freedTimes.remove(id);
  const place = { zone: zones(details.timezone), pro };
  const { shown, at } = opening(place, freed);
  if (at > deps.now()) return freedTimes.later(id, at);
  const rest = notYetBookable(place, freed, deps.now().toISOString());
  if (rest !== null) {
    const later = opening(place, { start: rest }).at;
    await freedTimes.put({ ...freed, id: deriveId(id, rest), start: rest }, later);
    await freedTimes.cut(id, rest);
  }
  // Those who join later see the time on the booking page.
  const joinedBy = freedAt > shown ? freedAt : shown;
  const together = due.filter((one) => one.clinicId === clinicId && one.proId === proId);
  const entryIds = await waitingEntries.waitingAt(clinicId, joinedBy);
  const open = { ...freed, end: rest ?? freed.end };
  const next = await offer({ freed: open, together }, entryIds);
  await (next ? freedTimes.later(id, next) : freedTimes.remove(id));
};

const pause = 10_000;
const offersAtOnce = 50;

/** Offers freed times to waiting people, and ends offers and entries whose time has passed. */
export const createOffering = (deps: Deps & { log: Log }): Poller => {
  const { domain, waitingEntries, freedTimes, now, log } = deps;

  const settleDue = async (atOnce: number): Promise<number> => {
    const at = now();
    const due = await waitingEntries.due(at, atOnce);
    for (const entryId of due) {
      const id = deriveId(entryId, 'settle', at.toISOString());
      const time = at.toISOString();
      const cause = { id, correlationId: id, actor: 'process:waiting-list', time } as const;
      await domain.waits.execute(entryId, { type: 'settle', now: time }, cause);
    }
    return due.length;
  };

  const offerDue = async (atOnce: number): Promise<number> => {
    const due = await freedTimes.due(now(), atOnce);
    if (due.length > 0 && !(await deps.isUpdateComplete())) return 0;
    const offer = createOffers(deps);
    for (const freed of due) await offerOpen(deps, { freed, due, offer });
    return due.length;
  };

  const look = async (atOnce: number): Promise<number> =>
    Math.max(await settleDue(atOnce), await offerDue(atOnce));
  return createPoller({ name: 'waiting list', look, pause, log, atOnce: offersAtOnce });
};
