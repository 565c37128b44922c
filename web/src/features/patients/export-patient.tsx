import type { PatientView } from '@visita/contracts/booking/views';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/client.ts';
import { saveJson } from '../../lib/page/save-file.ts';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { MenuAction } from '../../ui/panels/menu-action.tsx';

/** Saves everything that is stored about a patient as a file. */
export const ExportPatient = ({ patient: { id } }: { patient: PatientView }) => {
  const { t } = useTranslation('patients');
  const { sending, submit } = useSubmit({ failed: 'patientExportFailed' });
  const save = () =>
    submit(async () =>
      saveJson(`visita-patient-${id}.json`, await call('exportPatient', { params: { patientId: id } })),
    );
  return (
    <MenuAction icon="download" onClick={() => void (sending || save())}>
      {t(($) => $.export.open)}
    </MenuAction>
  );
};
