import type {
  CreatedPasskey,
  PasskeyCreation,
  PasskeyRequest,
  UsedPasskey,
} from '@visita/contracts/api/passkeys';
import { Rejection } from '@visita/contracts/problem';
import type { Database } from '../postgres/connect.ts';
import { decrypt, encrypt } from '../vault/cipher.ts';
import type { Vault } from '../vault/vault.ts';
import { challengeLifetime, type Challenges } from './challenges.ts';

export type Passkey = {
  readonly passkeyId: string;
  /** Name chosen by the pro. */
  readonly name: string;
  readonly created: Date;
  /** Instant of the last use; null if the passkey was never used. */
  readonly lastUsed: Date | null;
};

/** The pro and session that add a passkey. */
type Adding = { readonly proId: string; readonly sessionId: string };

/** Passkeys (WebAuthn): keys on a pro's devices, used after user verification. */
export type Passkeys = {
  list(proId: string): Promise<readonly Passkey[]>;
  /** Whether the pro has a passkey, or the given one. */
  has(proId: string, passkeyId?: string): Promise<boolean>;
  /** Returns the options for creating a passkey in the browser. */
  begin(adding: Adding, label: string): Promise<PasskeyCreation>;
  /**
   * Stores a new passkey; false if it does not match the request or already exists. Refuses more than the maximum.
   */
  add(adding: Adding, name: string, created: CreatedPasskey): Promise<boolean>;
  /** Returns the options for signing in the browser: for a login, or to authenticate a session again. */
  request(sessionId: string | null): PasskeyRequest;
  /** Accepts a signature, once per request; null if it is invalid. */
  use(used: UsedPasskey, sessionId: string | null): Promise<{ proId: string; passkeyId: string } | null>;
  /** Renames a passkey; false if it does not exist. */
  rename(passkey: { proId: string; passkeyId: string }, name: string): Promise<boolean>;
  /** Removes a passkey; false if it does not exist. */
  remove(passkey: { proId: string; passkeyId: string }): Promise<boolean>;
  /** Removes all passkeys, or only those created before an instant. */
  removeAll(proId: string, madeBefore?: Date): Promise<void>;
};

type Options = {
  database: Pick<Database, 'pool'>;
  vault: Pick<Vault, 'keysFor'>;
  challenges: Challenges;
  /** Public origin of the product; passkeys are bound to its host. */
  origin: string;
  clock: () => Date;
  ids: () => string;
};

type Row = {
  id: string;
  pro_id: string;
  credential_id: string;
  public_key: Buffer;
  counter: string;
  transports: string[];
  name: Buffer;
  created: Date;
  last_used: Date | null;
};

const maximum = 20;
const issuer = 'Visita';
/** COSE numbers of EdDSA, ES256 and RS256, which devices support. */
const algorithms = [-8, -7, -257];

const addingTo = ({ proId, sessionId }: Adding): string => `add|${proId}|${sessionId}`;
const using = (sessionId: string | null): string => (sessionId === null ? 'log-in' : `prove|${sessionId}`);

/** User handle stored on the authenticator: an id without personal data. */
const handleOf = (proId: string): string =>
  Buffer.from(proId.replaceAll('-', ''), 'hex').toString('base64url');

/**
 * Returns null for all failures: malformed, signed for another purpose, or with a wrong signature.
 */
const unlessRefused = <T>(verified: Promise<T>): Promise<T | null> => verified.catch(() => null);

const challengeIn = (clientDataJSON: string): string => {
  const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as {
    challenge: string;
  };
  return challenge;
};

/** The library is loaded on first use: its three hundred modules would slow down the start. */
const loadVerifier = () => import('@simplewebauthn/server');

