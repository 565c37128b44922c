import type { PatientView } from '@visita/contracts/booking/views';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/client.ts';
import { putRestriction } from '../../lib/data/patients.api.ts';
import { ConfirmAction } from '../../ui/dialogs/confirm-action.tsx';
import { MenuAction } from '../../ui/panels/menu-action.tsx';

/** Restricts the processing of a patient's data, or lifts the restriction, after an explanation. */
export const RestrictPatient = ({ patient }: { patient: PatientView }) => {
  const { t } = useTranslation('patients');
  const which = patient.restricted ? 'lift' : 'restrict';
  const act = async () => {
    const restricted = which === 'restrict';
    await call('restrictPatient', { params: { patientId: patient.id }, body: { restricted } });
    await putRestriction(patient.id, restricted);
  };
  return (
    <ConfirmAction
      trigger={(ask) => (
        <MenuAction icon="lock" onClick={ask}>
          {t(($) => $.restriction[which].open)}
        </MenuAction>
      )}
      title={t(($) => $.restriction[which].title, { patient: patient.name })}
      text={<Text>{t(($) => $.restriction[which].text)}</Text>}
      confirm={t(($) => $.restriction[which].open)}
      act={act}
      failed="patientUpdateFailed"
      done={which === 'restrict' ? 'patientRestricted' : 'patientRestrictionLifted'}
    />
  );
};
