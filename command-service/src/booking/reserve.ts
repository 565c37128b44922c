import { occupied } from '@visita/contracts/agenda/occupied';
import { professionalResource } from '@visita/contracts/agenda/resources';
import { addDays } from '@visita/contracts/availability/zones';
import type { BookedService } from '@visita/contracts/booking/events';
import { Rejection } from '@visita/contracts/problem';
import { deriveId } from '@visita/platform/ids/derive-id';
import { type BeforeStep, type Step, step } from '@visita/platform/runtime/commit';
import type { Cause } from '@visita/platform/runtime/decider';
import { type AgendaState, conflicts, type Placing, refusalBy, type Reservation } from '../agenda/decider.ts';
import type { Domain } from '../domain.ts';
import type { BookingState } from './decider.ts';

/** Seconds between reserving and placing or moving, after which others may take over the reservation. */
export const placingSeconds = 60;

/** Returns the instant some seconds later. */
export const inSeconds = (now: Date, seconds: number): string =>
  new Date(now.getTime() + seconds * 1000).toISOString();

const lastMoment = (end: string): string => new Date(Date.parse(end) - 1).toISOString();

type Interval = Pick<Reservation, 'start' | 'end' | 'bufferBefore' | 'bufferAfter'>;

/** Returns the UTC days that a visit with its buffers touches: one, or more if it runs over midnight. */
export const agendaDays = (interval: Interval): string[] => {
  const { start, end } = occupied(interval);
  const first = start.slice(0, 10);
  const last = lastMoment(end).slice(0, 10);
  const days = [first];
  for (let day = first; day < last; days.push(day)) day = addDays(day, 1);
  return days;
};

/** Returns the buffers of a booked service, as its reservation keeps them. */
export const buffersOf = ({
  bufferBefore,
  bufferAfter,
}: Pick<BookedService, 'bufferBefore' | 'bufferAfter'>) => ({
  ...(bufferBefore ? { bufferBefore } : {}),
  ...(bufferAfter ? { bufferAfter } : {}),
});

/**
 * Derives a reservation's id from its request and from the interval with buffers. If the buffers
 * change, a repeated request may touch other days; with the same id, the booking would not release
 * the former days.
 */
export const reservationIdOf = (what: readonly string[], interval: Interval): string => {
  const { start, end } = occupied(interval);
  return deriveId(...what, interval.start, interval.end, start, end, 'reservation');
};

/** Resources of a booking or a blocked time. */
export type Occupant = {
  readonly proId: string;
  /** Resources other than the professional; none exist yet. */
  readonly resourceIds?: readonly string[] | undefined;
};

/** One UTC day of a resource. */
type Agenda = { readonly resourceId: string; readonly day: string };

/** Returns the agendas that a booking occupies. */
export const agendasOccupied = ({ proId, resourceIds = [], ...interval }: Occupant & Interval): Agenda[] =>
  [professionalResource(proId), ...resourceIds].flatMap((resourceId) =>
    agendaDays(interval).map((day) => ({ resourceId, day })),
  );

/** Returns the id of an agenda's stream. */
export const agendaId = ({ resourceId, day }: Agenda): string => `${resourceId}_${day}`;

type Held = Occupant & Interval & { reservationId: string };

type ReleaseReason = 'cancelled' | 'moved' | 'lapsed' | 'abandoned';

type Released = { readonly reservationId: string; readonly reason: ReleaseReason };

const releaseOn = ({ agendas }: Domain, agenda: Agenda, released: Released) =>
  step(agendas, agendaId(agenda), { type: 'release', ...agenda, ...released });

/** Makes the steps that release a reservation, one for each agenda that it occupies. */
export const releaseSteps = (domain: Domain, held: Held, reason: ReleaseReason): Step[] => {
  const { reservationId } = held;
  return agendasOccupied(held).map((agenda) => releaseOn(domain, agenda, { reservationId, reason }));
};

/**
 * Makes the steps that release the intervals that a booking no longer uses: the interval before a
 * move, and the current interval after the booking ended.
 */
export const leavingSteps = (domain: Domain, state: BookingState): Step[] => {
  if (state.status === 'none') return [];
  const { movedFrom, status } = state;
  const moved = movedFrom ? releaseSteps(domain, movedFrom, 'moved') : [];
  if (status === 'pending' || status === 'confirmed') return moved;
  const reason = status === 'lapsed' ? 'lapsed' : 'cancelled';
  return [...moved, ...releaseSteps(domain, { ...state, ...buffersOf(state.service) }, reason)];
};

type Asking = { resourceId: string; now: string; cause: Cause };