/** Stores passkeys in the PostgreSQL schema `auth`. */
export const createPasskeys = (options: Options): Passkeys => {
  const { vault, challenges, origin, clock, ids } = options;
  const { pool } = options.database;
  const rpId = new URL(origin).hostname;
  const expected = { expectedOrigin: origin, expectedRPID: rpId, requireUserVerification: true };

  const keyOf = async (proId: string) => {
    const subject = `pro-${proId}` as const;
    const key = (await vault.keysFor([subject])).get(subject);
    if (!key) throw new Rejection('not-found');
    return key;
  };

  const rowsOf = async (column: 'pro_id' | 'credential_id', value: string): Promise<Row[]> => {
    const { rows } = await pool.query<Row>(
      `select * from auth.passkeys where ${column} = $1 order by created, id`,
      [value],
    );
    return rows;
  };

  const verifyCreated = async ({ id, transports, ...response }: CreatedPasskey, purpose: string) => {
    const { verifyRegistrationResponse } = await loadVerifier();
    return unlessRefused(
      verifyRegistrationResponse({
        ...expected,
        response: {
          id,
          rawId: id,
          type: 'public-key',
          clientExtensionResults: {},
          response: { ...response, transports },
        },
        expectedChallenge: (challenge) => challenges.isOpen(purpose, challenge),
        supportedAlgorithmIDs: algorithms,
      }),
    );
  };

  const verifyUsed = async ({ id, ...response }: UsedPasskey, row: Row, purpose: string) => {
    const { verifyAuthenticationResponse } = await loadVerifier();
    return unlessRefused(
      verifyAuthenticationResponse({
        ...expected,
        response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
        expectedChallenge: (challenge) => challenges.isOpen(purpose, challenge),
        credential: { id, publicKey: new Uint8Array(row.public_key), counter: Number(row.counter) },
      }),
    );
  };

  /**
   * Updates the signature counter; false if it did not rise, which means that the passkey was cloned. Devices without
   * counter always send 0.
   */
  const count = async (id: string, counter: number): Promise<boolean> => {
    const { rowCount } = await pool.query(
      `update auth.passkeys set counter = $2, last_used = $3
       where id = $1 and (counter < $2 or (counter = 0 and $2 = 0))`,
      [id, counter, clock()],
    );
    return rowCount === 1;
  };

  return {
    list: async (proId) => {
      const rows = await rowsOf('pro_id', proId);
      if (rows.length === 0) return [];
      const key = await keyOf(proId);
      return rows.map(({ id: passkeyId, name, created, last_used: lastUsed }) => ({
        passkeyId,
        name: decrypt(key, `passkey|${passkeyId}`, name).toString(),
        created,
        lastUsed,
      }));
    },
    has: async (proId, passkeyId) => {
      const rows = await rowsOf('pro_id', proId);
      return rows.some(({ id }) => passkeyId === undefined || id === passkeyId);
    },
    begin: async (adding, label) => {
      const rows = await rowsOf('pro_id', adding.proId);
      if (rows.length >= maximum) throw new Rejection('too-many');
      return {
        challenge: challenges.issue(addingTo(adding)),
        rp: { id: rpId, name: issuer },
        user: { id: handleOf(adding.proId), name: label, displayName: label },
        pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
        timeout: challengeLifetime,
        attestation: 'none',
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
        },
        excludeCredentials: rows.map(({ credential_id: id, transports }) => ({
          id,
          type: 'public-key',
          transports,
        })),
      };
    },
    add: async (adding, name, created) => {
      const verified = await verifyCreated(created, addingTo(adding));
      if (!verified?.verified || !(await challenges.use(challengeIn(created.clientDataJSON)))) return false;
      const { proId } = adding;
      const [passkeyId, { credential }] = [ids(), verified.registrationInfo];
      const sealed = encrypt(await keyOf(proId), `passkey|${passkeyId}`, name);
      const { rowCount } = await pool.query(
        `insert into auth.passkeys
           (id, pro_id, credential_id, public_key, counter, transports, name, created)
         values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (credential_id) do nothing`,
        [
          passkeyId,
          proId,
          credential.id,
          Buffer.from(credential.publicKey),
          credential.counter,
          created.transports,
          sealed,
          clock(),
        ],
      );
      return rowCount === 1;
    },
    request: (sessionId) => ({
      challenge: challenges.issue(using(sessionId)),
      rpId,
      timeout: challengeLifetime,
      userVerification: 'required',
    }),
    use: async (used, sessionId) => {
      const [row] = await rowsOf('credential_id', used.id);
      if (!row || used.userHandle !== handleOf(row.pro_id)) return null;
      const verified = await verifyUsed(used, row, using(sessionId));
      if (!verified?.verified || !(await challenges.use(challengeIn(used.clientDataJSON)))) return null;
      if (!(await count(row.id, verified.authenticationInfo.newCounter))) return null;
      return { proId: row.pro_id, passkeyId: row.id };
    },
    rename: async ({ proId, passkeyId }, name) => {
      const sealed = encrypt(await keyOf(proId), `passkey|${passkeyId}`, name);
      const { rowCount } = await pool.query(
        'update auth.passkeys set name = $3 where pro_id = $1 and id = $2',
        [proId, passkeyId, sealed],
      );
      return rowCount === 1;
    },
    remove: async ({ proId, passkeyId }) => {
      const { rowCount } = await pool.query('delete from auth.passkeys where pro_id = $1 and id = $2', [
        proId,
        passkeyId,
      ]);
      return rowCount === 1;
    },
    removeAll: async (proId, madeBefore) => {
      await pool.query(
        'delete from auth.passkeys where pro_id = $1 and ($2::timestamptz is null or created < $2)',
        [proId, madeBefore ?? null],
      );
    },
  };
};
