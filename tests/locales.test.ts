import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { consentText } from '@visita/contracts/reference/consent-text';
import { describe, expect, it } from 'vitest';

const folder = new URL('../web/public/locales/', import.meta.url);
const languages = ['it', 'en', 'es'];
const plural = /_(zero|one|two|few|many|other)$/;

const read = (language: string, file: string): unknown =>
  JSON.parse(readFileSync(new URL(`${language}/${file}`, folder), 'utf8'));

const texts = (value: unknown, path = ''): [path: string, text: string][] =>
  typeof value === 'string'
    ? [[path, value]]
    : Object.entries(value as Record<string, unknown>).flatMap(([key, inner]) =>
        texts(inner, path ? `${path}.${key}` : key),
      );

const variablesOf = (text: string) =>
  [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name ?? '').toSorted();

it('the consent texts match the hashes that are stored with a consent', () => {
  const shown = (language: string) => {
    const { form } = read(language, 'booking.json') as { form: { privacy: string } };
    const { privacyPolicy } = read(language, 'legal.json') as { privacyPolicy: unknown };
    return createHash('sha256')
      .update(JSON.stringify([form.privacy, privacyPolicy]))
      .digest('hex');
  };
  const computed = Object.fromEntries(languages.map((language) => [language, shown(language)]));
  expect(computed, 'another text is another version: contracts/src/reference/consent-text.ts').toEqual(
    consentText.sha256,
  );
});

describe('locale files', () => {
  const files = readdirSync(new URL('it/', folder));

  it('exist in every language', () => {
    expect(files.length).toBeGreaterThan(5);
    for (const language of languages) expect(readdirSync(new URL(`${language}/`, folder))).toEqual(files);
  });

  it.each(files)('%s has the same keys and variables in every language, without empty texts', (file) => {
    const [reference, ...others] = languages.map((language) => {
      const entries = texts(read(language, file));
      expect(entries.filter(([, text]) => text.trim() === '')).toEqual([]);
      return new Map(entries.map(([path, text]) => [path.replace(plural, ''), variablesOf(text)]));
    });
    expect(reference?.size).toBeGreaterThan(0);
    for (const other of others) expect(other).toEqual(reference);
  });

  it.each(files)('%s has the plural forms that each language needs', (file) => {
    for (const language of languages) {
      const paths = texts(read(language, file)).map(([path]) => path);
      const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
      for (const base of new Set(
        paths.filter((path) => plural.test(path)).map((path) => path.replace(plural, '')),
      ))
        for (const form of needed) expect(paths).toContain(`${base}_${form}`);
    }
  });
});

describe('forms of address', () => {
  const letters = (words: string) => new RegExp(String.raw`(?<!\p{L}|’)(${words})(?!\p{L})`, 'iu');
  const refused = {
    it: letters('lei|prema|chieda|scelga|scriva|scriveteci|inserisca|riprovi|controlli|avvisi|aggiunga'),
    es: letters(
      'tú|tu|tus|ti|te|contigo|puedes|tienes|has|elige|inténtalo|crea|indica|vosotros|vuestr[oa]s?',
    ),
  };
  const everyText = (language: 'it' | 'es') =>
    readdirSync(new URL(`${language}/`, folder)).flatMap((file) => texts(read(language, file)));

  it('are informal in Italian, for professionals as for patients', () => {
    expect(everyText('it').filter(([, text]) => refused.it.test(text))).toEqual([]);
  });

  it('are imperatives in Italian, never infinitives, except in questions', () => {
    const infinitive = /(?:^|[.:;!?] )(?!Lettere)\p{L}+[aei]r(?:e|[ln][oaei]|si|ci)(?=[ .,:])/iu;
    const told = everyText('it').filter(([, text]) => infinitive.test(text) && !text.endsWith('?'));
    expect(told).toEqual([]);
  });

  it('are formal in Spanish', () => {
    expect(everyText('es').filter(([, text]) => refused.es.test(text))).toEqual([]);
  });
});

describe('mail texts', () => {
  const mails = new URL('../notifier/locales/', import.meta.url);
  const entriesOf = (language: string) =>
    texts(JSON.parse(readFileSync(new URL(`${language}.json`, mails), 'utf8')));

  it('have the same keys and variables in every language, without empty texts', () => {
    expect(readdirSync(mails).toSorted()).toEqual(languages.map((language) => `${language}.json`).toSorted());
    const [reference, ...others] = languages.map((language) => {
      const entries = entriesOf(language);
      expect(entries.filter(([, text]) => text.trim() === '')).toEqual([]);
      return new Map(entries.map(([path, text]) => [path, variablesOf(text)]));
    });
    expect(reference?.size).toBeGreaterThan(0);
    for (const other of others) expect(other).toEqual(reference);
  });
});
