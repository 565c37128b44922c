import type { Language } from '@visita/contracts/language';
import type { Pro } from '@visita/contracts/pro/views';
import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { languageNames } from '../../lib/text/texts.ts';

const languages = Object.entries(languageNames).map(([value, label]) => ({ value, label }));

type Props = {
  pro: Pro;
  /** Undefined until one is chosen: the professional's language is shown. */
  value: Language | undefined;
  onChange: (language: Language) => void;
};

/** Language of a patient's mails. */
export const MailLanguageField = ({ pro, value, onChange }: Props) => {
  const { t } = useTranslation('common');
  return (
    <Select
      label={t(($) => $.fields.mailLanguage)}
      description={value ? undefined : t(($) => $.fields.mailLanguageHint)}
      data={languages}
      value={value ?? pro.options.comunicationsLanguage}
      onChange={(language) => onChange(language as Language)}
      allowDeselect={false}
    />
  );
};
