import type { ActingMember } from '@visita/contracts/clinic/acting';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** Returns the words for a member of a clinic who acted: "by Reception (Marta)", or "by Reception" without a name. */
export const useActingText = () => {
  const { t } = useTranslation('common');
  return useCallback(
    (member: ActingMember | null): string => {
      const name = member?.name ?? '';
      if (member?.role === 'reception')
        return name ? t(($) => $.acting.receptionNamed, { name }) : t(($) => $.acting.reception);
      return name ? t(($) => $.acting.member, { name }) : t(($) => $.acting.colleague);
    },
    [t],
  );
};
