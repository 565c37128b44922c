import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from '../postgres/connect.ts';
import { type KeySource, keysOf } from '../vault/purpose-keys.ts';

/** Challenges for passkeys: single use, one purpose, five minutes. */
export type Challenges = {
  /** Returns a challenge in base64url. */
  issue(purpose: string): string;
  /** Whether the challenge was issued for this purpose and has not expired. */
  isOpen(purpose: string, challenge: string): boolean;
  /** Marks the challenge as used; false if it was used before. */
  use(challenge: string): Promise<boolean>;
};

type Options = { database: Pick<Database, 'pool'>; key: KeySource; clock: () => Date };

/** Milliseconds for which a challenge is valid. */
export const challengeLifetime = 300_000;
/**
 * Milliseconds by which another process's clock may be behind: a challenge that has expired in this
 * process may still be valid in the other.
 */
const clocksDiffer = 300_000;

const [timeLength, drawnLength, macLength] = [6, 16, 32];
const headLength = timeLength + drawnLength;

const expiryOf = (bytes: Buffer): number => bytes.readUIntBE(0, timeLength);

/**
 * Creates signed challenges, so that requests by strangers store nothing. Used challenges are stored for as long as
 * any process may accept them.
 */
export const createChallenges = ({ database: { pool }, key, clock }: Options): Challenges => {
  const keys = keysOf(key);
  type Key = ReturnType<typeof keys.current>['key'];
  const macOf = (secret: Key, purpose: string, head: Uint8Array) =>
    createHmac('sha256', secret).update(`challenge|${purpose}|`).update(head).digest();
  return {
    issue: (purpose) => {
      const time = Buffer.alloc(timeLength);
      time.writeUIntBE(clock().getTime() + challengeLifetime, 0, timeLength);
      const head = Buffer.concat([time, randomBytes(drawnLength)]);
      return Buffer.concat([head, macOf(keys.current().key, purpose, head)]).toString('base64url');
    },
    isOpen: (purpose, challenge) => {
      const bytes = Buffer.from(challenge, 'base64url');
      if (bytes.length !== headLength + macLength || bytes.toString('base64url') !== challenge) return false;
      const [head, mac] = [bytes.subarray(0, headLength), bytes.subarray(headLength)];
      const ours = keys.all().some(({ key: secret }) => timingSafeEqual(mac, macOf(secret, purpose, head)));
      return ours && expiryOf(bytes) > clock().getTime();
    },
    use: async (challenge) => {
      const over = new Date(clock().getTime() - clocksDiffer);
      await pool.query('delete from auth.used_challenges where expires < $1', [over]);
      const { rowCount } = await pool.query(
        'insert into auth.used_challenges (challenge, expires) values ($1, $2) on conflict do nothing',
        [challenge, new Date(expiryOf(Buffer.from(challenge, 'base64url')))],
      );
      return rowCount === 1;
    },
  };
};
