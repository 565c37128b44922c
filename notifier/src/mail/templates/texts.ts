import { createInstance } from 'i18next';
import { defaultLanguage, type Language } from '@visita/contracts/language';
import type { MailJob } from '@visita/contracts/jobs';
import en from '../../../locales/en.json' with { type: 'json' };
import es from '../../../locales/es.json' with { type: 'json' };
import it from '../../../locales/it.json' with { type: 'json' };

export type Template = MailJob['template'];

/** Returns one text with its `{{slots}}`; undefined if the template has none of that name. */
export type Texts = (language: Language, template: Template, name: string) => string | undefined;

/** Loads the texts of all mails in all languages. */
export const createTexts = async (): Promise<Texts> => {
  const i18n = createInstance();
  await i18n.init({
    resources: { it: { translation: it }, en: { translation: en }, es: { translation: es } },
    fallbackLng: defaultLanguage,
  });
  return (language, template, name) => {
    const key = [`${template}.${name}`, name].find((candidate) => i18n.exists(candidate, { lng: language }));
    return key === undefined ? undefined : i18n.t(key, { lng: language, skipInterpolation: true });
  };
};
