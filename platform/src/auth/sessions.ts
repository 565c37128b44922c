import { LRUCache } from 'lru-cache';
import type { Database } from '../postgres/connect.ts';
import type { KeySource } from '../vault/purpose-keys.ts';
import { createAccessTokens, type AccessClaims } from './access-token.ts';
import type { LoginOrigin } from './login-origin.ts';
import { type SessionEnds, sessionEndsChannel } from './session-ends.ts';

export type Session = {
  readonly proId: string;
  readonly sessionId: string;
  /** Set if a clinic requires a second factor that the pro lacks. */
  readonly factorAsked?: true;
};

/** A session in the pro's list. */
export type ListedSession = LoginOrigin & {
  readonly sessionId: string;
  readonly started: Date;
  readonly lastSeen: Date;
};

/**
 * Sessions of pros. A session ends by expiry or explicitly: at once here, elsewhere on notification, or within two
 * seconds without one.
 */
export type Sessions = {
  /** Starts a session; returns its access token. */
  start(proId: string, origin?: LoginOrigin): Promise<string>;
  end(sessionId: string): Promise<void>;
  /** Ends all sessions of a pro and deletes their browsers, or only those begun before an instant. */
  endAll(proId: string, begunBefore?: Date | null): Promise<void>;
  /** Ends all sessions of all pros, and deletes all browsers. */
  endEverybodys(): Promise<void>;
  /** Number of open sessions of a pro, or of all. */
  count(proId: string | null): Promise<number>;
  /** Ends all other sessions of the session's pro. */
  endOthers(session: Session): Promise<void>;
  /** Ends one of a pro's sessions; false if it does not exist. */
  endOne(session: Session): Promise<boolean>;
  /** Returns the open sessions of a pro, last used first. */
  list(proId: string): Promise<readonly ListedSession[]>;
  /**
   * Returns the session of an access token; null if it is not ours, has expired, was ended or was unused for too
   * long. Counts as use unless `watched`.
   */
  authenticate(token: string, how?: { watched: boolean }): Promise<Session | null>;
  /** Returns the session that an unexpired token of ours names, without a look-up: it may have ended. */
  claimsOf(token: string): Promise<Session | null>;
  /** Records that the pro has authenticated again. */
  prove(sessionId: string): Promise<void>;
  /** Returns the instant at which the pro last authenticated; null if the session has ended. */
  provenAt(sessionId: string): Promise<Date | null>;
  /** Deletes ended sessions; returns their number. */
  purge(): Promise<number>;
};

type SessionsOptions = {
  database: Pick<Database, 'pool'>;
  /** Notifies of sessions ended by other processes. */
  ends?: Pick<SessionEnds, 'follow'>;
  signingKey: KeySource;
  clock: () => Date;
  ids: () => string;
  /** Lifetime in hours; 12 by default. */
  hours?: number;
  /** Minutes without use after which a session ends; unlimited by default. */
  idleMinutes?: number | undefined;
};

/** Ms for which a session is cached as alive. */
const timeToLive = 2000;
/** Ms between two records of use. */
const useInterval = 60_000;
const maximumCached = 50_000;
/**
 * Maximum number of open sessions of a pro, more than all devices of one person need; beyond it,
 * the session used longest ago ends.
 */
const maximumOpen = 100;

type Row = {
  id: string;
  browser: string | null;
  network: string | null;
  created: Date;
  last_seen: Date | null;
};

const lookSql = `
  select coalesce(s.last_seen, s.created) as seen,
    exists (select from auth.asked_factors a where a.pro_id = s.pro_id)
      and not exists (select from auth.factors f where f.pro_id = s.pro_id and f.confirmed)
      and not exists (select from auth.passkeys p where p.pro_id = s.pro_id) as asked
  from auth.sessions s where s.id = $1 and s.ended_at is null`;

/** Whether a session is alive, or alive without a second factor that is required. */
type Alive = 'alive' | 'asked';

/** Looks up whether sessions are alive. The answer is cached briefly, unless a factor is missing. */
const createAlive = ({ database: { pool }, ends, clock, idleMinutes }: SessionsOptions) => {
  const aliveUntil = new LRUCache<string, number>({ max: maximumCached });
  const usedAt = new LRUCache<string, number>({ max: maximumCached });
  const writing = new Set<Promise<unknown>>();

  const forget = (sessionId: string | undefined): void =>
    sessionId === undefined ? aliveUntil.clear() : void aliveUntil.delete(sessionId);

  const look = async (sessionId: string, now: number): Promise<Alive | null> => {
    ends?.follow(forget);
    const { rows } = await pool.query<{ seen: Date; asked: boolean }>({
      name: 'session-alive',
      text: lookSql,
      values: [sessionId],
    });
    const [row] = rows;
    if (!row) return null;
    // The latest use may not be stored yet.
    const seen = Math.max(row.seen.getTime(), usedAt.get(sessionId) ?? 0);
    if (idleMinutes !== undefined && now - seen > idleMinutes * 60_000) return null;
    usedAt.set(sessionId, seen);
    if (row.asked) return 'asked';
    aliveUntil.set(sessionId, now + timeToLive);
    return 'alive';
  };

  return {
    forget,
    /** Returns null if the session is not alive. */
    look: async (sessionId: string): Promise<Alive | null> => {
      const now = clock().getTime();
      return (aliveUntil.get(sessionId) ?? 0) > now ? 'alive' : look(sessionId, now);
    },
    /** Records a use at intervals, without waiting for the write. */
    use: (sessionId: string): void => {
      const now = clock();
      const before = usedAt.get(sessionId) ?? 0;
      if (now.getTime() - before < useInterval) return;
      usedAt.set(sessionId, now.getTime());
      const sql = 'update auth.sessions set last_seen = $2 where id = $1 and ended_at is null';
      const written: Promise<unknown> = pool
        .query(sql, [sessionId, now])
        // If the write fails, the next use is recorded instead.
        .catch(() => usedAt.set(sessionId, before))
        .finally(() => writing.delete(written));
      writing.add(written);
    },
    /** Resolves when all pending writes have ended. */
    written: (): Promise<unknown> => Promise.all(writing),
  };
};

