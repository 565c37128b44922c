import { TextInput, type TextInputProps } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { typedAmount, writtenAmount, type Amount } from '../../lib/text/amount.ts';
import { currentLanguage } from '../../lib/text/i18n.ts';
import { localeOf } from '../../lib/time/wall-clock.ts';

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'min' | 'max' | 'step'> & {
  value: Amount;
  /** NaN stands for invalid text, which no form sends. */
  onChange: (amount: Amount) => void;
  min: number;
  max: number;
  /** Decimal places: 2 for euro, 0 for integers. */
  decimals?: 0 | 2;
  /** True to clamp amounts to the range when the field is left. */
  clamped?: boolean;
};

type Range = { min: number; max: number; decimals: 0 | 2 };

const clamp = (amount: number, { min, max }: Range): number => Math.min(max, Math.max(min, amount));

const inRange = (amount: Amount, { min, max, decimals }: Range): Amount => {
  if (amount === '') return '';
  const sized = amount >= min && amount <= max;
  return sized && Number(amount.toFixed(decimals)) === amount ? amount : Number.NaN;
};

const steps: Readonly<Record<string, 1 | -1>> = { ArrowUp: 1, ArrowDown: -1 };

/** Returns the amount after an arrow key; undefined for other keys and invalid text. */
const stepped = (key: string, from: Amount, range: Range): number | undefined => {
  const step = steps[key];
  if (step === undefined || Number.isNaN(from)) return undefined;
  const next = (from || 0) + step * 10 ** -range.decimals;
  return Number(clamp(next, range).toFixed(range.decimals));
};

type Limits = Range & Pick<Props, 'value' | 'onChange'> & { clamped: boolean };

/** Parses the typed text and keeps it while invalid. */
const useTyped = ({ value, onChange, clamped, ...range }: Limits) => {
  const { t, i18n } = useTranslation('common');
  const language = currentLanguage(i18n);
  const read = (text: string) => inRange(typedAmount(text, language), range);
  const [typed, setTyped] = useState<string | null>(null);
  const [left, setLeft] = useState(true);
  // A value set by the owner replaces the typed text.
  const shown = typed !== null && Object.is(read(typed), value) ? typed : null;
  const say = (amount: number) => amount.toLocaleString(localeOf(language));
  const bounds = { min: say(range.min), max: say(range.max), example: writtenAmount(12.5, language) };
  const error = t(($) => (range.decimals === 0 ? $.fields.wholeUnread : $.fields.amountUnread), bounds);
  const step = (event: KeyboardEvent) => {
    if (event.key === 'Enter') setLeft(true);
    const next = stepped(event.key, value, range);
    if (next === undefined) return;
    event.preventDefault();
    onChange(next);
  };
  const leave = () => {
    setLeft(true);
    if (!Number.isNaN(value)) return setTyped(null);
    const beyond =
      clamped && shown !== null ? inRange(clamp(Number(typedAmount(shown, language)), range), range) : '';
    if (beyond !== '' && !Number.isNaN(beyond)) onChange(beyond);
  };
  const type = (text: string) => {
    setLeft(false);
    setTyped(text);
    onChange(read(text));
  };
  const text = shown ?? writtenAmount(value, language);
  return { text, error: left && Number.isNaN(value) ? error : undefined, type, step, leave };
};

/** Amount in the language's notation. Invalid text stays, with the valid format as the error. */
export const AmountField = (props: Props) => {
  const { value, onChange, onBlur, min, max, decimals = 0, clamped = false, ...field } = props;
  const { text, error, type, step, leave } = useTyped({ value, onChange, min, max, decimals, clamped });
  return (
    <TextInput
      inputMode={decimals === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      maxLength={20}
      {...field}
      value={text}
      error={error}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onKeyDown={step}
      onBlur={(event) => {
        leave();
        onBlur?.(event);
      }}
    />
  );
};
