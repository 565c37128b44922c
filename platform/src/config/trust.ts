/** Whether strangers are believed only after a proof, or as the specification believes them. */
export const trustModes = ['strict', 'open'] as const;
/** One of them. */
export type TrustMode = (typeof trustModes)[number];

/** Who may make an account: anybody, or who an operator invited. */
export const signUpModes = ['open', 'invited'] as const;
/** One of them. */
export type SignUpMode = (typeof signUpModes)[number];

/** What each means for the operator. */
export const trustMeaning: Readonly<Record<TrustMode, string>> = {
  strict: 'an address counts once a mail has reached it; for real patients',
  open: 'addresses count without a proof; for trying the product, not for real patients',
};

/** What narrows the ways of the specification; each is on under strict only. */
export type TrustRule =
  | 'proven-addresses'
  | 'exact-addresses'
  | 'strong-passwords'
  | 'idle-sessions'
  | 'ask-again'
  | 'held-times'
  | 'neutral-answers'
  | 'reserved-usernames'
  | 'slow-logins'
  | 'known-browsers'
  | 'mail-budgets'
  | 'stream-budgets'
  | 'counted-sockets'
  | 'plain-names'
  | 'begun-connections';

/** Which rules are on: the one place that answers. */
export type Rules = { isOn(rule: TrustRule): boolean };

/** The rules of a mode. */
export const rulesOf = (trust: TrustMode): Rules => ({ isOn: () => trust === 'strict' });

/** The mode that the variables name: strict in production unless told, open otherwise. */
export const trustOf = (env: Readonly<Record<string, unknown>>): TrustMode => {
  const told = trustModes.find((mode) => mode === env['TRUST']);
  return told ?? (env['NODE_ENV'] === 'production' ? 'strict' : 'open');
};
