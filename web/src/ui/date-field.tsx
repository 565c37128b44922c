import { DateInput, DatesProvider } from '@mantine/dates';
import dayjs from 'dayjs';
import 'dayjs/locale/es';
import 'dayjs/locale/it';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../lib/i18n.ts';

// Without it typed dates are misread.
dayjs.extend(customParseFormat);

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

/** A day, typed or picked; today is marked. */
export const DateField = ({ label, placeholder, value, onChange, last, first = false }: Props) => {
  const { i18n } = useTranslation();
  const ariaLabels = usePickerNames();
  // Where nobody asked for the field yet, its month would cover the others.
  const [asked, setAsked] = useState(!first);
  const ask = () => setAsked(true);
  return (
    // Months of five weeks and of six would lie below the field and above it in turn.
    <DatesProvider settings={{ locale: currentLanguage(i18n), firstDayOfWeek: 1, consistentWeeks: true }}>
      <DateInput
        label={label}
        placeholder={placeholder}
        valueFormat="DD/MM/YYYY"
        value={value}
        onChange={(day) => {
          ask();
          onChange(day);
        }}
        onClick={ask}
        onInput={ask}
        onBlur={ask}
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
