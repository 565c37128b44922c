import type { EventNamed } from '@visita/contracts/events';
import { recorded, sample } from '@visita/contracts/samples';
import { expect, it } from 'vitest';
import { type Reactions, reactionTo } from './reactions.ts';

const on: Reactions<[word: string], string> = {
  BookingCancelled: ({ data }, word) => `${word} ${data.bookingId}`,
};

// `npm run typecheck` fails if an expected error is missing.
const misspelt: Reactions<[], string> = {
  // @ts-expect-error -- a misspelt event name does not compile
  BookingCanceled: () => '',
};
const mistaken: Reactions<[], string> = {
  // @ts-expect-error -- nor does a function that takes another event
  BookingMoved: ({ data }: EventNamed<'BookingPlaced'>) => data.placedBy,
};

it("calls the function of the event's type", () => {
  const [noted] = recorded([sample('BookingCancelled')]);
  expect(reactionTo(on, 'BookingCancelled')!(noted!, 'of')).toBe(
    `of ${sample('BookingCancelled').data.bookingId}`,
  );
});

it('ignores other types, also names of inherited properties', () => {
  expect([on, misspelt, mistaken].map((one) => reactionTo(one, 'toString'))).toEqual(
    Array.from({ length: 3 }, () => undefined),
  );
});
