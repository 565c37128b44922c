import { expect, it } from 'vitest';
import { faultOf } from './plain-comments.config.ts';

it.each([
  '* What a call answers. ',
  '*\n * Who may call. ',
  ' Whose key it is.',
  ' Then nobody waits.',
  '* Somebody else.',
])('refuses the comment %j', (text) => {
  expect(faultOf(text)).not.toBeNull();
});

it.each(['* Returns what a call answers. ', ' Pros who run a clinic.', '*\n * Whether it is open. '])(
  'accepts the comment %j',
  (text) => {
    expect(faultOf(text)).toBeNull();
  },
);
