import type { AgendaEvent } from '@visita/contracts/agenda/events';
import { Rejection } from '@visita/contracts/problem';
import type { Decider } from '@visita/platform/runtime/decider';

/** A stretch of the professional's day that a booking needs. Instants as sortable text. */
export type Reservation = {
  readonly reservationId: string;
  readonly bookingId: string;
  readonly start: string;
  readonly end: string;
  /** After this instant another taker may ask the booking's stream whether the interval is still needed. */
  readonly deadline: string;
};

export type AgendaState = { readonly taken: readonly (Reservation & { readonly secured: boolean })[] };

export type AgendaCommand =
  | {
      type: 'reserve';
      proId: string;
      day: string;
      reservation: Reservation;
      /** Reservations whose bookings said that they no longer need them. */
      abandoned: readonly string[];
    }
  | { type: 'secure'; proId: string; day: string; reservationId: string }
  | {
      type: 'release';
      proId: string;
      day: string;
      reservationId: string;
      reason: 'cancelled' | 'moved' | 'lapsed' | 'abandoned';
    };

/** Half-open intervals: touching is no conflict. */
export const overlap = (
  one: { start: string; end: string },
  other: { start: string; end: string },
): boolean => one.start < other.end && other.start < one.end;

/** Reservations of other bookings in the way of an interval. A booking never is in its own way while it moves. */
export const conflicts = (state: AgendaState, wanted: Reservation): AgendaState['taken'] =>
  state.taken.filter((taken) => taken.bookingId !== wanted.bookingId && overlap(taken, wanted));

const evolve = (state: AgendaState, event: AgendaEvent): AgendaState => {
  switch (event.type) {
    case 'IntervalReserved': {
      const { reservationId, bookingId, start, end, deadline } = event.data;
      return { taken: [...state.taken, { reservationId, bookingId, start, end, deadline, secured: false }] };
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
  const { proId, day, reservation, abandoned } = command;
  const held = state.taken.find((taken) => taken.reservationId === reservation.reservationId);
  if (held) {
    const { bookingId, start, end } = held;
    const same =
      bookingId === reservation.bookingId && start === reservation.start && end === reservation.end;
    // A known id with another interval would let a booking stand on an interval that is not reserved.
    if (!same) throw new Rejection('conflict');
    return [];
  }
  const inTheWay = conflicts(state, reservation);
  if (inTheWay.some((taken) => !abandoned.includes(taken.reservationId))) throw new Rejection('slot-taken');
  const released = inTheWay.map(({ reservationId }): AgendaEvent => ({
    type: 'IntervalReleased',
    data: { proId, day, reservationId, reason: 'abandoned' },
  }));
  return [...released, { type: 'IntervalReserved', data: { proId, day, ...reservation } }];
};

/** Decides `agenda-<proId>_<UTC day>`: no two intervals of different bookings overlap, over all clinics. */
export const agendaDecider: Decider<AgendaState, AgendaEvent, AgendaCommand> = {
  stream: (id) => `agenda-${id}`,
  initialState: { taken: [] },
  evolve,
  decide: (command, state) => {
    if (command.type === 'reserve') return reserve(command, state);
    const { proId, day, reservationId } = command;
    const held = state.taken.find((taken) => taken.reservationId === reservationId);
    if (!held) return [];
    if (command.type === 'release') {
      return [{ type: 'IntervalReleased', data: { proId, day, reservationId, reason: command.reason } }];
    }
    return held.secured ? [] : [{ type: 'IntervalSecured', data: { proId, day, reservationId } }];
  },
};
