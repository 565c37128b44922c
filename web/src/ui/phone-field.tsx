import { prefixes } from '@visita/contracts/reference/prefixes';
import { filterDigits } from '@visita/contracts/filters';
import { Select, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../lib/i18n.ts';
import { countryName } from '../lib/prefixes.ts';
import classes from './phone-field.module.css';

type Props = {
  prefix: string;
  phone: string;
  onPrefix: (prefix: string) => void;
  onPhone: (phone: string) => void;
  disabled?: boolean;
};

/** Dial prefix and number; the number takes digits only. */
export const PhoneField = ({ prefix, phone, onPrefix, onPhone, disabled = false }: Props) => {
  const { t, i18n } = useTranslation('common');
  const language = currentLanguage(i18n);
  const data = useMemo(
    () =>
      prefixes.map(({ code, dial }) => ({ value: dial, label: `${dial} ${countryName(code, language)}` })),
    [language],
  );
  return (
    <div className={classes['row']}>
      <Select
        label={t(($) => $.fields.prefix)}
        data={data}
        value={prefix}
        onChange={(value) => value && onPrefix(value)}
        allowDeselect={false}
        searchable
        nothingFoundMessage={t(($) => $.states.noMatch)}
        disabled={disabled}
      />
      <TextInput
        label={t(($) => $.fields.phone)}
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        value={phone}
        onChange={(event) => onPhone(filterDigits(event.currentTarget.value))}
        maxLength={15}
        disabled={disabled}
      />
    </div>
  );
};
