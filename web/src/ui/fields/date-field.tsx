import { DateInput, DatesProvider } from '@mantine/dates';
import 'dayjs/locale/es';
import 'dayjs/locale/it';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/text/i18n.ts';
import { typedDay } from '../../lib/time/typed-day.ts';
import { useRefused } from '../forms/use-refused.ts';
import { wallNow } from '../../lib/time/wall-clock.ts';

type Props = {
  label: string;
  placeholder: string;
  value: string | null;
  onChange: (day: string | null) => void;
  last?: string;
  /** True if the field gets the focus when the panel that contains it opens. */
  first?: boolean;
  /** Name in the body of the call, by which the server refuses it. */
  field?: string;
};

/** Accessible names of the picker's icon buttons; month and year are named by their text. */
export const usePickerNames = () => {
  const { t } = useTranslation('common');
  return {
    nextMonth: t(($) => $.picker.next),
    previousMonth: t(($) => $.picker.previous),
    nextYear: t(($) => $.picker.nextYear),
    previousYear: t(($) => $.picker.previousYear),
    nextDecade: t(($) => $.picker.nextDecade),
    previousDecade: t(($) => $.picker.previousDecade),
  };
};

const written = (day: string): string => day.split('-').toReversed().join('/');

/** Matches an incomplete date, such as `5/1/20` before `5/1/2027`. */
const unfinished = /\D(19|20)$/;

/** Parses the typed text and returns the error if it is invalid. */
const useTyped = ({ value, onChange, last }: Props) => {
  const { t } = useTranslation('common');
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [done, setDone] = useState(true);
  const today = wallNow(undefined).slice(0, 10);
  if (value !== null && typed !== '') setTyped('');
  const unread = value === null ? typed.trim() : '';
  const read = (text: string) => {
    const day = typedDay(text, today, last);
    return day !== null && last !== undefined && day > last ? null : day;
  };
  const example = written(last ?? today);
  const late = last !== undefined && typedDay(unread, today) !== null;
  const error = late
    ? t(($) => $.fields.dateLate, { last: example })
    : t(($) => $.fields.dateUnread, { example });
  const invalid = unread === '' ? '' : error;
  useEffect(() => input.current?.setCustomValidity(invalid), [invalid]);
  const type = (text: string): string | null => {
    const day = unfinished.test(text) ? null : read(text);
    setDone(false);
    if (day === null) {
      setTyped(text);
      onChange(null);
    }
    return day;
  };
  const finish = () => {
    setDone(true);
    const day = unread === '' ? null : read(unread);
    if (day !== null) onChange(day);
  };
  return { input, unread, error: done && invalid, type, finish, forget: () => setTyped('') };
};

/** Date field, typed or picked; today is marked. Invalid text stays and prevents sending. */
export const DateField = (props: Props) => {
  const { label, placeholder, value, onChange, last, first = false, field = 'date' } = props;
  const { i18n } = useTranslation();
  const ariaLabels = usePickerNames();
  // On a field with initial focus, the month would cover the other fields.
  const [opened, setOpened] = useState(!first);
  const ask = () => setOpened(true);
  const { input, unread, error, type, finish, forget } = useTyped(props);
  const refused = useRefused([field], value);
  return (
    // A varying number of weeks would flip the month above and below the field.
    <DatesProvider settings={{ locale: currentLanguage(i18n), firstDayOfWeek: 1, consistentWeeks: true }}>
      <DateInput
        ref={input}
        label={label}
        placeholder={placeholder}
        valueFormat="DD/MM/YYYY"
        dateParser={type}
        fixOnBlur={unread === ''}
        error={error || refused}
        value={value}
        onChange={(day) => {
          ask();
          forget();
          onChange(day);
        }}
        onClick={ask}
        onInput={ask}
        onBlur={() => {
          ask();
          finish();
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          finish();
          // Keeps Enter from sending a form that is incomplete.
          event.preventDefault();
        }}
        // A fixed position would hide the last weeks after a resize, as by a phone's keyboard.
        popoverProps={{ disabled: !opened, preventPositionChangeWhenVisible: false }}
        ariaLabels={ariaLabels}
        {...(last === undefined ? {} : { maxDate: last })}
        {...(first ? { 'data-autofocus': true } : {})}
        highlightToday
        // Mantine's colours of weekends and outside days have too little contrast.
        weekendDays={[]}
        hideOutsideDates
      />
    </DatesProvider>
  );
};
