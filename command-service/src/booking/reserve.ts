import { addDays } from '@visita/contracts/availability/zones';
import type { BookedService } from '@visita/contracts/booking/events';
import { Rejection } from '@visita/contracts/problem';
import { deriveId } from '@visita/platform/core/derive-id';
import type { Cause, Executed } from '@visita/platform/runtime/decider';
import type { Belonging } from '@visita/platform/runtime/together';
import {
  type AgendaState,
  conflicts,
  occupied,
  type Placing,
  refusalBy,
  type Reservation,
} from '../agenda/decider.ts';
import type { Domain } from '../domain.ts';
import type { BookingState } from './decider.ts';

/** How long placing or moving may take from reserving on, before others may ask after the reservation. */
export const placingSeconds = 60;

/** The instant some seconds later. */
export const inSeconds = (now: Date, seconds: number): string =>
  new Date(now.getTime() + seconds * 1000).toISOString();

const lastMoment = (end: string): string => new Date(Date.parse(end) - 1).toISOString();

type Interval = Pick<Reservation, 'start' | 'end' | 'bufferBefore' | 'bufferAfter'>;

/** The UTC days that a visit with its buffers touches: one, or more where it runs over midnight. */
export const agendaDays = (interval: Interval): string[] => {
  const { start, end } = occupied(interval);
  const first = start.slice(0, 10);
  const last = lastMoment(end).slice(0, 10);
  const days = [first];
  for (let day = first; day < last; days.push(day)) day = addDays(day, 1);
  return days;
};

/** The buffers of a booked service, as its reservation keeps them. */
export const buffersOf = ({
  bufferBefore,
  bufferAfter,
}: Pick<BookedService, 'bufferBefore' | 'bufferAfter'>) => ({
  ...(bufferBefore ? { bufferBefore } : {}),
  ...(bufferAfter ? { bufferAfter } : {}),
});

/**
 * Names a reservation by what asks for it and by all that it occupies. A repeat after the buffers of a service changed
 * wants another stretch, maybe on other days: under the same name its holder would stand on days that it knows nothing
 * of, and would not free them when it ends.
 */
export const reservationIdOf = (what: readonly string[], interval: Interval): string => {
  const { start, end } = occupied(interval);
  return deriveId(...what, interval.start, interval.end, start, end, 'reservation');
};

/** The agenda of one professional's UTC day. */
export const agendaId = (proId: string, day: string): string => `${proId}_${day}`;

type Held = Interval & { proId: string; reservationId: string };

type Settlement =
  | { type: 'secure' }
  | { type: 'release'; reason: 'cancelled' | 'moved' | 'lapsed' | 'abandoned' };

/** Secures or releases a reservation in every agenda day it touches. Doing it again changes nothing. */
export const settleInterval = async (
  { agendas }: Domain,
  { held, ...settlement }: Settlement & { held: Held },
  cause: Cause,
): Promise<void> => {
  const { proId, reservationId } = held;
  await Promise.all(
    agendaDays(held).map((day) =>
      agendas.execute(agendaId(proId, day), { ...settlement, proId, day, reservationId }, cause),
    ),
  );
};

/**
 * Frees what a booking does not stand on any more: the interval that it was moved away from, and its own where it ended.
 * Who ends or moves a booking does this before it is acknowledged, so that the time can be booked from then on.
 */
export const releaseLeft = async (domain: Domain, state: BookingState, cause: Cause): Promise<void> => {
  if (state.status === 'none') return;
  const { movedFrom, status } = state;
  if (movedFrom) await settleInterval(domain, { held: movedFrom, type: 'release', reason: 'moved' }, cause);
  // Of an orphan that was moved since, nothing ended.
  if (status === 'pending' || status === 'confirmed') return;
  const reason = status === 'lapsed' ? 'lapsed' : 'cancelled';
  const held = { ...state, ...buffersOf(state.service) };
  await settleInterval(domain, { held, type: 'release', reason }, cause);
};

type Asking = { proId: string; now: string; cause: Cause };

