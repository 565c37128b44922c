import { isErased } from '@visita/contracts/event';
import { messageCaps } from '@visita/contracts/messages/caps';
import { mailboxOf } from '@visita/platform/auth/mailbox';
import type { Bookable } from '../booking/bookable.ts';
import { findPatientIds, mergesOf } from '../booking/patient-ids.ts';
import { recordsOf } from '../patient/merged.ts';
import type { WaitingEntry } from './decider.ts';
import type { WaitingDeps } from './deps.ts';

/** Returns the mailbox of a person's messages with offers; null if the person cannot get any. */
export const mailboxOfEntry = ({ contact }: Pick<WaitingEntry, 'contact'>): string | null =>
  isErased(contact) || contact.email === null ? null : mailboxOf(contact.email);

/** Tells whether a person must get no offers: they want no messages, or their record is restricted or erased. */
export const isSilenced = async (
  { domain }: Pick<WaitingDeps, 'domain'>,
  { proId, patientId, bookingId }: Pick<WaitingEntry, 'proId' | 'patientId' | 'bookingId'>,
): Promise<boolean> => {
  const booking = bookingId === null ? null : (await domain.bookings.load(bookingId)).state;
  // The person who answers for a patient gets the messages about the visit.
  const contactId = booking && booking.status !== 'none' ? booking.told?.contactId : undefined;
  for (const id of await recordsOf(domain, proId, contactId ?? patientId)) {
    const { state } = await domain.patients.load(id);
    if (state.status === 'erased') return true;
    if (state.status === 'registered' && (state.restricted || state.messages.stopped)) return true;
  }
  return false;
};

/**
 * Tells whether a visitor could not book online what is offered: their online booking is suspended, the service is for
 * known patients only, or they have the one appointment that the professional allows. Staff decide for whom they add,
 * and a booking's link may move its visit.
 */
export const isRefusedOnline = async (
  deps: WaitingDeps,
  { contact: typed, joinedBy, bookingId }: WaitingEntry,
  { pro, rules }: Pick<Bookable, 'pro' | 'rules'>,
): Promise<boolean> => {
  if (joinedBy === 'pro' || bookingId !== null || isErased(typed)) return false;
  const { domain, waitingEntries } = deps;
  const person = { proId: pro.id, contact: { ...typed, patientNotes: '' }, told: null };
  const found = await findPatientIds(deps, { person, merges: await mergesOf(deps, pro.id) });
  const ids = found ? await recordsOf(domain, pro.id, found.patientId) : [];
  const states = await Promise.all(ids.map(async (id) => (await domain.patients.load(id)).state));
  const records = states.filter((state) => state.status === 'registered');
  if (rules.bookableBy === 'known' && records.length === 0) return true;
  if (records.some(({ suspended }) => suspended !== null)) return true;
  if (!pro.options.patientBookingLimit) return false;
  const ahead = (await Promise.all(ids.map((id) => waitingEntries.upcomingOf(id)))).flat();
  const visits = await Promise.all(ahead.map(async (id) => (await domain.bookings.load(id)).state));
  return visits.some(({ status }) => status === 'confirmed');
};

/** Offers that people got today from a clinic, over all their entries there. */
export type OffersToday = {
  /** Tells whether a person got as many messages with offers as a day allows. */
  isFull(entry: WaitingEntry): boolean;
  add(entry: WaitingEntry): void;
};

/** Counts the offers of a clinic's entries whose deadline is not before an instant: the midnight of today. */
export const countOffers = (entries: readonly WaitingEntry[], midnight: string): OffersToday => {
  const counts = new Map<string, number>();
  const keyOf = (entry: WaitingEntry) => mailboxOfEntry(entry) ?? entry.patientId;
  const count = (entry: WaitingEntry, more: number) =>
    counts.set(keyOf(entry), (counts.get(keyOf(entry)) ?? 0) + more);
  for (const entry of entries)
    count(
      entry,
      entry.offers.filter(({ because, deadline }) => because !== 'staff' && deadline > midnight).length,
    );
  return {
    isFull: (entry) => (counts.get(keyOf(entry)) ?? 0) >= messageCaps.offers,
    add: (entry) => void count(entry, 1),
  };
};
