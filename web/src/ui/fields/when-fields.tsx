import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DateField } from './date-field.tsx';
import { TimeField } from './time-field.tsx';
import type { When } from '../../lib/state/booking.atoms.ts';

type Props = When & {
  onChange: (when: When) => void;
  remark?: ReactNode;
  /** City of the clock, if clinics are in several time zones. */
  town?: string | null | undefined;
  /** Name of day and time in the body of the call. */
  field?: string;
};

/** Day and time on the clinic's wall clock. */
export const WhenFields = ({ day, time, onChange, remark, town, field = 'date' }: Props) => {
  const { t } = useTranslation('appointment');
  return (
    <Stack gap={6}>
      <div className="two">
        <DateField
          label={t(($) => $.date)}
          placeholder={t(($) => $.datePlaceholder)}
          value={day}
          onChange={(date) => onChange({ day: date, time })}
          field={field}
        />
        <TimeField
          label={town ? `${t(($) => $.time)} (${town})` : t(($) => $.time)}
          value={time}
          onChange={(value) => onChange({ day, time: value.slice(0, 5) })}
        />
      </div>
      {remark && (
        <Text size="sm" role="status" className="remark">
          {remark}
        </Text>
      )}
    </Stack>
  );
};
