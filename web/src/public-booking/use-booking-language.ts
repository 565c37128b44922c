import type { Language } from '@visita/contracts/language';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage, followLanguage, isLanguageChosen } from '../lib/text/i18n.ts';

/** Switches to the language of a loaded booking; returns whether the page shows its final language. */
export const useBookingLanguage = (language: Language | undefined): boolean => {
  const { i18n } = useTranslation('booking');
  const [followed, setFollowed] = useState(false);
  useEffect(() => {
    if (language) void followLanguage(i18n, language).finally(() => setFollowed(true));
  }, [i18n, language]);
  return followed || !language || isLanguageChosen() || language === currentLanguage(i18n);
};
