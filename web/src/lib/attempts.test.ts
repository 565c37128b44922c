import { describe, expect, it } from 'vitest';
import { createAttempts, newId } from './attempts.ts';

describe('the key of a request', () => {
  it('is kept for the same request, until it was answered', () => {
    const { keyOf, answered } = createAttempts();
    const key = keyOf({ day: 1 });
    expect(keyOf({ day: 1 })).toBe(key);
    answered();
    expect(keyOf({ day: 1 })).not.toBe(key);
  });

  it('is another for another request, even where the first one comes again', () => {
    const { keyOf } = createAttempts();
    const keys = [keyOf({ day: 1 }), keyOf({ day: 2 }), keyOf({ day: 1 })];
    expect(new Set(keys).size).toBe(3);
  });

  it('is a random UUID', () =>
    expect(newId()).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/));
});
