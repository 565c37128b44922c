import { DateInput, DatesProvider } from '@mantine/dates';
import 'dayjs/locale/es';
import 'dayjs/locale/it';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/text/i18n.ts';
import { typedDay } from '../../lib/time/typed-day.ts';
import { wallNow } from '../../lib/time/wall-clock.ts';

type Props = {
  label: string;
  placeholder: string;
  value: string | null;
  onChange: (day: string | null) => void;
  /** The last day that can be chosen. */
  last?: string;
  /** Whether it has the focus when its panel opens. */
  first?: boolean;
};

/** What the buttons of the picker are called that show no words; month and year are called as they read. */
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

/** Matches a typed date that may go on, as `5/1/20` on its way to 2027. */
const unfinished = /\D(19|20)$/;

/** Reads what is typed into the field, and says what is wrong with what cannot be read. */
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

/** A day, typed or picked; today is marked. What is typed and cannot be read stays, and keeps the form from being sent. */
export const DateField = (props: Props) => {
  const { label, placeholder, value, onChange, last, first = false } = props;
  const { i18n } = useTranslation();
  const ariaLabels = usePickerNames();
  // Where nobody asked for the field yet, its month would cover the others.
  const [asked, setAsked] = useState(!first);
  const ask = () => setAsked(true);
  const { input, unread, error, type, finish, forget } = useTyped(props);
  return (
    // Months of five weeks and of six would lie below the field and above it in turn.
    <DatesProvider settings={{ locale: currentLanguage(i18n), firstDayOfWeek: 1, consistentWeeks: true }}>
      <DateInput
        ref={input}
        label={label}
        placeholder={placeholder}
        valueFormat="DD/MM/YYYY"
        dateParser={type}
        fixOnBlur={unread === ''}
        error={error}
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
          // A day is often typed before the rest of the form: it is not sent by that.
          event.preventDefault();
        }}
        // A window that changes, as by a phone's keyboard, would hide the last weeks of a month that stays where it opened.
        popoverProps={{ disabled: !asked, preventPositionChangeWhenVisible: false }}
        ariaLabels={ariaLabels}
        {...(last === undefined ? {} : { maxDate: last })}
        {...(first ? { 'data-autofocus': true } : {})}
        highlightToday
        // The kit draws weekends and days of other months too pale to be read.
        weekendDays={[]}
        hideOutsideDates
      />
    </DatesProvider>
  );
};
