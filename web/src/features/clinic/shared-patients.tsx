import type { ClinicView } from '@visita/contracts/clinic/views';
import type { Pro } from '@visita/contracts/pro/views';
import { Alert, Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ClinicSwitch, useClinicOption } from './clinic-switch.tsx';

type Props = { clinic: ClinicView; pro: Pro };

const option = { name: 'patients_shared', failed: 'patientsSharedFailed' } as const;

const hasColleagues = ({ clinic, pro }: Props): boolean =>
  clinic.hubs.some(
    ({ proId, role, status }) => proId !== pro.id && role !== 'reception' && status === 'active',
  );

/** Asks the owner once whether the clinic shares its patients. */
export const SharingQuestion = ({ clinic, pro }: Props) => {
  const { t } = useTranslation('clinic');
  const choose = useClinicOption({ clinic, ...option });
  if (clinic.owner_id !== pro.id || clinic.patients_shared !== null) return null;
  if (!hasColleagues({ clinic, pro })) return null;
  return (
    <Alert title={t(($) => $.sharedPatients.question)}>
      <Text>{t(($) => $.sharedPatients.answer)}</Text>
      <Group gap="xs" mt="sm">
        <Button size="xs" onClick={() => void choose(true)}>
          {t(($) => $.sharedPatients.share)}
        </Button>
        <Button size="xs" variant="default" onClick={() => void choose(false)}>
          {t(($) => $.sharedPatients.keep)}
        </Button>
      </Group>
    </Alert>
  );
};

/** Whether a clinic shares its patients: the owner chooses, other professionals are told. */
export const SharedPatients = ({ clinic, pro }: Props) => {
  const { t } = useTranslation('clinic');
  if (clinic.owner_id !== pro.id)
    return clinic.patients_shared && <Text c="dimmed">{t(($) => $.sharedPatients.on)}</Text>;
  if (clinic.patients_shared === null) return null;
  return (
    (clinic.patients_shared || hasColleagues({ clinic, pro })) && (
      <ClinicSwitch
        clinic={clinic}
        {...option}
        label={t(($) => $.sharedPatients.label)}
        hint={t(($) => $.sharedPatients.hint)}
      />
    )
  );
};
