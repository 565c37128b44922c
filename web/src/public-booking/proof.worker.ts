import { solveChallenge } from 'altcha-lib/v1';
import type { Part } from './proof.ts';

// Runs in a worker, so the form stays responsive.
addEventListener('message', ({ data }: MessageEvent<Part>) => {
  const { challenge, salt, algorithm, start, end } = data;
  void solveChallenge(challenge, salt, algorithm, end, start).promise.then((solution) =>
    postMessage(solution?.number ?? null),
  );
});
