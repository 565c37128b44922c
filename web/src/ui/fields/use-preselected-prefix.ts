import type { Pro } from '@visita/contracts/pro/views';
import { useTranslation } from 'react-i18next';
import { knownCountry } from '../../lib/api/country.ts';
import { useClinics, useHubs } from '../../lib/data/clinic.api.ts';
import { currentLanguage } from '../../lib/text/i18n.ts';
import { defaultPrefix } from '../../lib/text/prefixes.ts';

/**
 * Returns the default dial prefix: of the visitor's country, else the given clinic's, else one of the
 * professional's clinics, else the language's.
 */
export const usePreselectedPrefix = (pro: Pro, clinic?: { readonly country: string }): string => {
  const { i18n } = useTranslation();
  const clinics = useClinics(pro).data;
  const hubs = useHubs(pro).data;
  const country = (clinic ?? clinics?.[0] ?? hubs?.[0]?.clinic)?.country;
  return defaultPrefix(currentLanguage(i18n), knownCountry(), country);
};