const abandon = (
  { bookings, blocks }: Domain,
  { bookingId, reservationId, holder }: Pick<Reservation, 'bookingId' | 'reservationId' | 'holder'>,
  { proId, now, cause }: Asking,
): Promise<unknown> =>
  holder === 'block'
    ? blocks.execute(proId, { type: 'abandon-reservation', proId, reservationId }, cause)
    : bookings.execute(bookingId, { type: 'abandon-reservation', bookingId, reservationId, now }, cause);

/** True once the booking's own stream says that it never (again) stands on the reservation; false where it does. */
export const isAbandoned = (
  domain: Domain,
  reservation: Pick<Reservation, 'bookingId' | 'reservationId' | 'holder'>,
  asking: Asking,
): Promise<boolean> =>
  abandon(domain, reservation, asking).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Rejection) return false;
      throw error;
    },
  );

type Wanted = { proId: string; reservation: Reservation; placing: Placing; now: string; cause: Cause };

/**
 * Gives a reservation back, after the booking's stream fenced it off: another try of the same command may have placed
 * the booking on it meanwhile.
 */
const giveBack = async (domain: Domain, wanted: Wanted): Promise<void> => {
  const { proId, reservation, cause } = wanted;
  if (!(await isAbandoned(domain, reservation, wanted))) return;
  const held = { proId, ...reservation };
  await settleInterval(domain, { held, type: 'release', reason: 'abandoned' }, cause);
};

/** Finishes a holder's work where that is due, so that the next taker need not ask again. */
const secureConfirmed = async (
  { agendas, bookings }: Domain,
  { bookingId, reservationId, holder }: Reservation,
  { proId, day, cause }: Pick<Wanted, 'proId' | 'cause'> & { day: string },
): Promise<void> => {
  if (holder !== 'block') {
    const { state } = await bookings.load(bookingId);
    // A booking that may still lapse stays unsecured: secured intervals are never asked about.
    if (state.status !== 'confirmed') return;
  }
  await agendas.execute(agendaId(proId, day), { type: 'secure', proId, day, reservationId }, cause);
};

type OfDay = Wanted & { day: string };

/** Settles what is in the way: the reservations that may be taken over, or `slot-taken`. */
const settle = async (domain: Domain, wanted: OfDay, refusal: Rejection): Promise<string[]> => {
  const { state } = await domain.agendas.load(agendaId(wanted.proId, wanted.day));
  const inTheWay = conflicts(state, wanted.reservation, wanted.placing);
  if (inTheWay.some((taken) => taken.secured || taken.deadline > wanted.now)) throw refusal;
  for (const taken of inTheWay) {
    if (await isAbandoned(domain, taken, wanted)) continue;
    await secureConfirmed(domain, taken, wanted);
    throw refusal;
  }
  return inTheWay.map((taken) => taken.reservationId);
};

const reserveDay = async (domain: Domain, wanted: OfDay): Promise<void> => {
  const { proId, day, reservation, placing, cause } = wanted;
  const command = { type: 'reserve', proId, day, reservation, placing } as const;
  const id = agendaId(proId, day);
  try {
    await domain.agendas.execute(id, { ...command, abandoned: [] }, cause);
  } catch (error) {
    if (!(error instanceof Rejection) || !['slot-taken', 'buffer-taken'].includes(error.code)) throw error;
    const abandoned = await settle(domain, wanted, error);
    await domain.agendas.execute(id, { ...command, abandoned }, cause);
  }
};

/** The agendas that an interval touches, as they are. */
export const agendasOf = ({ agendas }: Domain, proId: string, interval: Interval): Promise<AgendaState[]> =>
  Promise.all(agendaDays(interval).map(async (day) => (await agendas.load(agendaId(proId, day))).state));

/** Refuses at once what cannot be free, before anything is written; what may be free, reserving decides. */
export const requireFree = (
  agendas: readonly AgendaState[],
  { reservation, placing, now }: Omit<Wanted, 'proId' | 'cause'>,
): void => {
  for (const state of agendas) {
    const taken = conflicts(state, reservation, placing);
    const held = taken.filter(({ secured, deadline }) => secured || deadline > now);
    if (held.length > 0) throw refusalBy(held, reservation, placing);
  }
};

