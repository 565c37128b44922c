import type { PatientView } from '@visita/contracts/booking/views';
import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call } from '../../lib/client.ts';
import { refreshCalendar } from '../../lib/data/calendar.api.ts';
import { dropPatient } from '../../lib/data/patients.api.ts';
import { paths } from '../../lib/paths.ts';
import { ConfirmAction } from '../../ui/confirm-action.tsx';
import { Icon } from '../../ui/icons.tsx';

const warnings = ['data', 'bookings', 'past', 'final'] as const;

/** Erases the patient for good, once the warnings have been read. */
export const ErasePatient = ({ patient }: { patient: PatientView }) => {
  const { t } = useTranslation('patients');
  const navigate = useNavigate();
  const erase = async () => {
    await call('erasePatient', { params: { patientId: patient.id } });
    await navigate(paths.patients);
    await Promise.all([dropPatient(patient.id), refreshCalendar()]);
  };
  return (
    <ConfirmAction
      trigger={(ask) => (
        <Button variant="outline" color="red" leftSection={<Icon name="trash" size={18} />} onClick={ask}>
          {t(($) => $.erase.open)}
        </Button>
      )}
      title={t(($) => $.erase.title, { patient: patient.name })}
      text={warnings.map((warning) => (
        <Text key={warning}>{t(($) => $.erase.warnings[warning])}</Text>
      ))}
      confirm={t(($) => $.erase.confirm)}
      act={erase}
      failed="patientErasureFailed"
      done="patientErased"
    />
  );
};
