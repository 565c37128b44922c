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
