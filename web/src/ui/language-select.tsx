import type { Language } from '@visita/contracts/language';
import { useTranslation } from 'react-i18next';
import { chooseLanguage, currentLanguage, languageNames } from '../lib/i18n.ts';
import classes from './language-select.module.css';

/** Switches at once and remembers the choice. */
export const LanguageSelect = () => {
  const { t, i18n } = useTranslation('common');
  return (
    <select
      className={classes['select']}
      aria-label={t(($) => $.language)}
      value={currentLanguage(i18n)}
      onChange={(event) => void chooseLanguage(i18n, event.currentTarget.value as Language)}
    >
      {Object.entries(languageNames).map(([code, name]) => (
        <option key={code} value={code} lang={code}>
          {name}
        </option>
      ))}
    </select>
  );
};

/** IT, EN, ES, as the public pages have them. */
export const LanguageButtons = () => {
  const { t, i18n } = useTranslation('common');
  const current = currentLanguage(i18n);
  return (
    <div role="group" aria-label={t(($) => $.language)} className={classes['buttons']}>
      {(Object.entries(languageNames) as [Language, string][]).map(([code, name]) => (
        <button
          key={code}
          type="button"
          lang={code}
          aria-label={`${code.toUpperCase()} – ${name}`}
          aria-pressed={code === current}
          onClick={() => void chooseLanguage(i18n, code)}
        >
          {code.toUpperCase()}
        </button>
      ))}
    </div>
  );
};
