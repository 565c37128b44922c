import type { Challenge } from '@visita/contracts/problem';

/** Solves what a booking is asked for while much is held, in a worker; takes about a second. */
export const solve = async (challenge: Challenge): Promise<string> => {
  const worker = new Worker(new URL('proof.worker.ts', import.meta.url), { type: 'module' });
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  worker.addEventListener('message', ({ data }: MessageEvent<number | null>) => resolve(data));
  worker.addEventListener('error', () => reject(new Error('the proof of work was not solved')));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker of ours, not a window
  worker.postMessage(challenge);
  try {
    const { algorithm, challenge: digest, salt, signature } = challenge;
    const number = await promise;
    return btoa(JSON.stringify({ algorithm, challenge: digest, salt, signature, number }));
  } finally {
    worker.terminate();
  }
};
