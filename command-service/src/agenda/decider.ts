import type { AgendaEvent } from '@visita/contracts/agenda/events';
import { inTheWay, occupied, overlap } from '@visita/contracts/agenda/occupied';
import { Rejection } from '@visita/contracts/problem';
import type { Decider } from '@visita/platform/runtime/decider';

/**
 * An interval of a resource's day that a booking or a blocked time needs. Instants are sortable
 * text.
 */
export type Reservation = {
  readonly reservationId: string;
  readonly bookingId: string;
  /** Whether `bookingId` names a booking (the default), a block or an entry on a waiting list. */
  readonly holder?: 'block' | 'offer' | undefined;
  readonly start: string;
  readonly end: string;
  /** Buffers before the start and after the end, in minutes. */
  readonly bufferBefore?: number | undefined;
  readonly bufferAfter?: number | undefined;
  /** Instant after which others may take over the interval, unless its booking uses it. */
  readonly deadline: string;
};

/**
 * Patients may not book in another visit's buffer. Staff are warned first and may book there anyway; visits never
 * overlap.
 */
export type Placing = 'online' | 'staff' | 'anyway';

export type AgendaState = { readonly taken: readonly (Reservation & { readonly secured: boolean })[] };

export type AgendaCommand =
  | {
      type: 'reserve';
      resourceId: string;
      day: string;
      reservation: Reservation;
      placing: Placing;
      /** Reservations that are no longer used by their bookings, according to the bookings' streams. */
      abandoned: readonly string[];
    }
  | { type: 'secure'; resourceId: string; day: string; reservationId: string }
  | {
      type: 'release';
      resourceId: string;
      day: string;
      reservationId: string;
      reason: 'cancelled' | 'moved' | 'lapsed' | 'abandoned';
    };

/** Returns reservations of other bookings in the way of an interval. A booking that moves is not in its own way. */
export const conflicts = (
  state: AgendaState,
  wanted: Reservation,
  placing: Placing,
): AgendaState['taken'] => {
  const others = state.taken.filter((taken) => taken.bookingId !== wanted.bookingId);
  return placing === 'anyway' ? others.filter((taken) => overlap(taken, wanted)) : inTheWay(others, wanted);
};

/** Returns the refusal; staff may book in buffers anyway. */
export const refusalBy = (
  blocking: AgendaState['taken'],
  wanted: Reservation,
  placing: Placing,
): Rejection => {
  const mayPlace = placing === 'staff' && !blocking.some((taken) => overlap(taken, wanted));
  return new Rejection(mayPlace ? 'buffer-taken' : 'slot-taken');
};

const evolve = (state: AgendaState, event: AgendaEvent): AgendaState => {
  switch (event.type) {
    case 'IntervalReserved': {
      const { proId: _resource, day: _day, anyway: _anyway, ...reservation } = event.data;
      return { taken: [...state.taken, { ...reservation, secured: false }] };
    }
    case 'IntervalSecured':
      return {
        taken: state.taken.map((taken) =>
          taken.reservationId === event.data.reservationId ? { ...taken, secured: true } : taken,
        ),
      };
    case 'IntervalReleased':
      return { taken: state.taken.filter((taken) => taken.reservationId !== event.data.reservationId) };
  }
};

const reserve = (
  command: Extract<AgendaCommand, { type: 'reserve' }>,
  state: AgendaState,
): readonly AgendaEvent[] => {
  const { resourceId: proId, day, reservation, abandoned, placing } = command;
  const held = state.taken.find((taken) => taken.reservationId === reservation.reservationId);
  if (held) {
    const [one, other] = [occupied(held), occupied(reservation)];
    const visits = held.start === reservation.start && held.end === reservation.end;
    const same =
      held.bookingId === reservation.bookingId &&
      visits &&
      one.start === other.start &&
      one.end === other.end;
    // A known id with another interval would confirm a booking for an interval that is not
    // reserved.
    if (!same) throw new Rejection('conflict');
    // After a crash, an offer is made again with a later deadline, and its hold must last until then.
    if (reservation.holder !== 'offer' || held.deadline >= reservation.deadline) return [];
  }
  const inTheWay = conflicts(state, reservation, placing);
  const blocking = inTheWay.filter((taken) => !abandoned.includes(taken.reservationId));
  if (blocking.length > 0) {
    throw refusalBy(blocking, reservation, placing);
  }
  const anyway = placing === 'anyway' && conflicts(state, reservation, 'staff').length > inTheWay.length;
  const released = [...(held ? [held] : []), ...inTheWay].map(({ reservationId }): AgendaEvent => ({
    type: 'IntervalReleased',
    data: { proId, day, reservationId, reason: 'abandoned' },
  }));
  return [
    ...released,
    { type: 'IntervalReserved', data: { proId, day, ...reservation, ...(anyway && { anyway }) } },
  ];
};

/** Decides `agenda-<resource id>_<UTC day>`: no two intervals of different bookings overlap, over all clinics. */
export const agendaDecider: Decider<AgendaState, AgendaEvent, AgendaCommand> = {
  stream: (id) => `agenda-${id}`,
  initialState: { taken: [] },
  evolve,
  decide: (command, state) => {
    if (command.type === 'reserve') return reserve(command, state);
    const { resourceId: proId, day, reservationId } = command;
    const held = state.taken.find((taken) => taken.reservationId === reservationId);
    if (!held) return [];
    if (command.type === 'release') {
      return [{ type: 'IntervalReleased', data: { proId, day, reservationId, reason: command.reason } }];
    }
    return held.secured ? [] : [{ type: 'IntervalSecured', data: { proId, day, reservationId } }];
  },
};
