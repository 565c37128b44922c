import { createHash, timingSafeEqual } from 'node:crypto';
import type { OperatorToken } from '@visita/platform/config/values';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares two secrets in constant time. */
export const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

/** Returns the matching token; compares with all, so that the time does not reveal which. */
export const tokenGiven = (given: string, tokens: readonly OperatorToken[]): OperatorToken | null =>
  tokens.filter(({ token }) => isSame(given, token))[0] ?? null;
