import { createChallenge, extractParams, verifySolution } from 'altcha-lib/v1';
import { z } from 'zod';
import type { Challenge } from '@visita/contracts/problem';
import type { KeyedHash } from '../vault/hash.ts';

/**
 * The required work: valid for one request (`purpose`) until it expires, and harder with the load
 * (0 to 1).
 */
export type WorkRequest = { readonly purpose: string; readonly now: Date; readonly load: number };

/** Proofs of work: seconds for one browser, hours for thousands of requests. */
export type ProofsOfWork = {
  challenge(asked: WorkRequest): Promise<Challenge>;
  /** Whether the solution belongs to one of our challenges for this request. */
  isSolved(proof: string, asked: WorkRequest): Promise<boolean>;
};

const minutes = 10;
/** Numbers to try: a slow phone tries 16,000 per second and core, all of them in 5 s with two cores. */
const numbers = { least: 50_000, most: 150_000 };
/** Factor by which the load may have grown while the browser was working. */
const grown = 2;

const numbersFor = (load: number): number =>
  Math.round(numbers.least + (numbers.most - numbers.least) * Math.min(1, Math.max(0, load)));

/**
 * The hash covers the salt followed by the number. The number must be numeric, otherwise a part of the salt such as
 * the expiry could be moved into it.
 */
const solution = z.object({
  algorithm: z.literal('SHA-256'),
  challenge: z.string(),
  number: z.int().nonnegative(),
  salt: z.string(),
  signature: z.string(),
});

/** Creates signed challenges by the ALTCHA protocol; none are stored. */
export const createProofsOfWork = (hash: KeyedHash): ProofsOfWork => {
  const hmacKey = hash.keyed('proof-of-work', 'key');
  const nameOf = (purpose: string) => hash.keyed('proof-of-work', purpose);
  return {
    challenge: async ({ purpose, now, load }) => {
      const maxnumber = numbersFor(load);
      const expires = new Date(now.getTime() + minutes * 60_000);
      const made = await createChallenge({
        hmacKey,
        maxnumber,
        expires,
        // `wish` is the name of the purpose in challenges that older processes have issued.
        params: { wish: nameOf(purpose), numbers: String(maxnumber) },
      });
      const { algorithm, challenge, salt, signature } = made;
      return { algorithm, challenge, salt, signature, maxnumber };
    },
    isSolved: async (proof, { purpose, now, load }) => {
      try {
        const solved = solution.parse(JSON.parse(atob(proof)));
        const asked = extractParams(solved);
        const isAsked = asked['wish'] === nameOf(purpose) && Number(asked['expires']) * 1_000 > now.getTime();
        const isDear = Number(asked['numbers'] ?? 0) * grown >= numbersFor(load);
        return isAsked && isDear && (await verifySolution(solved, hmacKey, false));
      } catch {
        return false;
      }
    },
  };
};
