import { solveChallenge } from 'altcha-lib/v1';
import type { Challenge } from '@visita/contracts/problem';

// Of the page's own thread nothing is asked: the form stays as quick as it was.
addEventListener('message', ({ data }: MessageEvent<Challenge>) => {
  const { challenge, salt, algorithm, maxnumber } = data;
  void solveChallenge(challenge, salt, algorithm, maxnumber).promise.then((solution) =>
    postMessage(solution?.number ?? null),
  );
});
