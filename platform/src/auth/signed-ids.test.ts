import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { accountPurposes, createAccountTokens } from './account-token.ts';
import { createBookingTokens } from './booking-token.ts';
import { createSignUps } from './sign-ups.ts';

describe('tokens of mailed links', () => {
  const key = Buffer.alloc(32, 1);
  const ids = Array.from(
    { length: 1_000 },
    (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  );
  /** Returns a token as made by releases that did not require a letter or digit at the end. */
  const before = (bookingId: string): string => {
    const bytes = Buffer.from(bookingId.replaceAll('-', ''), 'hex');
    const mac = createHmac('sha256', key).update('booking-token|confirm|').update(bytes).digest();
    return Buffer.concat([bytes, mac]).toString('base64url');
  };

  it('end in a letter or digit, so that no mail program cuts them', () => {
    const bookingTokens = createBookingTokens(key);
    const accountTokens = createAccountTokens(key);
    const signUps = createSignUps('invited', key);
    for (const id of ids.slice(0, 300)) {
      const made = [
        ...(['confirm', 'manage', 'correct'] as const).map((purpose) => bookingTokens.issue(purpose, id)),
        ...accountPurposes.map((purpose) => accountTokens.issue(purpose, { proId: id, tokenId: id })),
        signUps.invite(`${id}@example.com`, new Date()),
      ];
      for (const token of made) expect(token).toMatch(/[a-zA-Z\d]$/);
      expect(bookingTokens.read('confirm', made[0]!)).toBe(id);
      expect(bookingTokens.read('manage', made[1]!)).toBe(id);
    }
  });

  it('of earlier releases stay valid, whatever they end in', () => {
    const bookingTokens = createBookingTokens(key);
    const cut = ids.filter((id) => /[-_]$/.test(before(id)));
    expect(cut.length).toBeGreaterThan(10);
    for (const id of ids) expect(bookingTokens.read('confirm', before(id))).toBe(id);
    for (const id of cut) expect(bookingTokens.read('manage', before(id))).toBeNull();
  });
});
