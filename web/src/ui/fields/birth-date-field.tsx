import { useTranslation } from 'react-i18next';
import { wallNow } from '../../lib/time/wall-clock.ts';
import { DateField } from './date-field.tsx';

type Props = { value: string | null; onChange: (birthDate: string | null) => void };

/** Date of birth of a patient, until today. */
export const BirthDateField = (field: Props) => {
  const { t } = useTranslation(['patients', 'appointment']);
  return (
    <DateField
      label={t(($) => $.family.birthDate)}
      placeholder={t(($) => $.appointment.datePlaceholder)}
      last={wallNow(undefined, new Date()).slice(0, 10)}
      field="birthDate"
      {...field}
    />
  );
};
