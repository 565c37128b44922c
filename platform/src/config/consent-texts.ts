import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Language, languages } from '@visita/contracts/language';
import { consentText } from '@visita/contracts/reference/consent-text';

/** Returns version and SHA-256 of the text in a language. */
export type ConsentTexts = (language: Language) => { readonly version: string; readonly sha256: string };

export const productTexts: ConsentTexts = (language) => ({
  version: consentText.version,
  sha256: consentText.sha256[language],
});

/** Reads the operator's texts if there is a directory; their version is their hash. */
export const readConsentTexts = async (directory: string | null): Promise<ConsentTexts> => {
  if (directory === null) return productTexts;
  const read = async (language: Language) => {
    const text = await readFile(join(directory, `privacy-policy.${language}.txt`));
    return [language, createHash('sha256').update(text).digest('hex')] as const;
  };
  const hashes = new Map(await Promise.all(languages.map(read)));
  return (language) => ({ version: 'own', sha256: hashes.get(language)! });
};
