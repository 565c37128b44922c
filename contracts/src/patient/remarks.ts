import { z } from 'zod';
import { line, text } from '../fields.ts';

/** Longest tag, in characters. */
export const tagMaximum = 30;
/** Most tags of one patient. */
export const tagsMaximum = 10;
/** Longest note about a patient, in characters. */
export const noteMaximum = 2000;

/** One word, or a few, by which a pro groups patients. */
export const patientTag = line(tagMaximum);
/** All tags of a patient. */
export const patientTags = z.array(patientTag).max(tagsMaximum);
/** What a pro keeps in mind about a patient; empty for nothing. */
export const patientNote = text(noteMaximum);

/** The same tags, each once: spelt with other capitals it is the same, and the first way of writing it stays. */
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

/** Whether a tag warns of an allergy, in any of the languages: that must not look like what only groups. */
export const isWarning = (tag: string): boolean => {
  const plain = tag.normalize('NFD').replaceAll(/\p{M}/gu, '');
  return allergy.test(plain) && !none.test(plain);
};
