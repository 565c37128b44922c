import { hash, verify } from '@node-rs/argon2';
import { Rejection } from '@visita/contracts/problem';

export type Passwords = {
  hash(password: string): Promise<string>;
  /** Whether the password matches the hash. Without a hash (unknown account) it is false and takes as long. */
  verify(passwordHash: string | null, password: string): Promise<boolean>;
};

/** Cost of a hash; `memory` in KiB. */
export type PasswordCost = { memory: number; passes: number };

/** OWASP's minimum: 19 MiB, two passes, one lane. */
export const passwordCost: PasswordCost = { memory: 19_456, passes: 2 };

/**
 * Maximum number of waiting hashes per running hash: less than a second's work, because a hash
 * takes some 30 ms.
 */
const waitingForEach = 16;

/**
 * Hashes passwords with Argon2id, at most `parallel` at once (one per core; more would only slow down all). Throws
 * `Rejection` 503 if too many are waiting.
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
  let dummy: Promise<string> | undefined;
  // The dummy hash is computed once, outside the queue, because the queue may refuse.
  const hashOfNoAccount = () => (dummy ??= hash('no password', options));

  return {
    hash: (password) => queued(() => hash(password, options)),
    verify: async (passwordHash, password) => {
      // The dummy hash is awaited in every case, so that the first unknown account takes no longer.
      const dummy = await hashOfNoAccount();
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
