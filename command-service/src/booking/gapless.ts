import { occupied } from '@visita/contracts/agenda/occupied';
import { isOffered } from '@visita/contracts/availability/slots';
import { onOwnTerms } from '@visita/contracts/clinic/events';
import { Rejection } from '@visita/contracts/problem';
import { conflicts, type AgendaState, type Placing, type Reservation } from '../agenda/decider.ts';
import type { Domain } from '../domain.ts';
import { gridOf, type Bookable, type BookingInterval } from './bookable.ts';
import { buffersOf, loadAgendas } from './reserve.ts';

/** A reservation of an agenda. */
export type Taken = AgendaState['taken'][number];
type Wanted = {
  readonly reservation: Reservation;
  readonly placing: Placing;
  readonly now: string;
};

/**
 * Returns whether a reservation still occupies its time: a hold expires at its deadline, and a
 * reservation without a booking does not count.
 */
export const isKept = async (domain: Domain, taken: Taken, now: string): Promise<boolean> => {
  if (taken.secured || taken.deadline > now || taken.holder === 'block') return true;
  if (taken.holder === 'offer') return false;
  const { state } = await domain.bookings.load(taken.bookingId);
  if (state.status === 'none' || state.reservationId !== taken.reservationId) return false;
  return (
    state.status === 'confirmed' ||
    (state.status === 'pending' && (state.confirmBy === null || state.confirmBy > now))
  );
};

/** Whether an online booking with this pro depends on the bookings around it. */
export const isGapless = ({ pro }: Pick<Bookable, 'pro'>, placing: Placing): boolean =>
  placing === 'online' && pro.options.gaplessStarts;

type Around = { readonly interval: BookingInterval; readonly now: string; readonly corrects?: string | null };

/**
 * Reads the professional's reservations on the local day of an interval, in all clinics, except the
 * corrected booking.
 */
export const readTakenAround = async (
  domain: Domain,
  { zone, pro, service }: Bookable,
  { interval, now, corrects }: Around,
): Promise<Taken[]> => {
  const { midnight, next } = zone.localDay(zone.dayOf(interval.start));
  const day = { start: new Date(midnight).toISOString(), end: new Date(next).toISOString() };
  const agendas = await loadAgendas(domain, { proId: pro.id, ...day, ...buffersOf(service) });
  const all = agendas.flatMap(({ taken }) => taken).filter(({ bookingId }) => bookingId !== corrects);
  const kept = await Promise.all(all.map((taken) => isKept(domain, taken, now)));
  return all.filter((_, index) => kept[index]);
};

/** Returns the times that reservations occupy, with buffers. */
export const busyBy = (taken: readonly Taken[]) =>
  taken.map(occupied).map(({ start, end }) => ({ start: Date.parse(start), end: Date.parse(end) }));

/** Returns the minutes of the shortest service that the professional offers here. */
export const shortestAt = ({ hub, clinic, service }: Bookable): number => {
  const offered = hub.services.flatMap(({ clinicServiceId, own = {} }) =>
    clinic.services
      .filter((one) => one.clinicServiceId === clinicServiceId)
      .map((one) => onOwnTerms(one, own)),
  );
  return Math.min(...offered.map(({ duration }) => duration), service.duration);
};

/**
 * Refuses with `slot-not-offered` a start that leaves a useless gap, if the professional wants
 * none. A repeated request passes, because it has its reservation already; a booking that moves
 * does not count as its own neighbour.
 */
export const requireGapless = (
  bookable: Bookable,
  { reservation, placing, now }: Wanted,
  taken: readonly Taken[],
): void => {
  if (taken.some(({ reservationId }) => reservationId === reservation.reservationId)) return;
  if (conflicts({ taken }, reservation, placing).length > 0) throw new Rejection('slot-taken');
  const others = taken.filter(({ bookingId }) => bookingId !== reservation.bookingId);
  const question = {
    ...gridOf(bookable, now),
    bufferBefore: reservation.bufferBefore ?? 0,
    bufferAfter: reservation.bufferAfter ?? 0,
    gapless: { shortestMinutes: shortestAt(bookable) },
  };
  const isFree = (busy: readonly Taken[]) =>
    isOffered({ ...question, busy: [...bookable.resources[0].closings, ...busyBy(busy)] }, reservation.start);
  if (!isFree(taken) && !isFree(others)) throw new Rejection('slot-not-offered');
};
