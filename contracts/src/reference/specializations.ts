import type { Language } from '../language.ts';
import specializationData from './specializations.json' with { type: 'json' };

/** A field of medicine or care with its name by language. The id is a slug. */
export type Specialization = { readonly id: string } & Readonly<Record<Language, string>>;

export const specializations: readonly Specialization[] = specializationData;

const byId: ReadonlyMap<string, Specialization> = new Map(specializations.map((one) => [one.id, one]));

export const specializationById = (id: string): Specialization | undefined => byId.get(id);

/** Returns its names as view fields. An unknown id is used as the name. */
export const specializationNamesOf = (id: string) => {
  const { it, en, es } = byId.get(id) ?? { it: id, en: id, es: id };
  return { specialization_it: it, specialization_en: en, specialization_es: es };
};
