import { createContext, useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refusedFields } from '../../lib/api/refused-fields.ts';

/** Error of the form's last attempt, for fields that are not part of Mantine's form. */
export const RefusalContext = createContext<unknown>(undefined);

/** Returns the error text of a field that the server refused, until its value changes; '' otherwise. */
export const useRefused = (fields: readonly string[], value: string | null): string => {
  const { t } = useTranslation('common');
  const error = useContext(RefusalContext);
  const [sent, setSent] = useState({ error, value });
  if (sent.error !== error) setSent({ error, value });
  const isRefused = sent.value === value && refusedFields(error, fields).length > 0;
  return isRefused ? t(($) => $.fields.refused) : '';
};