const abandon = (
  { bookings, blocks, waits }: Domain,
  { bookingId, reservationId, holder }: Pick<Reservation, 'bookingId' | 'reservationId' | 'holder'>,
  { resourceId, now, cause }: Asking,
): Promise<unknown> => {
  const type = 'abandon-reservation';
  if (holder === 'offer') return waits.execute(bookingId, { type, reservationId, now }, cause);
  // Only professionals block time, on their own agendas.
  return holder === 'block'
    ? blocks.execute(resourceId, { type, proId: resourceId, reservationId }, cause)
    : bookings.execute(bookingId, { type, bookingId, reservationId, now }, cause);
};

/**
 * Records in the booking's stream that a reservation is given up; returns false if the booking uses
 * it.
 */
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

type Wanted = Occupant & {
  reservation: Reservation;
  placing: Placing;
  now: string;
  cause: Cause;
  /** Reservation of an offer that this booking takes over. */
  over?: string | undefined;
};
type OnAgenda = Omit<Wanted, keyof Occupant> & Agenda;

/**
 * Marks a reservation as permanent once its booking is confirmed, so that the booking's stream need
 * not be read again.
 */
const secureConfirmed = async (
  { agendas, bookings }: Domain,
  { bookingId, reservationId, holder }: Reservation,
  { resourceId, day, cause }: Agenda & Pick<Wanted, 'cause'>,
): Promise<void> => {
  // The end of an offer is decided by its deadline.
  if (holder === 'offer') return;
  if (holder !== 'block') {
    const { state } = await bookings.load(bookingId);
    // A booking that may still expire stays unsecured, because the bookings of secured intervals
    // are never read again.
    if (state.status !== 'confirmed') return;
  }
  const agenda = { resourceId, day };
  await agendas.execute(agendaId(agenda), { type: 'secure', ...agenda, reservationId }, cause);
};

/** Returns the conflicting reservations that may be taken over. Throws the refusal if one is still used. */
const settle = async (domain: Domain, wanted: OnAgenda, refusal: Rejection): Promise<string[]> => {
  const { state } = await domain.agendas.load(agendaId(wanted));
  const inTheWay = conflicts(state, wanted.reservation, wanted.placing).filter(
    ({ reservationId }) => reservationId !== wanted.over,
  );
  if (inTheWay.some((taken) => taken.secured || taken.deadline > wanted.now)) throw refusal;
  for (const taken of inTheWay) {
    if (await isAbandoned(domain, taken, wanted)) continue;
    await secureConfirmed(domain, taken, wanted);
    throw refusal;
  }
  return inTheWay.map((taken) => taken.reservationId);
};

/** Reads the agendas that a booking occupies. */
export const loadAgendas = ({ agendas }: Domain, occupying: Occupant & Interval): Promise<AgendaState[]> =>
  Promise.all(agendasOccupied(occupying).map(async (one) => (await agendas.load(agendaId(one))).state));

/**
 * Refuses an interval that is certainly taken before anything is written; the reservation decides
 * on expired ones.
 */
export const requireFree = (
  agendas: readonly AgendaState[],
  { reservation, placing, now }: Pick<Wanted, 'reservation' | 'placing' | 'now'>,
): void => {
  for (const state of agendas) {
    const taken = conflicts(state, reservation, placing);
    const held = taken.filter(({ secured, deadline }) => secured || deadline > now);
    if (held.length > 0) throw refusalBy(held, reservation, placing);
  }
};

/**
 * Releases a reservation on one agenda, unless its booking uses it: another attempt of the command
 * may have placed the booking.
 */
const giveBack = async (domain: Domain, wanted: OnAgenda, cause: Cause): Promise<void> => {
  const { resourceId, day, reservation } = wanted;
  const { reservationId } = reservation;
  if (!(await isAbandoned(domain, reservation, wanted))) return;
  await releaseOn(domain, { resourceId, day }, { reservationId, reason: 'abandoned' }).execute(cause);
};

/**
 * Makes the steps that reserve an interval, one for each agenda that it occupies. They are refused
 * with `slot-taken`, or `buffer-taken` for staff. A conflicting expired reservation is taken over
 * only after its own booking's stream has recorded that it is given up.
 */
export const reserveSteps = (domain: Domain, { proId, resourceIds, ...wanted }: Wanted): BeforeStep[] =>
  agendasOccupied({ proId, resourceIds, ...wanted.reservation }).map((agenda) => {
    const { reservation, placing, over } = wanted;
    const reserve = (given: string[]) => {
      const abandoned = over === undefined ? given : [...given, over];
      const command = { type: 'reserve', ...agenda, reservation, placing, abandoned } as const;
      return step(domain.agendas, agendaId(agenda), command);
    };
    return {
      ...reserve([]),
      settle: async (refusal) => {
        if (!['slot-taken', 'buffer-taken'].includes(refusal.code)) throw refusal;
        return reserve(await settle(domain, { ...wanted, ...agenda }, refusal));
      },
      undo: (cause) => giveBack(domain, { ...wanted, ...agenda }, cause),
    };
  });
