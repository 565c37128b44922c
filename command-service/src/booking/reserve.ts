import { Rejection } from '@visita/contracts/problem';
import type { Cause } from '@visita/platform/decider';
import { conflicts, type Reservation } from '../agenda/decider.ts';
import type { Domain } from '../domain.ts';

/** How long placing or moving may take from reserving on, before others may ask after the reservation. */
export const placingSeconds = 60;

/** The instant some seconds later. */
export const inSeconds = (now: Date, seconds: number): string =>
  new Date(now.getTime() + seconds * 1000).toISOString();

const lastMoment = (end: string): string => new Date(Date.parse(end) - 1).toISOString();

/** The UTC days that an interval touches: one, or two where it runs over midnight. */
export const agendaDays = ({ start, end }: { start: string; end: string }): string[] => [
  ...new Set([start.slice(0, 10), lastMoment(end).slice(0, 10)]),
];

/** The agenda of one professional's UTC day. */
export const agendaId = (proId: string, day: string): string => `${proId}_${day}`;

/**
 * Reserves an interval in every agenda day it touches, or throws `slot-taken` and leaves nothing reserved.
 * An expired reservation in the way is taken over only after its own booking said that it does not need it.
 */
export const reserveInterval = async (
  { agendas, bookings }: Domain,
  { proId, reservation, now }: { proId: string; reservation: Reservation; now: string },
  cause: Cause,
): Promise<void> => {
  /** True once the booking's stream fenced the reservation off; false where the booking stands. */
  const abandoned = (taken: Reservation): Promise<boolean> => {
    const { bookingId, reservationId } = taken;
    const command = { type: 'abandon-reservation', bookingId, reservationId, now } as const;
    return bookings.execute(bookingId, command, cause).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Rejection) return false;
        throw error;
      },
    );
  };

  /** Settles what is in the way: the reservations that may be taken over, or `slot-taken`. */
  const settle = async (day: string, refusal: Rejection): Promise<string[]> => {
    const { state } = await agendas.load(agendaId(proId, day));
    const inTheWay = conflicts(state, reservation);
    if (inTheWay.some((taken) => taken.secured || taken.deadline > now)) throw refusal;
    for (const taken of inTheWay) {
      if (await abandoned(taken)) continue;
      // Finishes the holder's work, so that the next taker need not ask again.
      const { reservationId } = taken;
      await agendas.execute(agendaId(proId, day), { type: 'secure', proId, day, reservationId }, cause);
      throw refusal;
    }
    return inTheWay.map((taken) => taken.reservationId);
  };

  const reserveDay = async (day: string): Promise<void> => {
    const command = { type: 'reserve', proId, day, reservation } as const;
    const id = agendaId(proId, day);
    try {
      await agendas.execute(id, { ...command, abandoned: [] }, cause);
    } catch (error) {
      if (!(error instanceof Rejection) || error.code !== 'slot-taken') throw error;
      await agendas.execute(id, { ...command, abandoned: await settle(day, error) }, cause);
    }
  };

  const reserved: string[] = [];
  try {
    for (const day of agendaDays(reservation)) {
      await reserveDay(day);
      reserved.push(day);
    }
  } catch (error) {
    const { reservationId } = reservation;
    const release = { type: 'release', proId, reservationId, reason: 'abandoned' } as const;
    await Promise.all(
      reserved.map((day) => agendas.execute(agendaId(proId, day), { ...release, day }, cause)),
    );
    throw error;
  }
};

type Settlement =
  { type: 'secure' } | { type: 'release'; reason: 'cancelled' | 'moved' | 'lapsed' | 'abandoned' };

/** Secures or releases a reservation in every agenda day it touches. Doing it again changes nothing. */
export const settleInterval = async (
  { agendas }: Domain,
  held: { proId: string; reservationId: string; start: string; end: string },
  settlement: Settlement,
  cause: Cause,
): Promise<void> => {
  const { proId, reservationId } = held;
  await Promise.all(
    agendaDays(held).map((day) =>
      agendas.execute(agendaId(proId, day), { ...settlement, proId, day, reservationId }, cause),
    ),
  );
};
