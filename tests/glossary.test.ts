import { readdirSync, readFileSync } from 'node:fs';
import { problems } from '@visita/contracts/problem';
import { expect, it } from 'vitest';

/** The refused words of a term hold in the places that begin with a text of `in`, by default everywhere. */
type Term = { readonly use: string; readonly not?: readonly string[]; readonly in?: readonly string[] };
type Glossary = {
  readonly terms: Readonly<Record<string, Term>>;
  readonly patterns: readonly { readonly refused: string; readonly instead: string }[];
};
type Texts = { readonly [key: string]: string | Texts };

const top = new URL('../', import.meta.url);
const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, top), 'utf8'));

const flat = (texts: Texts, place: string): [place: string, text: string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${place}.${key}`, value]] : flat(value, `${place}.${key}`),
  );

/** The privacy policy changes only with a new version of the consent. */
const isConsent = (place: string) => place.startsWith('legal.privacyPolicy.');

/** Returns the texts of screens, mails and calendar files, and in English those of problems. */
const textsOf = (language: string): [place: string, text: string][] => [
  ...readdirSync(new URL(`web/public/locales/${language}/`, top)).flatMap((file) =>
    flat(read(`web/public/locales/${language}/${file}`) as Texts, file.replace('.json', '')),
  ),
  ...flat(read(`notifier/locales/${language}.json`) as Texts, 'mail'),
  ...(language === 'en'
    ? Object.entries(problems).map(([code, [, text]]): [string, string] => [`problem.${code}`, text])
    : []),
];

const wordOf = (word: string) => String.raw`(?<!\p{L})${word}(?!\p{L})`;

/** Returns the places of a language's texts that use refused words, with what to use instead. */
const refusedIn = (language: string, texts: readonly [place: string, text: string][]): string[] => {
  const { terms, patterns } = read(`docs/glossary/${language}.json`) as Glossary;
  const rules = [
    ...Object.values(terms).flatMap(({ use, not = [], in: places = [''] }) =>
      not.map((word) => [wordOf(word), use, places] as const),
    ),
    ...patterns.map(({ refused, instead }) => [refused, instead, ['']] as const),
  ].map(([pattern, instead, places]) => ({ pattern: new RegExp(pattern, 'iu'), instead, places }));
  return texts.flatMap(([place, text]) =>
    rules
      .filter(({ places }) => places.some((start) => place.startsWith(start)))
      .filter(({ pattern }) => !isConsent(place) && pattern.test(text))
      .map(({ instead }) => `${place}: “${text}”, use: ${instead}`),
  );
};

it.each(['it', 'en', 'es'])('texts in %s keep to the glossary', (language) => {
  const texts = textsOf(language);
  expect(texts.length).toBeGreaterThan(1000);
  expect(refusedIn(language, texts)).toEqual([]);
});

it.each([
  [
    'it',
    [
      'Scegliere un titolo',
      'Limita il trattamento',
      'Risponde da sé',
      'Un benvenuto nel gruppo',
      'Chi può prenotare',
    ],
  ],
  ['en', ['Closings', 'Patient not mailed', 'Full name of who comes', 'Give the time back', 'Who can book']],
  [
    'es',
    [
      'Editar',
      'Ningunas vacaciones previstas.',
      'Bloquear este horario',
      'Elige un centro',
      'Quién puede reservar',
    ],
  ],
])('texts of before are refused in %s', (language, before) => {
  for (const text of before) expect(refusedIn(language, [['before', text]]), text).not.toEqual([]);
});

it.each([
  ['it', 'inactivity.visits.title', 'Prenotazioni da gestire'],
  ['it', 'today.list', 'Appuntamenti di oggi'],
  ['it', 'inactivity.visits.cancel', 'Disdici'],
  ['en', 'patients.history.count', '3 bookings'],
  ['en', 'calendar.details', 'The appointment'],
  ['es', 'today.list', 'Visitas de hoy'],
])('another word for a visit is refused in %s in %s', (language, place, text) => {
  expect(refusedIn(language, [[place, text]])).not.toEqual([]);
  expect(refusedIn(language, [['booking.heading', text]])).toEqual([]);
});
