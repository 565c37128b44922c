import { solveChallenge } from 'altcha-lib/v1';
import type { Part } from './proof.ts';

// Of the page's own thread nothing is asked: the form stays as quick as it was.
addEventListener('message', ({ data }: MessageEvent<Part>) => {
  const { challenge, salt, algorithm, start, end } = data;
  void solveChallenge(challenge, salt, algorithm, end, start).promise.then((solution) =>
    postMessage(solution?.number ?? null),
  );
});
