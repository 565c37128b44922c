import { z } from 'zod';

/** Shared fields that suggest that two records belong to one person. */
export const likeness = z.enum(['email', 'phone', 'name', 'birthDate']);
export type Likeness = z.infer<typeof likeness>;

/** Fields of a record that are compared; null if unknown. */
export type Described = {
  readonly id: string;
  /** Comparison key. */
  readonly email: string | null;
  /** With prefix, as dialled from any network. */
  readonly phone: string | null;
  /** Comparison key: lower case, without accents. */
  readonly nameKey: string;
  readonly birthDate: string | null;
  readonly responsibleId: string | null;
};

const wordsOf = (nameKey: string): ReadonlySet<string> => new Set(nameKey.split(' ').filter(Boolean));

/**
 * Whether two names may be one person's: the same words in any order, or the same first name and one additional word,
 * such as a second surname. A different first name means another person.
 */
export const namesAgree = (one: string, other: string): boolean => {
  const [words, others] = [wordsOf(one), wordsOf(other)];
  const shared = words.intersection(others).size;
  if (shared === 0) return false;
  if (shared === words.size && shared === others.size) return true;
  const [first] = words;
  return (
    shared > 1 &&
    others.values().next().value === first &&
    (words.isSubsetOf(others) || others.isSubsetOf(words))
  );
};

/**
 * Returns the shared fields that suggest one person; empty if there are none. A family shares email, phone and
 * surname: a patient with another first name or date of birth, or responsible for the other, is another person.
 */
export const likenessOf = (one: Described, other: Described): Likeness[] => {
  if (one.responsibleId === other.id || other.responsibleId === one.id) return [];
  const born = one.birthDate !== null && other.birthDate !== null;
  if (born && one.birthDate !== other.birthDate) return [];
  if (!namesAgree(one.nameKey, other.nameKey)) return [];
  const shared = (a: string | null, b: string | null) => a !== null && a === b;
  const alike: Record<Likeness, boolean> = {
    email: shared(one.email, other.email),
    phone: shared(one.phone, other.phone),
    name: one.nameKey === other.nameKey,
    birthDate: born,
  };
  const found = likeness.options.filter((which) => alike[which]);
  return alike.email || alike.phone || alike.name ? found : [];
};
