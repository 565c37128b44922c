import type { Language } from '../language.ts';
import specializationData from './specializations.json' with { type: 'json' };

/** A field of medicine or care, with its name in each language. The id is a slug. */
export type Specialization = { readonly id: string } & Readonly<Record<Language, string>>;

/** All specializations, by id. */
export const specializations: readonly Specialization[] = specializationData;

const byId: ReadonlyMap<string, Specialization> = new Map(specializations.map((one) => [one.id, one]));

/** The specialization of an id, or undefined. */
export const specializationById = (id: string): Specialization | undefined => byId.get(id);

/** Its names as views carry them, one field a language. An id no longer in the list stands for itself. */
export const specializationNamesOf = (id: string) => {
  const { it, en, es } = byId.get(id) ?? { it: id, en: id, es: id };
  return { specialization_it: it, specialization_en: en, specialization_es: es };
};
