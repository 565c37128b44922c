import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Clash } from './taken-error.ts';

/** Words a conflict and its start, or that it cannot be shown. */
export const useClashText = () => {
  const { t } = useTranslation('common');
  return useCallback(
    (clash: Clash | undefined): string => {
      if (!clash) return t(($) => $.inTheWay.hidden);
      const { kind, name, time, town } = clash;
      const when = town ? `${time} (${t(($) => $.clockOf, { town })})` : time;
      return t(($) => $.inTheWay[kind], { name, time: when });
    },
    [t],
  );
};
