import { TimePicker } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { useTranslation } from 'react-i18next';

type Props = { label: string; value: string; onChange: (value: string) => void };

/** Time field, `HH:mm`, typed or picked on a 24-hour clock; empty until complete. */
export const TimeField = ({ label, value, onChange }: Props) => {
  const { t } = useTranslation('common');
  return (
    <TimePicker
      label={label}
      format="24h"
      minutesStep={5}
      withDropdown
      value={value}
      onChange={onChange}
      hoursInputLabel={t(($) => $.fields.hoursOf, { label })}
      minutesInputLabel={t(($) => $.fields.minutesOf, { label })}
    />
  );
};
