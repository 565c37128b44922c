import type { Access } from '@visita/contracts/api/call';
import type { Session } from './sessions.ts';
import type { AccountLink, AccountPurpose } from './account-token.ts';

/** Who a request comes from, as far as its token proves it. */
export type Caller =
  | { readonly kind: 'anonymous' }
  | ({ readonly kind: 'pro' } & Session)
  | { readonly kind: 'booking'; readonly bookingId: string }
  /** Holds a link mailed to a pro's address. */
  | ({ readonly kind: 'account'; readonly purpose: AccountPurpose } & AccountLink);

/** Proves who calls. Throws `Rejection` 401 where the access needs a token and there is no valid one. */
export type Authenticate = (access: Access, bearer: string | null) => Promise<Caller>;

/** The caller without a token. */
export const anonymous: Caller = Object.freeze({ kind: 'anonymous' });

/** The token of an `Authorization: Bearer …` header. */
export const bearerOf = (authorization: string | undefined): string | null =>
  /^bearer +([^\s]+) *$/i.exec(authorization ?? '')?.[1] ?? null;

/** The proven pro; for calls whose access is `pro` there always is one. */
export const proOf = (caller: Caller): Session => {
  if (caller.kind !== 'pro') throw new Error('this call needs a pro');
  return caller;
};
