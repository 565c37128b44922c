import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Clash } from './taken-error.ts';

/** Words a conflict and its interval. */
export const useClashText = () => {
  const { t } = useTranslation('common');
  return useCallback(
    ({ kind, name, time, town, until }: Clash): string => {
      const when = town ? `${time} (${t(($) => $.clockOf, { town })})` : time;
      return t(($) => $.inTheWay[kind], { name, time: when, until });
    },
    [t],
  );
};

/** Conflicts that are named; others are counted. */
const named = 4;

/** Words all conflicts with a time. */
export const useClashesText = () => {
  const { t } = useTranslation('common');
  const clashText = useClashText();
  return useCallback(
    (clashes: readonly Clash[]): string => {
      const count = clashes.length - named;
      const more = count > 0 && t(($) => $.moreInTheWay, { count });
      return [...clashes.slice(0, named).map(clashText), more].filter(Boolean).join(' ');
    },
    [t, clashText],
  );
};
