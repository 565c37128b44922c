import type { Language } from '@visita/contracts/language';
import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { chooseLanguage, currentLanguage } from '../../lib/text/i18n.ts';
import { languageNames } from '../../lib/text/texts.ts';
import classes from './language-select.module.css';

/** Select that switches the language and stores the choice. */
export const LanguageSelect = () => {
  const { t, i18n } = useTranslation('common');
  return (
    <NativeSelect
      className={classes['select'] ?? ''}
      aria-label={t(($) => $.language)}
      value={currentLanguage(i18n)}
      onChange={(event) => void chooseLanguage(i18n, event.currentTarget.value as Language)}
    >
      {Object.entries(languageNames).map(([code, name]) => (
        <option key={code} value={code} lang={code}>
          {name}
        </option>
      ))}
    </NativeSelect>
  );
};
