import { createHmac } from 'node:crypto';
import type { OperatorToken } from '@visita/platform/config/values';
import { readCookie, setCookie } from '@visita/platform/auth/cookies';
import { operatorActor } from '../record.ts';
import type { EndedSessions } from './ended-sessions.ts';
import { isSame } from './token.ts';

export type DeskSession = { readonly operator: string };

export type DeskSessions = {
  /** Returns a `Set-Cookie` that starts a session with a token; `secure` restricts it to https. */
  begin(session: DeskSession, options: { secure: boolean; token: string }): string;
  /**
   * Ends the session of a `Cookie` header for every copy of the cookie; returns the `Set-Cookie` that clears
   * it.
   */
  end(header: string | undefined, options: { secure: boolean }): Promise<string>;
  /** Returns the session of a `Cookie` header; null if there is none or it has ended. */
  of(header: string | undefined): Promise<DeskSession | null>;
};

export type DeskSessionsOptions = {
  /** Tokens of the desk: removing one ends its sessions. */
  tokens: readonly OperatorToken[];
  hours: number;
  now: () => Date;
  /** Generates a UUID. */
  ids: () => string;
  ended: EndedSessions;
};

const cookie = { name: 'visita_operator', path: '/operator' };

/** Reads either cookie: through an SSH tunnel, a desk on https is reached without it. */
const valueIn = (header: string | undefined): string =>
  readCookie({ ...cookie, secure: true }, header) ?? readCookie({ ...cookie, secure: false }, header) ?? '';

type Kept = DeskSession & { readonly id: string; readonly expires: number };

/**
 * Creates sessions stored in signed cookies only, so that every replica accepts them, until they are ended.
 */
export const createDeskSessions = (options: DeskSessionsOptions): DeskSessions => {
  const { tokens, hours, now, ids, ended } = options;
  const sign = (text: string, token: string): string =>
    createHmac('sha256', token).update(`desk ${text}`).digest('base64url');
  const read = (header: string | undefined): Kept | null => {
    const [, text, signature] = /^([\w-]+)\.([\w-]+)$/.exec(valueIn(header)) ?? [];
    if (text === undefined || signature === undefined) return null;
    const signed = tokens.find(({ token }) => isSame(signature, sign(text, token)));
    if (!signed) return null;
    // Only the server or a holder of this token can have signed it, so the token's name takes precedence.
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

/** Returns an operator's name as recorded, without the actor's prefix. */
export const nameOf = (operator: string): string => operatorActor(operator).slice('operator:'.length);
