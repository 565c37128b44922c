import type { Described } from './duplicates.ts';

const differ = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && one !== other;

const equal = (one: string | null, other: string | null): boolean => one !== null && one === other;

/**
 * Whether records of two professionals are of one person: the same email, and both answer for themselves; or the
 * same phone and name, and no differing birth date.
 */
export const isOnePerson = (one: Described, other: Described): boolean => {
  const independent = one.responsibleId === null && other.responsibleId === null;
  if (independent && equal(one.email, other.email)) return true;
  return (
    equal(one.phone, other.phone) &&
    one.nameKey === other.nameKey &&
    one.nameKey !== '' &&
    !differ(one.birthDate, other.birthDate)
  );
};
