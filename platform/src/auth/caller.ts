import type { Access } from '@visita/contracts/api/call';
import type { Session } from './sessions.ts';
import type { AccountLink, AccountPurpose } from './account-token.ts';

/** Author of a request, as proven by its token. */
export type Caller =
  | { readonly kind: 'anonymous' }
  | ({ readonly kind: 'pro' } & Session)
  /** Holder of a mailed link. `turn` is that of a link to manage the booking; absent in links to confirm it. */
  | { readonly kind: 'booking'; readonly bookingId: string; readonly turn?: number }
  /** Holder of a link to a patient's own page. */
  /**
   * `sentTo`: made of the email to which the link was sent; absent for links in texts, which have the keyed hash of the
   * `number` instead.
   */
  | {
      readonly kind: 'patient';
      readonly patientId: string;
      readonly sentTo?: string;
      readonly number?: string | null;
    }
  /**
   * Holder of a link to a person on a waiting list; `offerId` is null for the link of the entry. `sentTo`: as for
   * patients.
   */
  | {
      readonly kind: 'waiting';
      readonly entryId: string;
      readonly offerId: string | null;
      readonly sentTo?: string;
    }
  /** Holder of a link mailed to a pro. */
  | ({ readonly kind: 'account'; readonly purpose: AccountPurpose } & AccountLink);

/** Authenticates a caller. Throws `Rejection` 401 if a token is required and there is no valid one. */
export type Authenticate = (access: Access, bearer: string | null) => Promise<Caller>;

export const anonymous: Caller = Object.freeze({ kind: 'anonymous' });

/** Returns the token of an `Authorization: Bearer …` header. */
export const bearerOf = (authorization: string | undefined): string | null =>
  /^bearer +([^\s]+) *$/i.exec(authorization ?? '')?.[1] ?? null;

/** Returns the pro of a call; for access `pro` there always is one. */
export const proOf = (caller: Caller): Session => {
  if (caller.kind !== 'pro') throw new Error('this call needs a pro');
  return caller;
};
