import type { Language } from '@visita/contracts/language';
import { useTranslation } from 'react-i18next';
import { chooseLanguage, currentLanguage } from './i18n.ts';
import { languageNames } from './texts.ts';

const languages = Object.entries(languageNames) as [Language, string][];

/** Buttons IT, EN, ES that switch the language and store the choice. */
export const LanguageButtons = ({ label, className }: { label: string; className: string | undefined }) => {
  const { i18n } = useTranslation();
  const current = currentLanguage(i18n);
  return (
    <div role="group" aria-label={label} className={className}>
      {languages.map(([code, name]) => (
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
