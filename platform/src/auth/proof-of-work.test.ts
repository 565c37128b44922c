import { solveChallenge } from 'altcha-lib/v1';
import { expect, it } from 'vitest';
import { createKeyedHash } from '../vault/hash.ts';
import { createProofsOfWork } from './proof-of-work.ts';

const proofs = createProofsOfWork(createKeyedHash(Buffer.alloc(32, 7)));
const now = new Date('2026-11-20T09:00:00Z');
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const isSolved = (proof: string, purpose: string, load = 0) => proofs.isSolved(proof, { purpose, now, load });

/** Solves a challenge as a browser does. */
const solve = async (purpose: string, at = now, load = 0) => {
  const { algorithm, challenge, salt, signature, maxnumber } = await proofs.challenge({
    purpose,
    now: at,
    load,
  });
  const { number } = (await solveChallenge(challenge, salt, algorithm, maxnumber).promise) ?? expect.fail();
  return { algorithm, challenge, salt, signature, number };
};

type Sent = Omit<Awaited<ReturnType<typeof solve>>, 'number'> & { number: unknown };
const written = (solution: Sent) => btoa(JSON.stringify(solution));

it('a solution is valid for its purpose only', async () => {
  const solution = await solve('nine o’clock');
  expect(await isSolved(written(solution), 'nine o’clock')).toBe(true);
  expect(await isSolved(written(solution), 'ten o’clock')).toBe(false);
  const guessed = { ...solution, number: solution.number + 1 };
  expect(await isSolved(written(guessed), 'nine o’clock')).toBe(false);
});

it('a late solution is refused', async () => {
  expect(await isSolved(written(await solve('nine', minutesAgo(9))), 'nine')).toBe(true);
  expect(await isSolved(written(await solve('nine', minutesAgo(11))), 'nine')).toBe(false);
});

it('the expiry is in the salt and cannot be moved into the number', async () => {
  const { salt, number, ...rest } = await solve('nine', minutesAgo(11));
  const at = salt.indexOf('expires=');
  // The hashed text is the same, and the signature matches.
  const moved = { ...rest, salt: salt.slice(0, at), number: `${salt.slice(at)}${number}` };
  expect(await isSolved(written(moved), 'nine')).toBe(false);
  expect(await isSolved(written({ ...rest, salt, number: String(number) }), 'nine')).toBe(false);
});

it('a proof costs three times as much under full load, unless its challenge was issued before', async () => {
  const most = await Promise.all(
    [0, 0.5, 1, 2].map((load) => proofs.challenge({ purpose: 'nine', now, load })),
  );
  expect(most.map(({ maxnumber }) => maxnumber)).toEqual([50_000, 100_000, 150_000, 150_000]);
  const cheap = written(await solve('nine'));
  expect(await isSolved(cheap, 'nine', 0.5)).toBe(true);
  expect(await isSolved(cheap, 'nine', 1)).toBe(false);
  expect(await isSolved(written(await solve('nine', now, 1)), 'nine', 1)).toBe(true);
});

it.each(['', 'no base64 §', btoa('null'), btoa('{}')])('%j is not a solution', async (proof) => {
  expect(await isSolved(proof, 'nine')).toBe(false);
});
