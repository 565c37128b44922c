import { isOffered } from '@visita/contracts/availability/slots';
import { onOwnTerms } from '@visita/contracts/clinic/events';
import { Rejection } from '@visita/contracts/problem';
import { conflicts, occupied, type AgendaState, type Placing, type Reservation } from '../agenda/decider.ts';
import type { Domain } from '../domain.ts';
import { gridOf, inactivities, type Bookable } from './bookable.ts';
import { agendasOf } from './reserve.ts';

type Taken = AgendaState['taken'][number];
type Wanted = {
  readonly reservation: Reservation;
  readonly placing: Placing;
  readonly now: string;
  /** The booking that is given up for it. */
  readonly corrects?: string | null;
};

/** Whether a reservation still keeps its time: a hold lapses at its deadline, and what was never placed counts for nothing. */
const isKept = async (domain: Domain, taken: Taken, now: string): Promise<boolean> => {
  if (taken.secured || taken.deadline > now || taken.holder === 'block') return true;
  const { state } = await domain.bookings.load(taken.bookingId);
  if (state.status === 'none' || state.reservationId !== taken.reservationId) return false;
  return (
    state.status === 'confirmed' ||
    (state.status === 'pending' && (state.confirmBy === null || state.confirmBy > now))
  );
};

/** All that takes the professional's time on the local day of a reservation, over all clinics. */
const takenAround = async (
  domain: Domain,
  { zone, pro }: Bookable,
  { reservation, now, corrects }: Wanted,
): Promise<Taken[]> => {
  const { midnight, next } = zone.localDay(zone.dayOf(reservation.start));
  const day = { start: new Date(midnight).toISOString(), end: new Date(next).toISOString() };
  const agendas = await agendasOf(domain, pro.id, { ...reservation, ...day });
  const all = agendas.flatMap(({ taken }) => taken).filter(({ bookingId }) => bookingId !== corrects);
  const kept = await Promise.all(all.map((taken) => isKept(domain, taken, now)));
  return all.filter((_, index) => kept[index]);
};

const busyBy = (taken: readonly Taken[]) =>
  taken.map(occupied).map(({ start, end }) => ({ start: Date.parse(start), end: Date.parse(end) }));

const shortestAt = ({ hub, clinic, service }: Bookable): number => {
  const offered = hub.services.flatMap(({ clinicServiceId, own = {} }) =>
    clinic.services
      .filter((one) => one.clinicServiceId === clinicServiceId)
      .map((one) => onOwnTerms(one, own)),
  );
  return Math.min(...offered.map(({ duration }) => duration), service.duration);
};

/**
 * Where the professional wants no useless gaps, what a patient may book depends on what is booked around it: refuses
 * with `slot-not-offered` a start that would not be offered. What stands on the reservation already is past that, and a
 * booking that moves is in nobody's way, nor need it be.
 */
export const requireGapless = async (domain: Domain, bookable: Bookable, wanted: Wanted): Promise<void> => {
  const { reservation, placing, now } = wanted;
  if (placing !== 'online' || !bookable.pro.options.gaplessStarts) return;
  const taken = await takenAround(domain, bookable, wanted);
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
    isOffered({ ...question, busy: [...inactivities(bookable, now), ...busyBy(busy)] }, reservation.start);
  if (!isFree(taken) && !isFree(others)) throw new Rejection('slot-not-offered');
};
