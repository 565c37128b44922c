import { addDays } from '@visita/contracts/availability/zones';
import { overlap } from '@visita/contracts/agenda/occupied';
import { suits, wantsFrom, offerDeadline } from '@visita/contracts/waiting/fit';
import { endOfQuiet } from '@visita/contracts/messages/due';
import { keepsQuiet } from '@visita/contracts/messages/settings';
import { Rejection } from '@visita/contracts/problem';
import { offeredMaximum } from '@visita/contracts/waiting/events';
import { deriveChildId, deriveId } from '@visita/platform/ids/derive-id';
import { loadClinic } from '../access.ts';
import { type Bookable, listedVisit, loadBookable } from '../booking/bookable.ts';
import { reservationIdOf } from '../booking/reserve.ts';
import { servicesAt } from '../booking/several-services.ts';
import { unitOfProcess, type UnitOfWork } from '../unit-of-work.ts';
import { type NewOffer, openOffer, type WaitingEntry } from './decider.ts';
import type { WaitingDeps } from './deps.ts';
import type { FreedTime } from './freed-times.ts';
import { type FreeStart, freeStarts, type KnownStarts } from './free-starts.ts';
import {
  countOffers,
  isRefusedOnline,
  isSilenced,
  mailboxOfEntry,
  type OffersToday,
} from './may-be-asked.ts';
import { makeOffer, offeredTimeOf } from './offer.ts';
import { hubsOffering, keptServices } from './place.ts';

/** Facts that are read once for all freed times that are looked at together. */
type Read = {
  /** By id; read again after an offer. */
  readonly entries: Map<string, WaitingEntry>;
  /** Visits that professionals offer, by professional and the wished service or the visit to move. */
  readonly bookables: Map<string, Promise<Bookable | null>>;
  readonly known: KnownStarts;
  /** Visits that are still to come, by entry. */
  readonly visits: Map<string, Promise<readonly Interval[]>>;
};

type Interval = { readonly start: string; readonly end: string };

/** A freed time under offer, with the waiting people of its clinic. */
type Look = Read & {
  readonly deps: WaitingDeps;
  readonly freed: FreedTime;
  /** All freed times of the professional that are looked at now. */
  readonly together: readonly FreedTime[];
  readonly at: Date;
  readonly now: string;
  readonly today: OffersToday;
  /** The next midnight, from which on the offers of today count no more. */
  readonly tomorrow: string;
};

/** Returns what the freed professional offers of the service, or the visit, that an entry wants; null if nothing. */
const bookableFor = async (look: Look, entry: WaitingEntry): Promise<Bookable | null> => {
  const { freed, bookables } = look;
  const { clinicServiceId } = entry;
  if (!wantsFrom(entry, { clinicServiceId, proId: freed.proId })) return null;
  // An entry for an earlier time keeps the services of its visit.
  const wish = `${freed.proId} ${entry.bookingId ?? clinicServiceId}`;
  const bookable = bookables.get(wish) ?? loadOffered(look, entry);
  bookables.set(wish, bookable);
  return bookable;
};

const loadOffered = async ({ deps, freed }: Look, entry: WaitingEntry): Promise<Bookable | null> => {
  const { domain } = deps;
  const { clinicServiceId } = entry;
  const clinic = await loadClinic(domain, freed.clinicId);
  if (clinic.status !== 'active') return null;
  const [hub] = await hubsOffering(domain, clinic, { clinicServiceId, proIds: [freed.proId] });
  if (!hub) return null;
  const keeps = await keptServices(domain, entry);
  const services = keeps ? servicesAt(hub, keeps, hub.hubServiceId) : ([hub.hubServiceId] as const);
  return listedVisit(hub, services) ? loadBookable(deps, services, () => undefined) : null;
};

