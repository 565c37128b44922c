import type { Challenge } from '@visita/contracts/problem';
import { deferred } from '../lib/compat/deferred.ts';

/** Range of numbers that one worker tries. */
export type Part = Pick<Challenge, 'algorithm' | 'challenge' | 'salt'> & { start: number; end: number };

/** More workers are not faster on phones. */
const mostWorkers = 4;

/** Solves a proof of work in workers; at most 5 s on a slow phone. */
export const solve = async ({
  algorithm,
  challenge,
  salt,
  signature,
  maxnumber,
}: Challenge): Promise<string> => {
  const { promise, resolve, reject } = deferred<number | null>();
  const count = Math.max(1, Math.min(mostWorkers, navigator.hardwareConcurrency || 1));
  const share = Math.ceil((maxnumber + 1) / count);
  let busy = count;
  const workers = Array.from({ length: count }, (_, nth) => {
    const worker = new Worker(new URL('proof.worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<number | null>) => {
      busy -= 1;
      if (data !== null || busy === 0) resolve(data);
    });
    worker.addEventListener('error', () => reject(new Error('the proof of work was not solved')));
    const part: Part = { algorithm, challenge, salt, start: nth * share, end: (nth + 1) * share - 1 };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker of ours, not a window
    worker.postMessage(part);
    return worker;
  });
  try {
    const number = await promise;
    return btoa(JSON.stringify({ algorithm, challenge, salt, signature, number }));
  } finally {
    for (const worker of workers) worker.terminate();
  }
};
