import { describe, expect, it } from 'vitest';
import { ApiError } from './api.ts';
import { newId } from '../compat/new-id.ts';
import { createIdempotencyKeys, mayHaveHappened } from './idempotency-keys.ts';

describe('the idempotency key of a request', () => {
  it('is kept for the same request until it is answered', () => {
    const { keyOf, answered } = createIdempotencyKeys();
    const key = keyOf({ day: 1 });
    expect(keyOf({ day: 1 })).toBe(key);
    answered();
    expect(keyOf({ day: 1 })).not.toBe(key);
  });

  it('changes for another request, even if the first one comes again', () => {
    const { keyOf } = createIdempotencyKeys();
    const keys = [keyOf({ day: 1 }), keyOf({ day: 2 }), keyOf({ day: 1 })];
    expect(new Set(keys).size).toBe(3);
  });

  it('is a random UUID', () =>
    expect(newId()).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/));
});

it.each([
  ['nothing answered', new ApiError('network', ''), true],
  ['a replica died over it', new ApiError('unavailable', '', 503), true],
  ['a service broke down over it', new ApiError('internal', '', 500), true],
  ['the first one is still at work', new ApiError('idempotency-in-progress', '', 409), true],
  ['it was refused', new ApiError('slot-taken', '', 409), false],
  ['it was too much', new ApiError('rate-limited', '', 429), false],
])('may have been executed: %s', (_what, error, may) => {
  expect(mayHaveHappened(error)).toBe(may);
});
