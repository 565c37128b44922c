import { readCookie, setCookie } from './cookies.ts';
import type { Database } from '../postgres/connect.ts';
import type { KeySource } from '../vault/purpose-keys.ts';
import { createSignedIds } from './signed-ids.ts';

/** Browsers in which pros have logged in, recognised by a signed cookie. */
export type KnownBrowsers = {
  /** Returns the id of this browser if its cookies show an earlier login of the pro. */
  find(proId: string, cookies: string | undefined): Promise<string | null>;
  /** Whether the pro has any known browser. */
  hasAny(proId: string): Promise<boolean>;
  /** Stores this browser; returns its `Set-Cookie` header. */
  remember(proId: string, cookies: string | undefined): Promise<string>;
};

type Options = {
  database: Pick<Database, 'pool'>;
  key: KeySource;
  clock: () => Date;
  ids: () => string;
  /** Whether the product is reached over https. */
  secure: boolean;
};

const purpose = 'browser';
/** Lifetime of the cookie in seconds: the maximum that browsers allow. */
const lifetime = 400 * 86_400;
/** Maximum number of pros per browser, and of browsers per pro; the latest are kept. */
const [prosKept, browsersKept] = [4, 20];

/** Stores browsers in the PostgreSQL schema `auth`. They are deleted when all sessions of the pro end. */
export const createKnownBrowsers = ({
  database: { pool },
  key,
  clock,
  ids,
  secure,
}: Options): KnownBrowsers => {
  const signed = createSignedIds(key);
  const cookie = { name: 'visita_browser', path: '/api', secure };
  const tokensIn = (cookies: string | undefined): string[] =>
    (readCookie(cookie, cookies) ?? '').split('.').filter(Boolean);
  const idFor = (proId: string, cookies: string | undefined): string | null => {
    const all = tokensIn(cookies).map((token) => signed.read(purpose, token, 2));
    return all.find((read) => read?.[0] === proId)?.[1] ?? null;
  };
  return {
    find: async (proId, cookies) => {
      const id = idFor(proId, cookies);
      if (id === null) return null;
      const { rowCount } = await pool.query('select from auth.browsers where id = $1 and pro_id = $2', [
        id,
        proId,
      ]);
      return rowCount === 1 ? id : null;
    },
    hasAny: async (proId) =>
      (await pool.query('select from auth.browsers where pro_id = $1 limit 1', [proId])).rowCount === 1,
    remember: async (proId, cookies) => {
      const id = ids();
      await pool.query('insert into auth.browsers (id, pro_id, created) values ($1, $2, $3)', [
        id,
        proId,
        clock(),
      ]);
      await pool.query(
        `delete from auth.browsers where pro_id = $1 and id not in
           (select id from auth.browsers where pro_id = $1 order by created desc limit $2)`,
        [proId, browsersKept],
      );
      const others = tokensIn(cookies).filter((token) => {
        const read = signed.read(purpose, token, 2);
        return read && read[0] !== proId;
      });
      const value = [signed.issue(purpose, [proId, id]), ...others].slice(0, prosKept).join('.');
      return setCookie(cookie, { value, seconds: lifetime });
    },
  };
};
