import { hash, verify } from '@node-rs/argon2';
import { Rejection } from '@visita/contracts/problem';

/** Hashes of passwords. */
export type Passwords = {
  hash(password: string): Promise<string>;
  /** False for a wrong password. Without a hash (an unknown account) it takes as long and is always false. */
  verify(passwordHash: string | null, password: string): Promise<boolean>;
};

/** How hard a hash is; `memory` in KiB. */
export type PasswordCost = { memory: number; passes: number };

/** The cost that OWASP names as the least: 19 MiB, two passes, one lane. */
export const passwordCost: PasswordCost = { memory: 19_456, passes: 2 };

/** Hashes that may wait for each one that runs: less than a second's work, for a hash takes some 30 ms. */
const waitingForEach = 16;

/**
 * Argon2id. At most `parallel` hashes run at once, one a core: more would only make every caller wait longer. Where too
 * many wait already, `Rejection` 503.
 */
export const createPasswords = ({
  parallel,
  cost = passwordCost,
}: {
  parallel: number;
  cost?: PasswordCost;
}): Passwords => {
  const options = { memoryCost: cost.memory, timeCost: cost.passes, parallelism: 1 };
  const queued = createQueue(parallel, waitingForEach * parallel);
  let nobody: Promise<string> | undefined;
  // Past the queue, which may refuse: it is made once and kept.
  const hashOfNobody = () => (nobody ??= hash('nobody’s password', options));

  return {
    hash: (password) => queued(() => hash(password, options)),
    verify: async (passwordHash, password) => {
      // Awaited for everybody, so that the first unknown account takes no longer either.
      const dummy = await hashOfNobody();
      const matches = await queued(() => verify(passwordHash ?? dummy, password));
      return matches && passwordHash !== null;
    },
  };
};

const createQueue = (parallel: number, longest: number) => {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (waiting.length >= longest) throw new Rejection('unavailable');
    if (running >= parallel) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
};
