import type { KeyObject } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { type KeySource, keysOf } from '../vault/purpose-keys.ts';

/** Claims of an access token. No roles: they are looked up for each call. */
export type AccessClaims = {
  readonly proId: string;
  readonly sessionId: string;
  readonly expires: Date;
};

export type AccessTokens = {
  sign(claims: AccessClaims, issued: Date): Promise<string>;
  /** Returns the claims; null if the token is not ours, is malformed or has expired. */
  read(token: string, now: Date): Promise<AccessClaims | null>;
};

const algorithm = 'HS256';
const issuer = 'visita';
const audience = 'visita-api';
const type = 'at+jwt';

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);

const reader =
  (source: KeySource) =>
  ({ kid = '1' }: { kid?: string }): KeyObject => {
    const found = keysOf(source)
      .all()
      .find(({ version }) => String(version) === kid);
    if (!found) throw new errors.JWKSNoMatchingKey();
    return found.key;
  };

/**
 * Creates JWTs signed with HMAC-SHA256; other algorithms, types, issuers and audiences are refused. Tokens name their
 * key version; tokens without one belong to the first.
 */
export const createAccessTokens = (source: KeySource): AccessTokens => ({
  sign: ({ proId, sessionId, expires }, issued) => {
    const { version, key } = keysOf(source).current();
    return new SignJWT({ sid: sessionId })
      .setProtectedHeader({ alg: algorithm, typ: type, kid: String(version) })
      .setSubject(proId)
      .setIssuedAt(seconds(issued))
      .setExpirationTime(seconds(expires))
      .setIssuer(issuer)
      .setAudience(audience)
      .sign(key);
  },
  read: async (token, now) => {
    try {
      const { payload } = await jwtVerify(token, reader(source), {
        algorithms: [algorithm],
        issuer,
        audience,
        typ: type,
        currentDate: now,
        requiredClaims: ['sub', 'sid', 'iat', 'exp'],
      });
      const { sub, sid, exp } = payload;
      if (typeof sub !== 'string' || typeof sid !== 'string' || exp === undefined) return null;
      return { proId: sub, sessionId: sid, expires: new Date(exp * 1000) };
    } catch (error) {
      if (error instanceof errors.JOSEError) return null;
      throw error;
    }
  },
});
