import { createHash } from 'node:crypto';
import type { Challenge } from '@visita/contracts/problem';

/** Solves a proof of work as the booking page does. */
export const solve = ({ algorithm, challenge, salt, signature, maxnumber }: Challenge): string => {
  let number = 0;
  const digest = () => createHash('sha256').update(`${salt}${number}`).digest('hex');
  while (number < maxnumber && digest() !== challenge) number += 1;
  return Buffer.from(JSON.stringify({ algorithm, challenge, salt, signature, number })).toString('base64');
};
