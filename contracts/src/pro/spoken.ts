import type { SpokenLanguage } from '../language.ts';

/** Returns the languages that a pro speaks. During a rolling update, an older service may answer without them. */
export const spokenBy = ({
  languagesSpoken = [],
}: {
  languagesSpoken?: SpokenLanguage[];
}): SpokenLanguage[] => languagesSpoken;
