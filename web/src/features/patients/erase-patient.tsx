import type { PatientView } from '@visita/contracts/booking/views';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { call } from '../../lib/client.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Icon } from '../../ui/icons.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { refreshCalendar } from '../../lib/data/calendar.api.ts';
import { dropPatient } from '../../lib/data/patients.api.ts';

const warnings = ['data', 'bookings', 'past', 'final'] as const;

/** Erases the patient for good, once the warnings have been read. */
export const ErasePatient = ({ patient }: { patient: PatientView }) => {
  const { t } = useTranslation('patients');
  const toasts = useToasts();
  const navigate = useNavigate();
  const [state, setState] = useState<'idle' | 'asking' | 'sending'>('idle');

  const erase = async () => {
    setState('sending');
    try {
      await call('erasePatient', { params: { patientId: patient.id } });
      await navigate(paths.patients);
      await Promise.all([dropPatient(patient.id), refreshCalendar()]);
      toasts.done(
        t(($) => $.erase.done),
        7,
      );
    } catch (error) {
      setState('idle');
      toasts.failed(
        error,
        t(($) => $.erase.errorMessage),
        7,
      );
    }
  };

  return (
    <>
      <Button
        variant="outline"
        color="red"
        leftSection={<Icon name="trash" size={18} />}
        onClick={() => setState('asking')}
      >
        {t(($) => $.erase.open)}
      </Button>
      <Confirm
        opened={state !== 'idle'}
        title={t(($) => $.erase.title, { patient: patient.name })}
        confirm={t(($) => $.erase.confirm)}
        danger
        sending={state === 'sending'}
        onCancel={() => setState('idle')}
        onConfirm={() => void erase()}
      >
        {warnings.map((warning) => (
          <Text key={warning}>{t(($) => $.erase.warnings[warning])}</Text>
        ))}
      </Confirm>
    </>
  );
};
