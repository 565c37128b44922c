import { addDays } from '@visita/contracts/availability/zones';
import type { BookedService } from '@visita/contracts/booking/events';
import { Rejection } from '@visita/contracts/problem';
import { deriveId } from '@visita/platform/ids/derive-id';
import { type BeforeStep, type Step, step } from '@visita/platform/runtime/commit';
import type { Cause } from '@visita/platform/runtime/decider';
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

type ReleaseReason = 'cancelled' | 'moved' | 'lapsed' | 'abandoned';

const releaseOn = ({ agendas }: Domain, { proId, reservationId }: Held, day: string, reason: ReleaseReason) =>
  step(agendas, agendaId(proId, day), { type: 'release', proId, day, reservationId, reason });

/** Makes the steps that release a reservation, one for each agenda day that it touches. */
export const releaseSteps = (domain: Domain, held: Held, reason: ReleaseReason): Step[] =>
  agendaDays(held).map((day) => releaseOn(domain, held, day, reason));

/** Makes the steps that free the intervals that a booking has left: the one it was moved from, and its own once it ended. */
export const leavingSteps = (domain: Domain, state: BookingState): Step[] => {
  if (state.status === 'none') return [];
  const { movedFrom, status } = state;
  const moved = movedFrom ? releaseSteps(domain, movedFrom, 'moved') : [];
  if (status === 'pending' || status === 'confirmed') return moved;
  const reason = status === 'lapsed' ? 'lapsed' : 'cancelled';
  return [...moved, ...releaseSteps(domain, { ...state, ...buffersOf(state.service) }, reason)];
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

/** Frees one day of a reservation, unless its holder stands on it: another try of the same command may have placed it. */
const giveBackDay = async (domain: Domain, wanted: OfDay, cause: Cause): Promise<void> => {
  const { proId, reservation, day } = wanted;
  if (!(await isAbandoned(domain, reservation, wanted))) return;
  await releaseOn(domain, { proId, ...reservation }, day, 'abandoned').execute(cause);
};

/**
 * Makes the steps that reserve an interval, one for each agenda day that it touches. They are refused with `slot-taken`,
 * or `buffer-taken` for staff; an expired reservation in the way is taken over only after its own booking said that it
 * does not stand on it.
 */
export const reserveSteps = (domain: Domain, wanted: Wanted): BeforeStep[] =>
  agendaDays(wanted.reservation).map((day) => {
    const { proId, reservation, placing } = wanted;
    const reserve = (abandoned: string[]) =>
      step(domain.agendas, agendaId(proId, day), {
        type: 'reserve',
        proId,
        day,
        reservation,
        placing,
        abandoned,
      });
    return {
      ...reserve([]),
      settle: async (refusal) => {
        if (!['slot-taken', 'buffer-taken'].includes(refusal.code)) throw refusal;
        return reserve(await settle(domain, { ...wanted, day }, refusal));
      },
      undo: (cause) => giveBackDay(domain, { ...wanted, day }, cause),
    };
  });
