import { z } from 'zod';
import { line, text } from '../fields.ts';

/** In characters. */
export const tagMaximum = 30;
export const tagsMaximum = 10;
/** In characters. */
export const noteMaximum = 2000;

/** A word or a few by which a pro groups patients. */
export const patientTag = line(tagMaximum);
export const patientTags = z.array(patientTag).max(tagsMaximum);
/** The pro's note about a patient; may be empty. */
export const patientNote = text(noteMaximum);

/** Removes duplicate tags, which may differ in case. The first spelling is kept. */
export const distinctTags = (tags: readonly string[]): string[] => {
  const byKey = new Map<string, string>();
  for (const tag of tags) {
    const key = tag.normalize('NFKC').toLowerCase();
    if (!byKey.has(key)) byKey.set(key, tag);
  }
  return [...byKey.values()];
};

const allergy = /(?<![\p{L}])(?:al+erg|anafil|anaphyl)/iu;
const none = /(?<![\p{L}])(?:no|non|nessuna?|senza|sin|ninguna|without)\s+(?:known\s+|note\s+)?al+erg/iu;

/** Whether a tag warns of an allergy, in any of the languages. Screens highlight it. */
export const isWarning = (tag: string): boolean => {
  const plain = tag.normalize('NFD').replaceAll(/\p{M}/gu, '');
  return allergy.test(plain) && !none.test(plain);
};
