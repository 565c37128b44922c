import type { Dependencies } from '../dependencies.ts';

/** Dependencies of the account commands. */
export type AccountDeps = Pick<
  Dependencies,
  | 'accountTokens'
  | 'browsers'
  | 'credentials'
  | 'domain'
  | 'factors'
  | 'hash'
  | 'loginFailures'
  | 'now'
  | 'pause'
  | 'sessions'
  | 'signUps'
  | 'strict'
>;