/** Stores sessions in the PostgreSQL schema `auth`. */
export const createSessions = (options: SessionsOptions): Sessions => {
  const { database, signingKey, clock, ids, hours = 12, idleMinutes } = options;
  const { pool } = database;
  const tokens = createAccessTokens(signingKey);
  // The signature of a cached token is not checked again, only its expiry.
  const claimsOf = new LRUCache<string, AccessClaims>({ max: maximumCached });
  const alive = createAlive(options);

  const readToken = async (token: string, now: Date): Promise<AccessClaims | null> => {
    const known = claimsOf.get(token);
    if (known) return known.expires > now ? known : null;
    const claims = await tokens.read(token, now);
    if (claims) claimsOf.set(token, claims);
    return claims;
  };

  /** Ends the sessions that match a condition, with `values` after the time; returns their number. */
  const endWhere = async (condition: string, values: readonly unknown[]): Promise<number> => {
    const { rows } = await pool.query<{ id: string }>(
      `with ended as (
          update auth.sessions set ended_at = $1 where ended_at is null and ${condition} returning id
        )
        select id, pg_notify('${sessionEndsChannel}', id::text) from ended`,
      [clock(), ...values],
    );
    for (const { id } of rows) alive.forget(id);
    return rows.length;
  };

  const forgetBrowsers = async (proId: string, before: Date | null): Promise<void> => {
    await pool.query(
      'delete from auth.browsers where pro_id = $1 and ($2::timestamptz is null or created < $2)',
      [proId, before],
    );
  };

  /** Sessions last used before this have ended. */
  const idleSince = (): Date =>
    idleMinutes === undefined ? new Date(0) : new Date(clock().getTime() - idleMinutes * 60_000);

  return {
    start: async (proId, origin) => {
      const [created, sessionId] = [clock(), ids()];
      const expires = new Date(created.getTime() + hours * 3_600_000);
      await pool.query(
        `insert into auth.sessions (id, pro_id, created, expires, browser, network, last_seen, proven_at)
         values ($1, $2, $3, $4, $5, $6, $3, $3)`,
        [sessionId, proId, created, expires, origin?.browser ?? null, origin?.network ?? null],
      );
      await endWhere(
        `id in (select id from auth.sessions where pro_id = $2 and ended_at is null
                order by coalesce(last_seen, created) desc, id offset $3)`,
        [proId, maximumOpen],
      );
      return tokens.sign({ proId, sessionId, expires }, created);
    },
    end: async (sessionId) => void (await endWhere('id = $2', [sessionId])),
    endAll: async (proId, begunBefore = null) => {
      await endWhere('pro_id = $2 and ($3::timestamptz is null or created < $3)', [proId, begunBefore]);
      await forgetBrowsers(proId, begunBefore);
    },
    endEverybodys: async () => {
      await endWhere('true', []);
      await pool.query('delete from auth.browsers');
    },
    count: async (proId) => {
      const { rows } = await pool.query<{ count: number }>(
        `select count(*)::int from auth.sessions
         where ($1::uuid is null or pro_id = $1) and ended_at is null and expires > $2
           and coalesce(last_seen, created) >= $3`,
        [proId, clock(), idleSince()],
      );
      return rows[0]?.count ?? 0;
    },
    endOthers: async ({ proId, sessionId }) => {
      await endWhere('pro_id = $2 and id <> $3', [proId, sessionId]);
      await forgetBrowsers(proId, null);
    },
    endOne: async ({ proId, sessionId }) =>
      (await endWhere('pro_id = $2 and id = $3', [proId, sessionId])) > 0,
    list: async (proId) => {
      await alive.written();
      const { rows } = await pool.query<Row>(
        `select id, browser, network, created, last_seen from auth.sessions
         where pro_id = $1 and ended_at is null and expires > $2 and coalesce(last_seen, created) >= $3
         order by coalesce(last_seen, created) desc, id`,
        [proId, clock(), idleSince()],
      );
      return rows.map(({ id: sessionId, created: started, last_seen, browser, network }) => ({
        sessionId,
        browser,
        network,
        started,
        lastSeen: last_seen ?? started,
      }));
    },
    authenticate: async (token, { watched } = { watched: false }) => {
      const claims = await readToken(token, clock());
      const state = claims && (await alive.look(claims.sessionId));
      if (!claims || !state) return null;
      const { proId, sessionId } = claims;
      if (!watched) alive.use(sessionId);
      return { proId, sessionId, ...(state === 'asked' ? { factorAsked: true as const } : {}) };
    },
    claimsOf: async (token) => {
      const claims = await readToken(token, clock());
      return claims && { proId: claims.proId, sessionId: claims.sessionId };
    },
    prove: async (sessionId) => {
      await pool.query('update auth.sessions set proven_at = $2 where id = $1', [sessionId, clock()]);
    },
    provenAt: async (sessionId) => {
      const { rows } = await pool.query<{ at: Date }>(
        'select coalesce(proven_at, created) as at from auth.sessions where id = $1 and ended_at is null',
        [sessionId],
      );
      return rows[0]?.at ?? null;
    },
    purge: async () => {
      const { rowCount } = await pool.query(
        `delete from auth.sessions
         where ended_at is not null or expires <= $1 or coalesce(last_seen, created) < $2`,
        [clock(), idleSince()],
      );
      return rowCount ?? 0;
    },
  };
};
