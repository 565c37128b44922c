import { LRUCache } from 'lru-cache';
import type { Database } from '../postgres/connect.ts';
import { createAccessTokens, type AccessClaims } from './access-token.ts';

/** A proven session. */
export type Session = { readonly proId: string; readonly sessionId: string };

/** Logins. A session ends when it expires, or at once here and within two seconds elsewhere when it is ended. */
export type Sessions = {
  /** Starts a session; answers its access token. */
  start(proId: string): Promise<string>;
  end(sessionId: string): Promise<void>;
  /** Ends all sessions of a pro; only those that began before then, where that is told. */
  endAll(proId: string, begunBefore?: Date): Promise<void>;
  /** The session of an access token; null where it is none of ours, has expired or was ended. */
  authenticate(token: string): Promise<Session | null>;
};

type SessionsOptions = {
  database: Pick<Database, 'pool'>;
  /** 32 bytes. */
  signingKey: Uint8Array;
  clock: () => Date;
  /** Gives a new UUID. */
  ids: () => string;
  /** Hours after which a session ends; 12 unless told. */
  hours?: number;
};

/** For so long a session that was seen alive is taken to be, in milliseconds. */
const timeToLive = 2000;
const maximumCached = 50_000;

/** Sessions in the PostgreSQL schema `auth`. */
export const createSessions = (options: SessionsOptions): Sessions => {
  const { database, signingKey, clock, ids, hours = 12 } = options;
  const { pool } = database;
  const tokens = createAccessTokens(signingKey);
  // A signature stays good; only what the token says has to be looked at again.
  const claimsOf = new LRUCache<string, AccessClaims>({ max: maximumCached });
  const aliveUntil = new LRUCache<string, number>({ max: maximumCached });

  const readToken = async (token: string, now: Date): Promise<AccessClaims | null> => {
    const known = claimsOf.get(token);
    if (known) return known.expires > now ? known : null;
    const claims = await tokens.read(token, now);
    if (claims) claimsOf.set(token, claims);
    return claims;
  };

  const isAlive = async (sessionId: string, now: Date): Promise<boolean> => {
    if ((aliveUntil.get(sessionId) ?? 0) > now.getTime()) return true;
    const { rowCount } = await pool.query({
      name: 'session-alive',
      text: 'select from auth.sessions where id = $1 and ended_at is null',
      values: [sessionId],
    });
    if (rowCount === 0) return false;
    aliveUntil.set(sessionId, now.getTime() + timeToLive);
    return true;
  };

  return {
    start: async (proId) => {
      const [created, sessionId] = [clock(), ids()];
      const expires = new Date(created.getTime() + hours * 3_600_000);
      await pool.query('insert into auth.sessions (id, pro_id, created, expires) values ($1, $2, $3, $4)', [
        sessionId,
        proId,
        created,
        expires,
      ]);
      return tokens.sign({ proId, sessionId, expires }, created);
    },
    end: async (sessionId) => {
      await pool.query('update auth.sessions set ended_at = $2 where id = $1 and ended_at is null', [
        sessionId,
        clock(),
      ]);
      aliveUntil.delete(sessionId);
    },
    endAll: async (proId, begunBefore) => {
      const { rows } = await pool.query<{ id: string }>(
        `update auth.sessions set ended_at = $2
         where pro_id = $1 and ended_at is null and ($3::timestamptz is null or created < $3) returning id`,
        [proId, clock(), begunBefore ?? null],
      );
      for (const { id } of rows) aliveUntil.delete(id);
    },
    authenticate: async (token) => {
      const now = clock();
      const claims = await readToken(token, now);
      if (!claims || !(await isAlive(claims.sessionId, now))) return null;
      return { proId: claims.proId, sessionId: claims.sessionId };
    },
  };
};
