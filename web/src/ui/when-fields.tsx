import { DateInput, DatesProvider } from '@mantine/dates';
import dayjs from 'dayjs';
import 'dayjs/locale/es';
import 'dayjs/locale/it';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../lib/i18n.ts';
import { TimeField } from './time-field.tsx';
import type { When } from '../lib/state/booking.atoms.ts';

// Without it typed dates are misread.
dayjs.extend(customParseFormat);

type Props = When & { onChange: (when: When) => void };

/** Day and time on the clinic's wall clock. */
export const WhenFields = ({ day, time, onChange }: Props) => {
  const { t, i18n } = useTranslation('appointment');
  return (
    <DatesProvider settings={{ locale: currentLanguage(i18n), firstDayOfWeek: 1 }}>
      <div className="two">
        <DateInput
          label={t(($) => $.date)}
          placeholder={t(($) => $.datePlaceholder)}
          valueFormat="DD/MM/YYYY"
          value={day}
          onChange={(date) => onChange({ day: date, time })}
        />
        <TimeField
          label={t(($) => $.time)}
          value={time}
          onChange={(value) => onChange({ day, time: value.slice(0, 5) })}
        />
      </div>
    </DatesProvider>
  );
};
