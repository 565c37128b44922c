import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createKeyFilter } from './key-filter.ts';

describe('a key filter', () => {
  it('knows every key that it has seen, with few false positives', () => {
    const filter = createKeyFilter();
    const keys = Array.from({ length: 300_000 }, () => randomUUID());
    const wrongly = keys.filter((key) => filter.see(key)).length;
    expect(wrongly / keys.length).toBeLessThan(0.01);
    expect(keys.every((key) => filter.see(key))).toBe(true);
  });

  it('distinguishes similar keys', () => {
    const filter = createKeyFilter();
    const keys = Array.from(
      { length: 10_000 },
      (_, nth) => `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`,
    );
    expect(keys.filter((key) => filter.see(key)).length).toBeLessThan(50);
  });
});
