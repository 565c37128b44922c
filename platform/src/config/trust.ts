/** `strict`: strangers are trusted only after a proof. `open`: as in the specification. */
export const trustModes = ['strict', 'open'] as const;
export type TrustMode = (typeof trustModes)[number];

/** Sign-up is open to anyone, or to people invited by an operator. */
export const signUpModes = ['open', 'invited'] as const;
export type SignUpMode = (typeof signUpModes)[number];

/** Explanation of each mode for the operator. */
export const trustMeaning: Readonly<Record<TrustMode, string>> = {
  strict: 'an address counts once a mail has reached it; for real patients',
  open: 'addresses count without a proof; for trying the product, not for real patients',
};

/** Returns the configured mode; by default strict in production and open otherwise. */
export const trustOf = (env: Readonly<Record<string, unknown>>): TrustMode => {
  const configured = trustModes.find((mode) => mode === env['TRUST']);
  return configured ?? (env['NODE_ENV'] === 'production' ? 'strict' : 'open');
};
