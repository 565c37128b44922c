import { filterEmail, isOtherMailbox } from '@visita/contracts/filters';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Filters typed emails, and reports when removed characters change the address. */
export const useEmailFilter = (onChange: (email: string) => void) => {
  const { t } = useTranslation('common');
  const [dropped, setDropped] = useState(false);
  return {
    hint: dropped ? t(($) => $.fields.emailSigns) : undefined,
    onType: (typed: string) => {
      setDropped((before) => typed !== '' && (before || isOtherMailbox(typed)));
      onChange(filterEmail(typed));
    },
  };
};