/** Returns the person's other visits that are still to come. */
const loadVisits = async (
  { deps }: Look,
  { patientId, bookingId }: WaitingEntry,
): Promise<readonly Interval[]> => {
  const ids = await deps.waitingEntries.upcomingOf(patientId);
  const states = await Promise.all(ids.map(async (id) => (await deps.domain.bookings.load(id)).state));
  return states.filter(
    (state) =>
      state.status !== 'none' &&
      state.bookingId !== bookingId &&
      (state.status === 'confirmed' || state.status === 'pending'),
  ) as readonly Interval[];
};

const visitsOf = (look: Look, entry: WaitingEntry): Promise<readonly Interval[]> => {
  const visits = look.visits.get(entry.entryId) ?? loadVisits(look, entry);
  look.visits.set(entry.entryId, visits);
  return visits;
};

/** Returns the first free starts that suit a person: one, or several if all are asked at once. */
const suitable = async (look: Look, entry: WaitingEntry, bookable: Bookable): Promise<FreeStart[]> => {
  const { deps, freed, together, now, known } = look;
  const { domain } = deps;
  const { offersAtOnce } = bookable.pro.options;
  const most = offersAtOnce ? offeredMaximum : 1;
  const moving = entry.bookingId === null ? null : (await domain.bookings.load(entry.bookingId)).state;
  const before = moving && moving.status === 'confirmed' ? moving.start : null;
  if (moving && before === null) return [];
  const offered = new Set(entry.offers.flatMap(({ times }) => times.map(({ start }) => start)));
  const found = new Map<string, FreeStart>();
  // One message lists the times that became free at the same time.
  for (const stretch of offersAtOnce ? together : [freed])
    for await (const one of freeStarts({ domain, known, now }, bookable, stretch)) {
      if (found.size >= most || (before !== null && one.start >= before)) break;
      if (offered.has(one.start) || !suits(entry, one.wall)) continue;
      const visits = await visitsOf(look, entry);
      if (!visits.some((visit) => overlap(visit, one))) found.set(one.start, one);
    }
  return [...found.values()].toSorted((one, other) => (one.start < other.start ? -1 : 1));
};

/** Returns the outcome for a person who may not be asked now; null if they may. */
const notNow = async ({ deps, now, today, tomorrow }: Look, entry: WaitingEntry): Promise<Outcome | null> => {
  const { pausedUntil, offers } = entry;
  if (pausedUntil !== null && pausedUntil > now) return { outcome: 'wait', until: pausedUntil };
  if (today.isFull(entry)) return { outcome: 'wait', until: tomorrow };
  if (await isSilenced(deps, entry)) return { outcome: 'wait', until: tomorrow };
  return offers.some(({ status }) => status === 'taken') ? { outcome: 'later' } : null;
};

type Asked = { readonly entry: WaitingEntry; readonly asked: number };

const offerOf = (
  { freed, at }: Look,
  { entry, asked }: Asked,
  bookable: Bookable,
  starts: readonly FreeStart[],
): NewOffer => {
  const times = starts.map(({ start, end }) => offeredTimeOf(bookable, { start, end }));
  const atOnce = bookable.pro.options.offersAtOnce;
  const first = starts[0]?.start ?? '';
  const offerId = deriveChildId(entry.entryId, freed.id, first);
  const [time] = times;
  const turn = entry.urgent ? 'urgent' : 'turn';
  return {
    offerId,
    times,
    reservationId: atOnce || !time ? null : reservationIdOf([offerId], time),
    deadline: offerDeadline(at, first),
    because: atOnce ? 'all' : turn,
    asked,
    links: freed.links,
  };
};

const workOf = ({ deps, freed }: Look, offerId: string): UnitOfWork => {
  const cause = { correlationId: freed.id, actor: 'process:waiting-list' } as const;
  return unitOfProcess(deps, { id: deriveId(offerId, 'offer'), ...cause });
};

/**
 * Result of a look at one entry: asked now, waits until an instant (its offer, a pause, the day or quiet hours end; of a
 * person who wants no messages: the next day), could be asked later, or the time does not suit.
 */
type Outcome =
  | { readonly outcome: 'asked' | 'wait'; readonly until: string }
  | { readonly outcome: 'later' | 'no' };

