import type { PatientView } from '@visita/contracts/booking/views';
import type { Pro } from '@visita/contracts/pro/views';
import { Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call } from '../../lib/api/client.ts';
import { refreshCalendar } from '../../lib/data/calendar.api.ts';
import { dropPatient, useFamily } from '../../lib/data/patients.api.ts';
import { paths } from '../../lib/page/paths.ts';
import { ConfirmAction } from '../../ui/dialogs/confirm-action.tsx';
import { MenuAction } from '../../ui/panels/menu-action.tsx';

const warnings = ['data', 'bookings', 'past', 'final'] as const;

type Fate = 'keep' | 'erase';
type FatesProps = { cared: readonly PatientView[]; value: Fate; onChange: (fate: Fate) => void };

const Fates = ({ cared, value, onChange }: FatesProps) => {
  const { t } = useTranslation('patients');
  return (
    <Radio.Group
      label={t(($) => $.erase.dependants.title, { names: cared.map(({ name }) => name).join(', ') })}
      value={value}
      onChange={(chosen) => onChange(chosen === 'erase' ? 'erase' : 'keep')}
    >
      <Stack gap="xs" mt="xs">
        <Radio value="keep" size="md" label={t(($) => $.erase.dependants.keep)} />
        <Radio value="erase" size="md" label={t(($) => $.erase.dependants.erase)} />
      </Stack>
    </Radio.Group>
  );
};

/** Erases a patient irrevocably, after the warnings are confirmed. */
export const ErasePatient = ({ pro, patient }: { pro: Pro; patient: PatientView }) => {
  const { t } = useTranslation('patients');
  const navigate = useNavigate();
  const family = useFamily(pro, patient.id).data?.patients ?? [];
  const cared = family.filter(({ responsible_id: under }) => under === patient.id);
  const [dependants, setDependants] = useState<Fate>('keep');
  const erase = async () => {
    const query = cared.length > 0 ? { dependants } : {};
    await call('erasePatient', { params: { patientId: patient.id }, query });
    await navigate(paths.patients);
    await dropPatient(patient.id);
    await refreshCalendar();
  };
  return (
    <ConfirmAction
      trigger={(ask) => (
        <MenuAction icon="trash" danger onClick={ask}>
          {t(($) => $.erase.open)}
        </MenuAction>
      )}
      title={t(($) => $.erase.title, { patient: patient.name })}
      text={
        <>
          {warnings.map((warning) => (
            <Text key={warning}>{t(($) => $.erase.warnings[warning])}</Text>
          ))}
          {cared.length > 0 && <Fates cared={cared} value={dependants} onChange={setDependants} />}
        </>
      }
      confirm={t(($) => $.erase.confirm)}
      act={erase}
      failed="patientErasureFailed"
      done="patientErased"
    />
  );
};
