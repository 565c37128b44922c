import type { SpokenLanguage } from '../language.ts';

/** What a pro says that they speak. While a release is rolled out, one that knows of none may have answered. */
export const spokenBy = ({
  languagesSpoken = [],
}: {
  languagesSpoken?: SpokenLanguage[];
}): SpokenLanguage[] => languagesSpoken;
