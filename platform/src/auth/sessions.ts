import { LRUCache } from 'lru-cache';
import type { Database } from '../postgres/connect.ts';
import type { KeySource } from '../vault/purpose-keys.ts';
import { createAccessTokens, type AccessClaims } from './access-token.ts';
import type { Origin } from './browser.ts';
import { type SessionEnds, sessionEndsChannel } from './session-ends.ts';

/** A proven session. */
export type Session = {
  readonly proId: string;
  readonly sessionId: string;
  /** There where a clinic asks the pro for a second factor and they have none. */
  readonly factorAsked?: true;
};

/** A session as its pro sees it in the list of all. */
export type ListedSession = Origin & {
  readonly sessionId: string;
  readonly started: Date;
  readonly lastSeen: Date;
};

/**
 * Logins. A session ends when it expires, or when it is ended: at once here, and elsewhere as soon as the notice of it is
 * heard, within two seconds without one.
 */
export type Sessions = {
  /** Starts a session; answers its access token. */
  start(proId: string, origin?: Origin): Promise<string>;
  end(sessionId: string): Promise<void>;
  /** Ends all sessions of a pro, and forgets their browsers; only those that began before then, where that is told. */
  endAll(proId: string, begunBefore?: Date | null): Promise<void>;
  /** Ends all sessions there are, and forgets all browsers. */
  endEverybodys(): Promise<void>;
  /** How many sessions of a pro, or of everybody, are open. */
  count(proId: string | null): Promise<number>;
  /** Ends all sessions of a session's pro but that one. */
  endOthers(session: Session): Promise<void>;
  /** Ends one of a pro's sessions; false where there is no such one. */
  endOne(session: Session): Promise<boolean>;
  /** The sessions of a pro that are open, the one that was used last first. */
  list(proId: string): Promise<readonly ListedSession[]>;
  /**
   * The session of an access token; null where it is none of ours, has expired, was ended or left alone for too long. It
   * counts as used, unless it is only `watched`.
   */
  authenticate(token: string, how?: { watched: boolean }): Promise<Session | null>;
  /** Records that the session's owner has just proven again who they are. */
  prove(sessionId: string): Promise<void>;
  /** When they last did; null where the session is over. */
  provenAt(sessionId: string): Promise<Date | null>;
  /** Forgets sessions that are over. */
  purge(): Promise<number>;
};

type SessionsOptions = {
  database: Pick<Database, 'pool'>;
  /** Tells of those that other processes end. */
  ends?: Pick<SessionEnds, 'follow'>;
  signingKey: KeySource;
  clock: () => Date;
  /** Gives a new UUID. */
  ids: () => string;
  /** Hours after which a session ends; 12 by default. */
  hours?: number;
  /** Minutes after which one that is not used ends; none by default. */
  idleMinutes?: number | undefined;
};

/** For so long a session that was seen alive is taken to be, in milliseconds. */
const timeToLive = 2000;
/** A use is written down when the one before is so long ago, in milliseconds. */
const useInterval = 60_000;
const maximumCached = 50_000;
/** Open sessions of one pro, beyond what people and their devices come to; the one that was used longest ago ends. */
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

/** Alive, or so that nothing but a second factor helps. */
type Alive = 'alive' | 'asked';

/** Whether sessions are alive; what was looked up is believed for a moment, unless a factor is asked for. */
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
    // What was used here a moment ago may not be written down yet.
    const seen = Math.max(row.seen.getTime(), usedAt.get(sessionId) ?? 0);
    if (idleMinutes !== undefined && now - seen > idleMinutes * 60_000) return null;
    usedAt.set(sessionId, seen);
    if (row.asked) return 'asked';
    aliveUntil.set(sessionId, now + timeToLive);
    return 'alive';
  };

  return {
    forget,
    /** Null where it is not. */
    look: async (sessionId: string): Promise<Alive | null> => {
      const now = clock().getTime();
      return (aliveUntil.get(sessionId) ?? 0) > now ? 'alive' : look(sessionId, now);
    },
    /** Writes down that it is used, now and then; nobody waits for that. */
    use: (sessionId: string): void => {
      const now = clock();
      const before = usedAt.get(sessionId) ?? 0;
      if (now.getTime() - before < useInterval) return;
      usedAt.set(sessionId, now.getTime());
      const sql = 'update auth.sessions set last_seen = $2 where id = $1 and ended_at is null';
      const written: Promise<unknown> = pool
        .query(sql, [sessionId, now])
        // With the next use then.
        .catch(() => usedAt.set(sessionId, before))
        .finally(() => writing.delete(written));
      writing.add(written);
    },
    /** Resolves once all uses so far are written down, as far as they can be. */
    written: (): Promise<unknown> => Promise.all(writing),
  };
};

/** Sessions in the PostgreSQL schema `auth`. */
export const createSessions = (options: SessionsOptions): Sessions => {
  const { database, signingKey, clock, ids, hours = 12, idleMinutes } = options;
  const { pool } = database;
  const tokens = createAccessTokens(signingKey);
  // A signature stays good; only what the token says has to be looked at again.
  const claimsOf = new LRUCache<string, AccessClaims>({ max: maximumCached });
  const alive = createAlive(options);

  const readToken = async (token: string, now: Date): Promise<AccessClaims | null> => {
    const known = claimsOf.get(token);
    if (known) return known.expires > now ? known : null;
    const claims = await tokens.read(token, now);
    if (claims) claimsOf.set(token, claims);
    return claims;
  };

  /** Ends the sessions that a condition names, by its values after the time; answers how many those were. */
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

  /** What was remembered of a pro's browsers says nothing any more. */
  const forgetBrowsers = async (proId: string, before: Date | null): Promise<void> => {
    await pool.query(
      'delete from auth.browsers where pro_id = $1 and ($2::timestamptz is null or created < $2)',
      [proId, before],
    );
  };

  /** The earliest last use of a session that is still open. */
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
