import type { titles } from '@visita/contracts/fields';
import type { Language, SpokenLanguage } from '@visita/contracts/language';
import type { PlanName } from '@visita/contracts/reference/plans';
import type { Random } from './random.ts';

export const demoPassword = 'visita-demo';

type Account = {
  readonly key: string;
  readonly plan: PlanName;
  readonly language: Language;
  readonly username: string;
  readonly email: string;
  readonly profile: { name: string; lastname: string; prefix: string; phone: string };
  readonly title: (typeof titles)[number];
  readonly spoken: readonly SpokenLanguage[];
};

export const pros = [
  {
    key: 'giulia',
    plan: 'premium',
    language: 'it',
    username: 'giulia_ferri',
    email: 'giulia.ferri@visita.example',
    profile: { name: 'Giulia', lastname: 'Ferri', prefix: '+39', phone: '3331234567' },
    title: 'doc',
    spoken: ['it', 'en', 'fr'],
  },
  {
    key: 'carmen',
    plan: 'friends',
    language: 'es',
    username: 'carmen_ortega',
    email: 'carmen.ortega@visita.example',
    profile: { name: 'Carmen', lastname: 'Ortega', prefix: '+34', phone: '612345678' },
    title: 'specialist',
    spoken: ['es', 'ca', 'en'],
  },
  {
    key: 'marco',
    plan: 'free',
    language: 'it',
    username: 'marco_bassi',
    email: 'marco.bassi@visita.example',
    profile: { name: 'Marco', lastname: 'Bassi', prefix: '+39', phone: '3459876543' },
    title: 'practitioner',
    spoken: ['it', 'de'],
  },
] as const satisfies readonly Account[];

/** A professional of the demo's practice, or its reception. */
export type PracticeKey = `practice-${string}`;
export type ProKey = (typeof pros)[number]['key'] | PracticeKey;
export type SeedPro = Account & { readonly key: ProKey };

export type SeedPatient = { name: string; email: string; prefix: string; phone: string };

const italian = {
  prefix: '+39',
  first:
    'Alessia Andrea Anna Antonio Beatrice Bruno Caterina Chiara Davide Elena Enrico Fabio Federica Filippo Francesca Gabriele Giorgio Irene Laura Lorenzo Luca Marta Matteo Nicola Paola Pietro Roberta Sara Silvia Simone Stefano Valeria'.split(
      ' ',
    ),
  last: 'Amato Barbieri Bianchi Caruso Colombo Conti Costa Esposito Fontana Gallo Greco Leone Lombardi Mancini Marino Martini Moretti Ricci Rinaldi Romano Rossi Russo Santoro Serra Testa Villa'.split(
    ' ',
  ),
};
const spanish = {
  prefix: '+34',
  first:
    'Adrián Alba Alejandro Ana Beatriz Carlos Clara Daniel Diego Elena Fernando Gloria Hugo Inés Irene Javier José Julia Lucía Luis Manuel María Marta Mateo Noelia Pablo Paula Raquel Rocío Sergio Sofía Tomás'.split(
      ' ',
    ),
  last: 'Alonso Blanco Cabrera Castro Delgado Díaz Domínguez Fernández García Gómez González Hernández Jiménez López Martín Medina Molina Moreno Navarro Ortiz Pérez Ramos Rodríguez Romero Ruiz Sánchez Santana Vega'.split(
    ' ',
  ),
};

export const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[^a-z]/gi, '')
    .toLowerCase();

/** Returns reproducible people, with addresses in a domain that cannot receive mail. */
export const makePatients = (random: Random, count = 300): SeedPatient[] => {
  const named = new Map<string, number>();
  return Array.from({ length: count }, (_, index) => {
    const origin = index % 2 === 0 ? italian : spanish;
    const [first, last] = [random.pick(origin.first), random.pick(origin.last)];
    // Patients with equal names get a second surname, so that they are no duplicates.
    const namesakes = named.get(`${first} ${last}`) ?? 0;
    named.set(`${first} ${last}`, namesakes + 1);
    const more = namesakes === 0 ? '' : ` ${origin.last[namesakes]}`;
    return {
      name: `${first} ${last}${more}`,
      email: `${plain(first)}.${plain(last)}.${index + 1}@patients.example`,
      prefix: origin.prefix,
      phone: `${origin === italian ? '33' : '6'}${String(10_000_000 + random.below(89_999_999))}`,
    };
  });
};

/** Returns a duplicate record, added before the patient booked: with another email and a second surname. */
export const doubleOf = ({ name, email, ...phone }: SeedPatient) => ({
  ...phone,
  name: `${name} De Santis`,
  email: email.replace('@', '.old@'),
  birthDate: '1984-03-21',
  tags: ['Richiamo annuale'],
  note: 'Scheda del vecchio archivio.',
});

/** Returns a patient's child, named after them. */
export const childOf = ({ name }: SeedPatient) => ({
  name: `Sofia ${name.slice(name.indexOf(' ') + 1)}`,
  birthDate: '2017-05-12',
  relation: 'child' as const,
});

/** Dependants of a patient: a partner, a child and twins. */
export const familyOf = ({ name }: SeedPatient) => {
  const last = name.slice(name.indexOf(' ') + 1);
  return {
    partner: { name: `Daniele ${last}`, birthDate: '1982-11-08', relation: 'partner' },
    elder: { name: `Emma ${last}`, birthDate: '2014-01-27', relation: 'child' },
    twins: [
      { name: `Tommaso ${last}`, birthDate: '2019-06-03', relation: 'child' },
      { name: `Viola ${last}`, birthDate: '2019-06-03', relation: 'child' },
    ],
  } as const;
};

/** Tags of some patients in their language; every fifth has some. */
export const tagsOf = ({ prefix }: SeedPatient, chance: number): string[] => {
  if (chance % 5 !== 3) return [];
  const [insured, recalled, allergic] =
    prefix === italian.prefix
      ? (['Assicurazione', 'Richiamo annuale', 'Allergia al lattice'] as const)
      : (['Seguro médico', 'Revisión anual', 'Alergia al látex'] as const);
  if (chance % 3 === 0) return [insured];
  return chance % 3 === 1 ? [recalled] : [recalled, allergic];
};