/**
 * Reserves an interval in every agenda day it touches, or throws `slot-taken` and leaves nothing reserved.
 * An expired reservation in the way is taken over only after its own booking said that it does not need it.
 */
const reserveInterval = async (domain: Domain, wanted: Wanted): Promise<void> => {
  const [first, ...others] = agendaDays(wanted.reservation);
  await reserveDay(domain, { ...wanted, day: first! });
  for (const day of others) {
    await reserveDay(domain, { ...wanted, day }).catch(async (error: unknown) => {
      if (error instanceof Rejection) await giveBack(domain, wanted);
      throw error;
    });
  }
};

/** What decides on a reservation, and whether it stands on it then. */
type Holder<State> = {
  decide: () => Promise<Executed<State>>;
  stands: (state: State) => boolean;
  /** The same as it would be appended, and what is written with it; null where there is more to it. */
  propose?: () => (Pick<Belonging<State>, 'decided' | 'after'> & { readonly leaves?: Held }) | null;
};

/** Reserving, deciding and leaving what it stood on before as one write, where nothing is in the way; else null. */
const atOnce = async <State>(
  { agendas, together }: Domain,
  { proId, reservation, placing, cause }: Wanted,
  propose: NonNullable<Holder<State>['propose']>,
): Promise<Executed<State> | null> =>
  together('booking', () => {
    const proposed = propose();
    if (!proposed) return null;
    const { leaves, decided, after = [] } = proposed;
    const left = leaves ? agendaDays(leaves).map((day) => ({ day, id: agendaId(leaves.proId, day) })) : [];
    const releaseOn = ({ day }: { day: string }) => {
      const { proId: leftProId, reservationId } = leaves!;
      return { type: 'release', proId: leftProId, day, reservationId, reason: 'moved' } as const;
    };
    const days = agendaDays(reservation).map((day) => ({ day, id: agendaId(proId, day) }));
    const before = days.flatMap(({ day, id }) => {
      const reserve = { type: 'reserve', proId, day, reservation, placing, abandoned: [] } as const;
      // What stands already is a repeat, which has to be looked at.
      if (!agendas.propose(id, [reserve], cause)) return [];
      const releases = left.filter((one) => one.id === id).map(releaseOn);
      return agendas.propose(id, [reserve, ...releases], cause) ?? [];
    });
    if (before.length < days.length) return null;
    const elsewhere = left.filter(({ id }) => !days.some((one) => one.id === id));
    const released = elsewhere.flatMap((one) => agendas.propose(one.id, [releaseOn(one)], cause) ?? []);
    // A day that was not looked at seems to hold nothing, and no expected revision would tell.
    if (released.length < elsewhere.length) return null;
    return { decided, before, after: [...after, ...released] };
  });

/**
 * Reserves an interval, then lets its holder decide whether to stand on it. Where it is refused, or stands elsewhere
 * by now, the interval is given back; where the outcome is unknown it stays until its deadline. Both are one write where
 * that is possible, which leaves what the two leave one after the other.
 */
export const onInterval = async <State>(
  domain: Domain,
  wanted: Wanted,
  { decide, stands, propose }: Holder<State>,
): Promise<Executed<State> & { readonly atOnce: boolean }> => {
  const done = propose && (await atOnce(domain, wanted, propose));
  if (done) return { ...done, atOnce: true };
  await reserveInterval(domain, wanted);
  const decided = await decide().catch(async (error: unknown) => {
    if (error instanceof Rejection) await giveBack(domain, wanted);
    throw error;
  });
  if (!stands(decided.state)) await giveBack(domain, wanted);
  return { ...decided, atOnce: false };
};

/** Whether a booking stands on a reservation: a repeat of what placed or moved it may come after it ended. */
export const standsOn =
  (reservationId: string) =>
  (state: BookingState): boolean =>
    (state.status === 'pending' || state.status === 'confirmed') && state.reservationId === reservationId;
