import * as fc from 'fast-check';
import { occupied, overlap } from '@visita/contracts/agenda/occupied';
import { sampleId, sampleIds } from '@visita/contracts/samples';
import { Rejection } from '@visita/contracts/problem';
import { rejects, specs } from '@visita/platform/testing/decider';
import { describe, expect, it } from 'vitest';
import { type AgendaCommand, agendaDecider, type AgendaState, type Placing } from './decider.ts';

const { given } = specs(agendaDecider);
const day = '2026-11-23';
const agenda = { proId: sampleIds.owner, day };
const ofResource = { resourceId: sampleIds.owner, day };

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
  ({
    type: 'reserve',
    ...ofResource,
    reservation: reservation(...of),
    placing: 'online',
    abandoned: [],
  }) as const;
const held = (number: number) => ({ ...agenda, reservationId: sampleId(6, number) });
const holding = (number: number) => ({ ...ofResource, reservationId: sampleId(6, number) });

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

  it('is held longer if an offer is made again with a later deadline', () => {
    const offer = (minute: number) => ({
      ...reservation(1, 540, 570),
      holder: 'offer' as const,
      deadline: at(minute),
    });
    const made = { type: 'IntervalReserved', data: { ...agenda, ...offer(30) } } as const;
    const again = (minute: number) => ({ ...reserve(1, 540, 570), reservation: offer(minute) });
    given([made]).when(again(30)).then([]);
    given([made])
      .when(again(60))
      .then([
        { type: 'IntervalReleased', data: { ...held(1), reason: 'abandoned' } },
        { type: 'IntervalReserved', data: { ...agenda, ...offer(60) } },
      ]);
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
    const secured = { type: 'IntervalSecured', data: held(1) } as const;
    const secure = { type: 'secure', ...holding(1) } as const;
    given([reserved(1, 540, 570)])
      .when(secure)
      .then([secured]);
    given([reserved(1, 540, 570), secured])
      .when(secure)
      .then([]);
  });

  it('is made once', () => {
    given([reserved(1, 540, 570)])
      .when(reserve(1, 540, 570))
      .then([]);
  });

  it('is secured, and released, for itself alone', () => {
    const both = [reserved(1, 540, 570), reserved(2, 570, 600)];
    const secured = { type: 'IntervalSecured', data: held(1) } as const;
    given([...both, secured])
      .when({ type: 'secure', ...holding(2) })
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
      .when({ type: 'release', ...holding(1), reason: 'cancelled' })
      .then([released]);
    given([...events, released])
      .when(reserve(2, 540, 570))
      .then([reserved(2, 540, 570)]);
  });

  it('that is not there is neither secured nor released', () => {
    given([reserved(2, 540, 570)])
      .when({ type: 'secure', ...holding(1) })
      .then([]);
    given([])
      .when({ type: 'release', ...holding(1), reason: 'moved' })
      .then([]);
  });
});

