import { solveChallenge } from 'altcha-lib/v1';
import { expect, it } from 'vitest';
import { createKeyedHash } from '../vault/hash.ts';
import { createProofsOfWork } from './proof-of-work.ts';

const proofs = createProofsOfWork(createKeyedHash(Buffer.alloc(32, 7)));
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

/** What a browser makes of a challenge. */
const solve = async (wish: string, at = new Date()) => {
  const { algorithm, challenge, salt, signature, maxnumber } = await proofs.challenge(wish, at);
  const { number } = (await solveChallenge(challenge, salt, algorithm, maxnumber).promise) ?? expect.fail();
  return { algorithm, challenge, salt, signature, number };
};

type Sent = Omit<Awaited<ReturnType<typeof solve>>, 'number'> & { number: unknown };
const written = (solution: Sent) => btoa(JSON.stringify(solution));

it('a solution is one for its wish only', async () => {
  const solution = await solve('nine o’clock');
  expect(await proofs.isSolved(written(solution), 'nine o’clock')).toBe(true);
  expect(await proofs.isSolved(written(solution), 'ten o’clock')).toBe(false);
  const guessed = { ...solution, number: solution.number + 1 };
  expect(await proofs.isSolved(written(guessed), 'nine o’clock')).toBe(false);
});

it('a solution that comes too late is none', async () => {
  expect(await proofs.isSolved(written(await solve('nine', minutesAgo(9))), 'nine')).toBe(true);
  expect(await proofs.isSolved(written(await solve('nine', minutesAgo(11))), 'nine')).toBe(false);
});

it('the expiry stands in the salt, and can’t be moved into the number', async () => {
  const { salt, number, ...rest } = await solve('nine', minutesAgo(11));
  const at = salt.indexOf('expires=');
  // The same text is hashed, and the signature fits.
  const moved = { ...rest, salt: salt.slice(0, at), number: `${salt.slice(at)}${number}` };
  expect(await proofs.isSolved(written(moved), 'nine')).toBe(false);
  expect(await proofs.isSolved(written({ ...rest, salt, number: String(number) }), 'nine')).toBe(false);
});

it.each(['', 'no base64 §', btoa('null'), btoa('{}')])('%j is no solution', async (proof) => {
  expect(await proofs.isSolved(proof, 'nine')).toBe(false);
});
