import { z } from 'zod';

/** What two records have in common that suggests one person. */
export const likeness = z.enum(['email', 'phone', 'name', 'birthDate']);
/** One of {@link likeness}. */
export type Likeness = z.infer<typeof likeness>;

/** What of a record tells people apart; null for what is not known. */
export type Described = {
  readonly id: string;
  /** As it is compared. */
  readonly email: string | null;
  /** As every network writes it. */
  readonly phone: string | null;
  /** As it is searched: without capitals and accents. */
  readonly nameKey: string;
  readonly birthDate: string | null;
  /** Who answers for them. */
  readonly responsibleId: string | null;
};

const wordsOf = (nameKey: string): ReadonlySet<string> => new Set(nameKey.split(' ').filter(Boolean));

/**
 * Whether two names can be one person's: the same words in any order, or one with a word more than the other, as a second
 * surname, behind the same first name. Another first name is another person, however much else they share.
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
 * What suggests that two records are of one person; nothing where they are not alike. A family shares email, phone and
 * surname: a patient with another first name or date of birth, or who answers for the other, is another person.
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