describe('the time kept free around a visit', () => {
  const buffers = { bufferBefore: 10, bufferAfter: 20 };
  const buffered = reserved(1, 540, 570);
  const visit = { ...buffered, data: { ...buffered.data, ...buffers } };
  const asked = (placing: Placing, start: number, end: number) => ({ ...reserve(2, start, end), placing });

  it('is kept with the visit', () => {
    const { reservation: wanted, ...command } = reserve(1, 540, 570);
    given([])
      .when({ ...command, reservation: { ...wanted, ...buffers } })
      .then([visit]);
  });

  it.each([
    [510, 531],
    [589, 600],
  ])('blocks %i to %i online, is told to staff, and not to those who book anyway', (start, end) => {
    given([visit])
      .when(asked('online', start, end))
      .then(rejects('slot-taken'));
    given([visit])
      .when(asked('staff', start, end))
      .then(rejects('buffer-taken'));
    const placed = reserved(2, start, end);
    given([visit])
      .when(asked('anyway', start, end))
      .then([{ ...placed, data: { ...placed.data, anyway: true } }]);
  });

  it('ends where the next begins, also its own', () => {
    for (const [start, end] of [
      [500, 530],
      [590, 600],
    ] as const) {
      given([visit])
        .when(asked('online', start, end))
        .then([reserved(2, start, end)]);
      given([visit])
        .when(asked('anyway', start, end))
        .then([reserved(2, start, end)]);
    }
    const near = asked('online', 595, 605);
    given([visit])
      .when({ ...near, reservation: { ...near.reservation, bufferBefore: 6 } })
      .then(rejects('slot-taken'));
  });

  it('is no reason to book a visit over another one, where one beside it only keeps time free', () => {
    const visits = [visit, reserved(3, 620, 650)];
    given(visits)
      .when(asked('staff', 585, 630))
      .then(rejects('slot-taken'));
    given([visit])
      .when(asked('staff', 595, 610))
      .then([reserved(2, 595, 610)]);
  });

  it('is told of a visit that is placed anyway only where it is needed', () => {
    given([visit])
      .when(asked('anyway', 640, 650))
      .then([reserved(2, 640, 650)]);
    given([visit])
      .when(asked('staff', 640, 650))
      .then([reserved(2, 640, 650)]);
  });

  it('never lets visits overlap', () => {
    for (const placing of ['staff', 'anyway'] as const) {
      given([visit])
        .when(asked(placing, 560, 600))
        .then(rejects('slot-taken'));
    }
  });

  it('that differs makes another reservation of the same id', () => {
    given([visit])
      .when(reserve(1, 540, 570))
      .then(rejects('conflict'));
    // The buffers and the visit take the same time as before, but the visit starts elsewhere in it.
    const { reservation: wanted, ...command } = reserve(1, 530, 570);
    given([visit])
      .when({ ...command, reservation: { ...wanted, bufferAfter: 20 } })
      .then(rejects('conflict'));
    given([visit])
      .when({ ...command, reservation: { ...reservation(1, 540, 590), bufferBefore: 10 } })
      .then(rejects('conflict'));
    const others = [
      { bufferBefore: 5, bufferAfter: 20 },
      { bufferBefore: 10, bufferAfter: 25 },
    ];
    for (const other of others)
      given([visit])
        .when({ ...command, reservation: { ...reservation(1, 540, 570), ...other } })
        .then(rejects('conflict'));
  });
});

const number = fc.integer({ min: 1, max: 8 });
const buffer = fc.constantFrom(0, 0, 5, 30);
const anyCommand: fc.Arbitrary<AgendaCommand> = fc.oneof(
  fc
    .tuple(
      number,
      fc.nat({ max: 120 }),
      fc.integer({ min: 1, max: 60 }),
      number,
      fc.array(number),
      fc.record({ bufferBefore: buffer, bufferAfter: buffer }),
      fc.constantFrom<Placing>('online', 'staff', 'anyway'),
    )
    .map(([id, start, length, booking, abandoned, buffers, placing]) => ({
      ...reserve(id, start, start + length, booking),
      reservation: { ...reservation(id, start, start + length, booking), ...buffers },
      placing,
      abandoned: abandoned.map((one) => sampleId(6, one)),
    })),
  number.map((id) => ({ type: 'secure' as const, ...holding(id) })),
  fc
    .tuple(number, fc.constantFrom('cancelled' as const, 'lapsed' as const))
    .map(([id, reason]) => ({ type: 'release' as const, ...holding(id), reason })),
);

type Held = { state: AgendaState; anyway: readonly string[] };

const decided = ({ state, anyway }: Held, command: AgendaCommand): Held => {
  try {
    const events = agendaDecider.decide(command, state);
    const forced = events.flatMap(({ type, data }) =>
      type === 'IntervalReserved' && data.anyway ? [data.reservationId] : [],
    );
    return { state: events.reduce(agendaDecider.evolve, state), anyway: [...anyway, ...forced] };
  } catch (error) {
    expect(error).toBeInstanceOf(Rejection);
    return { state, anyway };
  }
};

it('never holds two overlapping intervals of different bookings, whatever is asked of it', () => {
  fc.assert(
    fc.property(fc.array(anyCommand, { maxLength: 60 }), (commands) => {
      const none: Held = { state: agendaDecider.initialState, anyway: [] };
      const {
        state: { taken },
        anyway,
      } = commands.reduce(decided, none);
      const pairs = taken.flatMap((one, index) =>
        taken
          .slice(index + 1)
          .flatMap((other) => (other.bookingId === one.bookingId ? [] : [[one, other] as const])),
      );
      expect(pairs.filter(([one, other]) => overlap(one, other))).toEqual([]);
      const near = pairs.filter(([one, other]) => overlap(occupied(one), occupied(other)));
      expect(near.filter((pair) => !pair.some((one) => anyway.includes(one.reservationId)))).toEqual([]);
      expect(new Set(taken.map((one) => one.reservationId)).size).toBe(taken.length);
    }),
  );
});
