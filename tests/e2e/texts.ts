import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const locales = join(import.meta.dirname, '../../web/public/locales');

type Texts = { readonly [key: string]: string | Texts };

/** Returns the product's texts by dotted key, so that tests read the page as users do. */
export const textsOf = (language: 'it' | 'en' | 'es', namespace: string) => {
  const texts = JSON.parse(readFileSync(join(locales, language, `${namespace}.json`), 'utf8')) as Texts;
  return (key: string, values: Readonly<Record<string, string>> = {}): string => {
    const found = key
      .split('.')
      .reduce<string | Texts | undefined>(
        (at, part) => (typeof at === 'object' ? at[part] : undefined),
        texts,
      );
    if (typeof found !== 'string') throw new Error(`${language}/${namespace}.json has no ${key}`);
    return found
      .replaceAll(/<\/?link>/g, '')
      .replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
  };
};

/** Returns a pattern of a text's start, before its first value. */
export const startOf = (text: string): RegExp =>
  new RegExp(text.split('{{')[0]?.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&') ?? '');
