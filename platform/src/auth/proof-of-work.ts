import { createChallenge, extractParams, verifySolution } from 'altcha-lib/v1';
import { z } from 'zod';
import type { Challenge } from '@visita/contracts/problem';
import type { KeyedHash } from '../vault/hash.ts';

/** Work that costs a browser a second, and the sender of thousands of requests thousands of them. */
export type ProofsOfWork = {
  /** Something to solve, of use for one wish only. */
  challenge(wish: string, now: Date): Promise<Challenge>;
  /** Whether a solution is one of a challenge of ours for this wish, in time. */
  isSolved(proof: string, wish: string): Promise<boolean>;
};

const minutes = 10;
/** Numbers to try: a phone tries half of them in about a second. */
const numbers = 50_000;

/**
 * What is hashed is the salt followed by the number: only where that is a number can't a part of the salt, such as the
 * expiry, be moved into it.
 */
const solution = z.object({
  algorithm: z.literal('SHA-256'),
  challenge: z.string(),
  number: z.int().nonnegative(),
  salt: z.string(),
  signature: z.string(),
});

/** Challenges that are signed rather than kept, by the protocol of ALTCHA. */
export const createProofsOfWork = (hash: KeyedHash): ProofsOfWork => {
  const hmacKey = hash.keyed('proof-of-work', 'key');
  const nameOf = (wish: string) => hash.keyed('proof-of-work', wish);
  return {
    challenge: async (wish, now) => {
      const expires = new Date(now.getTime() + minutes * 60_000);
      const made = await createChallenge({
        hmacKey,
        maxnumber: numbers,
        expires,
        params: { wish: nameOf(wish) },
      });
      const { algorithm, challenge, salt, signature } = made;
      return { algorithm, challenge, salt, signature, maxnumber: numbers };
    },
    isSolved: async (proof, wish) => {
      try {
        const solved = solution.parse(JSON.parse(atob(proof)));
        const asked = extractParams(solved);
        const isAsked = asked['wish'] === nameOf(wish) && asked['expires'] !== undefined;
        return isAsked && (await verifySolution(solved, hmacKey));
      } catch {
        return false;
      }
    },
  };
};
