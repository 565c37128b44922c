export const strengths = ['weak', 'fair', 'good', 'strong'] as const;
export type Strength = (typeof strengths)[number];

const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/];
const kindSizes = [26, 26, 10, 33];

/** Counts the characters that do not follow from the previous one by repetition or sequence. */
const unexpected = (password: string): number =>
  Array.from(password).filter((sign, index, all) => {
    const step = sign.codePointAt(0)! - (all[index - 1]?.codePointAt(0) ?? -9);
    return step < -1 || step > 1;
  }).length;

/** Estimates the strength in bits; the server also refuses common passwords. */
export const strengthOf = (password: string): Strength => {
  const alphabet = kinds.reduce((sum, kind, index) => sum + (kind.test(password) ? kindSizes[index]! : 0), 0);
  const bits = unexpected(password) * Math.log2(Math.max(alphabet, 1));
  if (bits < 36) return 'weak';
  if (bits < 52) return 'fair';
  return bits < 80 ? 'good' : 'strong';
};
