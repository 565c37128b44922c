import { Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Fieldset } from '../../ui/fields/fieldset.tsx';
import { WhenFields } from '../../ui/fields/when-fields.tsx';
import { isInverted, type Period } from './period.ts';

type Props = {
  period: Period;
  /** City of the clock, if clinics are in several time zones. */
  town?: string | null | undefined;
  onChange: (period: Period) => void;
};

/**
 * Title, start and end. The end follows the start while both are the same day or it is empty, because most
 * periods are a single day.
 */
export const PeriodFields = ({ period, town, onChange }: Props) => {
  const { t } = useTranslation('inactivity');
  const endFollows = period.endDay === null || period.endDay === period.startDay;
  return (
    <>
      <TextInput
        label={t(($) => $.fields.title)}
        placeholder={t(($) => $.fields.titlePlaceholder)}
        maxLength={120}
        autoComplete="off"
        value={period.title}
        onChange={(event) => onChange({ ...period, title: event.currentTarget.value })}
      />
      <Fieldset title={t(($) => $.fields.start)}>
        <WhenFields
          day={period.startDay}
          time={period.startTime}
          town={town}
          field="starting_date"
          onChange={({ day, time }) =>
            onChange({ ...period, startDay: day, startTime: time, endDay: endFollows ? day : period.endDay })
          }
        />
      </Fieldset>
      <Fieldset title={t(($) => $.fields.end)}>
        <WhenFields
          day={period.endDay}
          time={period.endTime}
          town={town}
          field="ending_date"
          onChange={({ day, time }) => onChange({ ...period, endDay: day, endTime: time })}
        />
        {isInverted(period) && (
          <Text c="red" role="alert">
            {t(($) => $.fields.inverted)}
          </Text>
        )}
      </Fieldset>
    </>
  );
};
