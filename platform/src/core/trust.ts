/** Whether strangers are believed only after a proof, or as the specification believes them. */
export const trustModes = ['strict', 'open'] as const;
export type TrustMode = (typeof trustModes)[number];

/** What each means for whoever runs the product. */
export const trustMeaning: Readonly<Record<TrustMode, string>> = {
  strict: 'for real patients',
  open: 'for trying the product, not for real patients',
};

/** The mode that the variables name: strict in production unless told, open otherwise. */
export const trustOf = (env: Readonly<Record<string, unknown>>): TrustMode => {
  const told = trustModes.find((mode) => mode === env['TRUST']);
  return told ?? (env['NODE_ENV'] === 'production' ? 'strict' : 'open');
};
