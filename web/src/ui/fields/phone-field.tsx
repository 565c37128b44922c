import { prefixes } from '@visita/contracts/reference/prefixes';
import { readPhone } from '@visita/contracts/phone/read';
import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/text/i18n.ts';
import { countryName } from '../../lib/text/prefixes.ts';
import classes from './phone-field.module.css';
import { useRefused } from '../forms/use-refused.ts';
import { SearchSelect } from './search-select.tsx';

type Phone = { prefix: string; phone: string };

type Props = Phone & {
  onChange: (phone: Phone) => void;
  /** True if there is no number; the checkbox for it is shown only with `onWithout`. */
  without?: boolean;
  onWithout?: (without: boolean) => void;
  autoFocus?: boolean;
};

/** Parses the typed text; an invalid number stays and prevents sending. */
const useTyped = ({ prefix, phone, onChange, without = false }: Props) => {
  const { t } = useTranslation('common');
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const read = typed === null ? null : readPhone(typed, prefix);
  // A number set by the owner replaces the typed text.
  const shown = read?.prefix === prefix && read.phone === phone ? typed : null;
  const refused = without || shown === null ? null : (read?.refused ?? null);
  const error = refused === null ? '' : t(($) => $.fields.phoneRefused[refused]);
  useEffect(() => input.current?.setCustomValidity(error), [error]);
  const change = (text: string, chosen: string) => {
    const { prefix: meant, phone: number } = readPhone(text, chosen);
    onChange({ prefix: meant, phone: number });
  };
  const type = (text: string) => {
    setTyped(text);
    change(text, prefix);
  };
  const leave = () => refused === null && setTyped(null);
  return {
    input,
    text: shown ?? phone,
    error,
    type,
    leave,
    choose: (chosen: string) => change(shown ?? phone, chosen),
  };
};

/** Dial prefix and number. A prefix typed or pasted with the number is selected. */
export const PhoneField = (props: Props) => {
  const { prefix, without = false, onWithout, autoFocus = false } = props;
  const { t, i18n } = useTranslation('common');
  const language = currentLanguage(i18n);
  const { input, text, error, type, leave, choose } = useTyped(props);
  const refused = useRefused(['phone', 'prefix'], `${prefix} ${text}`);
  const data = useMemo(
    () =>
      prefixes.map(({ code, dial }) => ({
        value: dial,
        label: dial,
        entry: `${dial} ${countryName(code, language)}`,
      })),
    [language],
  );
  return (
    <Stack gap="xs">
      <div className={classes['row']}>
        <SearchSelect
          label={t(($) => $.fields.prefix)}
          data={data}
          value={prefix}
          onChange={(value) => value && choose(value)}
          disabled={without}
        />
        <TextInput
          ref={input}
          label={t(($) => $.fields.phone)}
          type="tel"
          inputMode="tel"
          autoFocus={autoFocus}
          autoComplete="tel-national"
          value={without ? '' : text}
          onChange={(event) => type(event.currentTarget.value)}
          onBlur={leave}
          error={error || refused}
          maxLength={40}
          disabled={without}
        />
      </div>
      {onWithout && (
        <Checkbox
          size="md"
          label={t(($) => $.fields.noPhone)}
          checked={without}
          onChange={(event) => onWithout(event.currentTarget.checked)}
        />
      )}
    </Stack>
  );
};
