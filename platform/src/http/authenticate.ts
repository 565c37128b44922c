import type { Access } from '@visita/contracts/api/call';
import type { Caller } from './calls.ts';

/** Proves who calls. Throws `Rejection` 401 where the access needs a token and there is no valid one. */
export type Authenticate = (access: Access, bearer: string | null) => Promise<Caller>;

/** The caller without a token. */
export const anonymous: Caller = Object.freeze({ kind: 'anonymous' });

/** The token of an `Authorization: Bearer …` header. */
export const bearerOf = (authorization: string | undefined): string | null =>
  /^bearer +([^\s]+) *$/i.exec(authorization ?? '')?.[1] ?? null;
