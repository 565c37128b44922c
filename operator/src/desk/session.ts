import { createHmac } from 'node:crypto';
import type { OperatorToken } from '@visita/platform/config/config';
import { readCookie, setCookie } from '@visita/platform/auth/cookies';
import { operatorActor } from '../record.ts';
import type { EndedSessions } from './ended-sessions.ts';
import { isSame } from './token.ts';

/** Who is at the desk. */
export type DeskSession = { readonly operator: string };

export type DeskSessions = {
  /** A `Set-Cookie` that begins a session with a token; `secure` where browsers may send it over https only. */
  begin(session: DeskSession, options: { secure: boolean; token: string }): string;
  /** Ends the session of a `Cookie` header, wherever its cookie was copied to; answers a `Set-Cookie` that says so. */
  end(header: string | undefined, options: { secure: boolean }): Promise<string>;
  /** The session of a `Cookie` header; null where there is none, or it is over. */
  of(header: string | undefined): Promise<DeskSession | null>;
};

export type DeskSessionsOptions = {
  /** Of the desk: taking one away ends the sessions that began with it. */
  tokens: readonly OperatorToken[];
  hours: number;
  now: () => Date;
  /** Gives a new UUID. */
  ids: () => string;
  ended: EndedSessions;
};

const cookie = { name: 'visita_operator', path: '/operator' };

/** Of either kind: who opened a tunnel to a desk that has https has none there. */
const valueIn = (header: string | undefined): string =>
  readCookie({ ...cookie, secure: true }, header) ?? readCookie({ ...cookie, secure: false }, header) ?? '';

type Kept = DeskSession & { readonly id: string; readonly expires: number };

/** Sessions that are nothing but their cookie, so that every replica knows them, until they are ended. */
export const createDeskSessions = (options: DeskSessionsOptions): DeskSessions => {
  const { tokens, hours, now, ids, ended } = options;
  const sign = (text: string, token: string): string =>
    createHmac('sha256', token).update(`desk ${text}`).digest('base64url');
  const read = (header: string | undefined): Kept | null => {
    const [, text, signature] = /^([\w-]+)\.([\w-]+)$/.exec(valueIn(header)) ?? [];
    if (text === undefined || signature === undefined) return null;
    const signed = tokens.find(({ token }) => isSame(signature, sign(text, token)));
    if (!signed) return null;
    // Only we, or who has this token, can have signed it: its name counts for more than what is said.
    const kept = JSON.parse(Buffer.from(text, 'base64url').toString()) as Kept;
    return kept.expires > now().getTime() ? { ...kept, operator: signed.name ?? kept.operator } : null;
  };
  return {
    begin: ({ operator }, { secure, token }) => {
      const expires = now().getTime() + hours * 3_600_000;
      const text = Buffer.from(JSON.stringify({ id: ids(), operator, expires })).toString('base64url');
      const value = `${text}.${sign(text, token)}`;
      return setCookie({ ...cookie, secure }, { value, seconds: hours * 3600 });
    },
    end: async (header, { secure }) => {
      const kept = read(header);
      if (kept) await ended.add(kept.id, new Date(kept.expires));
      return setCookie({ ...cookie, secure }, { value: '', seconds: 0 });
    },
    of: async (header) => {
      const kept = read(header);
      return kept && !(await ended.has(kept.id)) ? { operator: kept.operator } : null;
    },
  };
};

/** How an operator's name is written down, without what makes it an actor. */
export const nameOf = (operator: string): string => operatorActor(operator).slice('operator:'.length);
