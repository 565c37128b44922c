import { randomUUID } from 'node:crypto';
import { createChallenges } from '../src/auth/challenges.ts';
import { createFactors } from '../src/auth/factors.ts';
import { createPasskeys } from '../src/auth/passkeys.ts';
import { createRecoveryCodes } from '../src/auth/recovery-codes.ts';
import type { Vault } from '../src/vault/vault.ts';
import type { TestDatabase } from './database.ts';

/** The product's public origin. */
export const testOrigin = 'https://visita.example';

type Parts = { database: TestDatabase; vault: Pick<Vault, 'keysFor'>; clock: () => Date };

/** Second factors on a test database. */
export const createTestFactors = ({ database, vault, clock }: Parts) => {
  const parts = { database, vault, clock, ids: randomUUID };
  const challenges = createChallenges({ database, key: Buffer.alloc(32, 7), clock });
  const passkeys = createPasskeys({ ...parts, challenges, origin: testOrigin });
  return createFactors({ ...parts, passkeys, codes: createRecoveryCodes(database) });
};
