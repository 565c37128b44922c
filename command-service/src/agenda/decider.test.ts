import * as fc from 'fast-check';
import { sampleId, sampleIds } from '@visita/contracts/samples';
import { Rejection } from '@visita/contracts/problem';
import { rejects, specs } from '@visita/platform/testing/decider';
import { describe, expect, it } from 'vitest';
import { type AgendaCommand, agendaDecider, type AgendaState, overlap } from './decider.ts';

const { given } = specs(agendaDecider);
const agenda = { proId: sampleIds.owner, day: '2026-11-23' };

const at = (minute: number): string => new Date(Date.UTC(2026, 10, 23, 0, minute)).toISOString();
const reservation = (number: number, start: number, end: number, booking = number) => ({
  reservationId: sampleId(6, number),
  bookingId: sampleId(4, booking),
  start: at(start),
  end: at(end),
  deadline: at(0),
});
const reserved = (...of: Parameters<typeof reservation>) =>
  ({ type: 'IntervalReserved', data: { ...agenda, ...reservation(...of) } }) as const;
const reserve = (...of: Parameters<typeof reservation>) =>
  ({ type: 'reserve', ...agenda, reservation: reservation(...of), abandoned: [] }) as const;
const held = (number: number) => ({ ...agenda, reservationId: sampleId(6, number) });

describe('an interval of a professional’s day', () => {
  it('is taken where it is free', () => {
    given([])
      .when(reserve(1, 540, 570))
      .then([reserved(1, 540, 570)]);
  });

  it.each([
    ['it', 540, 570],
    ['one around it', 530, 580],
    ['one within it', 545, 550],
    ['one over its start', 530, 541],
    ['one over its end', 569, 600],
  ])('blocks %s for another booking', (_name, start, end) => {
    given([reserved(1, 540, 570)])
      .when(reserve(2, start, end))
      .then(rejects('slot-taken'));
  });

  it('is half-open: touching is no conflict', () => {
    given([reserved(1, 540, 570)])
      .when(reserve(2, 570, 600))
      .then([reserved(2, 570, 600)]);
    given([reserved(1, 540, 570)])
      .when(reserve(3, 510, 540))
      .then([reserved(3, 510, 540)]);
  });

  it('does not block the booking being moved', () => {
    given([reserved(1, 540, 570)])
      .when(reserve(2, 550, 580, 1))
      .then([reserved(2, 550, 580, 1)]);
  });

  it('is taken over from those alone that are proven abandoned', () => {
    const both = [reserved(1, 540, 570), reserved(2, 570, 600)];
    const wide = { ...reserve(3, 540, 600), abandoned: [sampleId(6, 1)] };
    given(both).when(wide).then(rejects('slot-taken'));
    given(both)
      .when({ ...wide, abandoned: [sampleId(6, 1), sampleId(6, 2)] })
      .then([
        { type: 'IntervalReleased', data: { ...held(1), reason: 'abandoned' } },
        { type: 'IntervalReleased', data: { ...held(2), reason: 'abandoned' } },
        reserved(3, 540, 600),
      ]);
  });

  it.each([
    ['elsewhere', 600, 630],
    ['shorter', 540, 555],
    ['cut at its start', 555, 570],
  ])('is never two under one id: %s is refused', (_name, start, end) => {
    given([reserved(1, 540, 570)])
      .when(reserve(1, start, end))
      .then(rejects('conflict'));
  });

  it('is never two bookings’ under one id', () => {
    given([reserved(1, 540, 570)])
      .when(reserve(1, 540, 570, 2))
      .then(rejects('conflict'));
  });
});

describe('a reservation', () => {
  it('is secured once', () => {
    given([reserved(1, 540, 570)])
      .when({ type: 'secure', ...held(1) })
      .then([{ type: 'IntervalSecured', data: held(1) }]);
  });

  it('is secured, and released, for itself alone', () => {
    const both = [reserved(1, 540, 570), reserved(2, 570, 600)];
    const secured = { type: 'IntervalSecured', data: held(1) } as const;
    given([...both, secured])
      .when({ type: 'secure', ...held(2) })
      .then([{ type: 'IntervalSecured', data: held(2) }]);
    const released = { type: 'IntervalReleased', data: { ...held(1), reason: 'cancelled' } } as const;
    given([...both, released])
      .when(reserve(3, 540, 600))
      .then(rejects('slot-taken'));
  });

  it('is free again once released, secured or not', () => {
    const released = { type: 'IntervalReleased', data: { ...held(1), reason: 'cancelled' } } as const;
    const events = [reserved(1, 540, 570), { type: 'IntervalSecured', data: held(1) } as const];
    given(events)
      .when({ type: 'release', ...held(1), reason: 'cancelled' })
      .then([released]);
    given([...events, released])
      .when(reserve(2, 540, 570))
      .then([reserved(2, 540, 570)]);
  });

  it('that is not there is neither secured nor released', () => {
    given([reserved(2, 540, 570)])
      .when({ type: 'secure', ...held(1) })
      .then([]);
    given([])
      .when({ type: 'release', ...held(1), reason: 'moved' })
      .then([]);
  });
});

const number = fc.integer({ min: 1, max: 8 });
const anyCommand: fc.Arbitrary<AgendaCommand> = fc.oneof(
  fc
    .tuple(number, fc.nat({ max: 120 }), fc.integer({ min: 1, max: 60 }), number, fc.array(number))
    .map(([id, start, length, booking, abandoned]) => ({
      ...reserve(id, start, start + length, booking),
      abandoned: abandoned.map((one) => sampleId(6, one)),
    })),
  number.map((id) => ({ type: 'secure' as const, ...held(id) })),
  fc
    .tuple(number, fc.constantFrom('cancelled' as const, 'lapsed' as const))
    .map(([id, reason]) => ({ type: 'release' as const, ...held(id), reason })),
);

const decided = (state: AgendaState, command: AgendaCommand): AgendaState => {
  try {
    return agendaDecider.decide(command, state).reduce(agendaDecider.evolve, state);
  } catch (error) {
    expect(error).toBeInstanceOf(Rejection);
    return state;
  }
};

it('never holds two overlapping intervals of different bookings, whatever is asked of it', () => {
  fc.assert(
    fc.property(fc.array(anyCommand, { maxLength: 60 }), (commands) => {
      const { taken } = commands.reduce(decided, agendaDecider.initialState);
      const double = taken.filter((one) =>
        taken.some((other) => other.bookingId !== one.bookingId && overlap(one, other)),
      );
      expect(double).toEqual([]);
      expect(new Set(taken.map((one) => one.reservationId)).size).toBe(taken.length);
    }),
    { numRuns: 500 },
  );
});
