import { createHmac } from 'node:crypto';
import type { OperatorToken } from '@visita/platform/core/config';
import { operatorActor } from '../record.ts';
import { isSame } from './token.ts';

/** Who is at the desk. */
export type DeskSession = { readonly operator: string };

export type DeskSessions = {
  /** A `Set-Cookie` that begins a session with a token; `secure` where browsers may send it over https only. */
  begin(session: DeskSession, options: { secure: boolean; token: string }): string;
  /** A `Set-Cookie` that ends it. */
  end(): string;
  /** The session of a `Cookie` header; null where there is none, or it is over. */
  of(header: string | undefined): DeskSession | null;
};

export type DeskSessionsOptions = {
  /** Of the desk: taking one away ends the sessions that began with it. */
  tokens: readonly OperatorToken[];
  hours: number;
  now: () => Date;
};

const name = 'visita_operator';
const cookie = new RegExp(`(?:^|;\\s*)${name}=([\\w-]+)\\.([\\w-]+)(?:;|$)`);

/** Sessions that are nothing but their cookie, so that every replica knows them. */
export const createDeskSessions = ({ tokens, hours, now }: DeskSessionsOptions): DeskSessions => {
  const sign = (text: string, token: string): string =>
    createHmac('sha256', token).update(`desk ${text}`).digest('base64url');
  const attributes = 'Path=/operator; HttpOnly; SameSite=Strict';
  return {
    begin: ({ operator }, { secure, token }) => {
      const expires = now().getTime() + hours * 3_600_000;
      const text = Buffer.from(JSON.stringify({ operator, expires })).toString('base64url');
      const kept = `Max-Age=${hours * 3600}; ${attributes}${secure ? '; Secure' : ''}`;
      return `${name}=${text}.${sign(text, token)}; ${kept}`;
    },
    end: () => `${name}=; Max-Age=0; ${attributes}`,
    of: (header) => {
      const [, text, signature] = cookie.exec(header ?? '') ?? [];
      if (text === undefined || signature === undefined) return null;
      const signed = tokens.find(({ token }) => isSame(signature, sign(text, token)));
      if (!signed) return null;
      // Only we, or who has this token, can have signed it: its name counts for more than what is said.
      const session = JSON.parse(Buffer.from(text, 'base64url').toString()) as DeskSession & {
        expires: number;
      };
      return session.expires > now().getTime() ? { operator: signed.name ?? session.operator } : null;
    },
  };
};

/** How an operator's name is written down, without what makes it an actor. */
export const nameOf = (operator: string): string => operatorActor(operator).slice('operator:'.length);
