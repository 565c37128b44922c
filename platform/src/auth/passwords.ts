import { hash, verify } from '@node-rs/argon2';

/** Hashes of passwords. */
export type Passwords = {
  hash(password: string): Promise<string>;
  /** False for a wrong password. Without a hash (an unknown account) it takes as long and is always false. */
  verify(passwordHash: string | null, password: string): Promise<boolean>;
};

/** How hard a hash is; `memory` in KiB. */
export type PasswordCost = { memory: number; passes: number };

/** The cost of access.md: 19 MiB, two passes, one lane. */
export const passwordCost: PasswordCost = { memory: 19_456, passes: 2 };

/** Argon2id. At most `parallel` hashes run at once, one a core: more would only make every caller wait longer. */
export const createPasswords = ({
  parallel,
  cost = passwordCost,
}: {
  parallel: number;
  cost?: PasswordCost;
}): Passwords => {
  const options = { memoryCost: cost.memory, timeCost: cost.passes, parallelism: 1 };
  const queued = createQueue(parallel);
  let nobody: Promise<string> | undefined;
  const hashOf = (password: string) => queued(() => hash(password, options));
  const hashOfNobody = () => (nobody ??= hashOf('nobody’s password'));

  return {
    hash: hashOf,
    verify: async (passwordHash, password) => {
      // Awaited for everybody, so that the first unknown account takes no longer either.
      const dummy = await hashOfNobody();
      const matches = await queued(() => verify(passwordHash ?? dummy, password));
      return matches && passwordHash !== null;
    },
  };
};

const createQueue = (parallel: number) => {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(task: () => Promise<T>): Promise<T> => {
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