const ask = async (look: Look, asked: Asked): Promise<Outcome> => {
  const { entry } = asked;
  if (entry.status !== 'waiting' || mailboxOfEntry(entry) === null || entry.ends <= look.now)
    return { outcome: 'no' };
  const open = openOffer(entry);
  if (open) return { outcome: 'wait', until: open.deadline };
  const bookable = await bookableFor(look, entry);
  if (!bookable) return { outcome: 'no' };
  const starts = await suitable(look, entry, bookable);
  if (starts.length === 0) return { outcome: 'no' };
  const { quietHours } = bookable.pro.messages;
  const quiet = keepsQuiet(quietHours, 'mail')
    ? endOfQuiet(quietHours, look.at.getTime(), bookable.zone)
    : null;
  // The deadline begins when the message can be sent.
  if (quiet !== null) return { outcome: 'wait', until: new Date(quiet).toISOString() };
  const refused = await notNow(look, entry);
  if (refused) return refused;
  if (await isRefusedOnline(look.deps, entry, bookable)) return { outcome: 'later' };
  const offer = offerOf(look, asked, bookable, starts);
  const offering = { entryId: entry.entryId, offer, placing: 'online' } as const;
  try {
    await makeOffer(look.deps.domain, offering, workOf(look, offer.offerId));
    look.today.add(entry);
    look.entries.delete(entry.entryId);
    if (offer.reservationId !== null) look.known.clear();
    return { outcome: 'asked', until: offer.deadline };
  } catch (error) {
    if (!(error instanceof Rejection) || error.status !== 409) throw error;
    look.known.clear();
    look.entries.delete(entry.entryId);
    return { outcome: 'later' };
  }
};

const loadEntries = async (
  { domain }: WaitingDeps,
  { entries }: Read,
  entryIds: readonly string[],
): Promise<readonly WaitingEntry[]> => {
  for (const entryId of entryIds) {
    if (entries.has(entryId)) continue;
    const { state } = await domain.waits.load(entryId);
    if (state.status !== 'none') entries.set(entryId, state);
  }
  return entryIds.flatMap((entryId) => entries.get(entryId) ?? []);
};

/** Minutes until a freed time is looked at again for people who cannot be asked now. */
const laterMinutes = 15;

/**
 * Returns a function that offers a freed time to the people of the clinic's waiting list by turn, and returns the
 * instant of the next look; null if the time suits none of them. It reads each entry once, so it is for freed times
 * that are looked at together.
 */
export const createOffers = (deps: WaitingDeps) => {
  const read: Read = { entries: new Map(), bookables: new Map(), known: new Map(), visits: new Map() };
  return async (
    { freed, together }: Pick<Look, 'freed' | 'together'>,
    entryIds: readonly string[],
  ): Promise<Date | null> => {
    const at = deps.now();
    const now = at.toISOString();
    if (freed.end <= now) return null;
    const entries = await loadEntries(deps, read, entryIds);
    const [first] = entries;
    if (!first) return null;
    const zone = deps.zones(first.timezone);
    const day = zone.dayOf(now);
    const midnightOf = (of: string) => new Date(zone.midnight(of)).toISOString();
    const today = countOffers(entries, midnightOf(day));
    const look: Look = {
      ...read,
      deps,
      freed,
      together,
      at,
      now,
      today,
      tomorrow: midnightOf(addDays(day, 1)),
    };
    const outcomes: Outcome[] = [];
    for (const [asked, entry] of entries.entries()) outcomes.push(await ask(look, { entry, asked }));
    if (outcomes.every(({ outcome }) => outcome === 'no')) return null;
    const later = new Date(at.getTime() + laterMinutes * 60_000).toISOString();
    const untils = outcomes.flatMap((one) => {
      if (one.outcome === 'no') return [];
      return 'until' in one ? one.until : later;
    });
    return new Date(untils.toSorted()[0] ?? later);
  };
};
