import { createHash, timingSafeEqual } from 'node:crypto';
import type { OperatorToken } from '@visita/platform/config/config';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether two secrets are the same; how long that takes says nothing of where they differ. */
export const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

/** The token that was given; compared with all of them, so that time does not tell which. */
export const tokenGiven = (given: string, tokens: readonly OperatorToken[]): OperatorToken | null =>
  tokens.filter(({ token }) => isSame(given, token))[0] ?? null;
