import type { ClinicView } from '@visita/contracts/clinic/views';
import { useTranslation } from 'react-i18next';
import { addServices, refreshClinics, type ServiceRow } from '../../lib/data/clinic.api.ts';
import { useIdempotencyKey } from '../../lib/api/use-idempotency-key.ts';
import { FormPanel } from '../../ui/forms/form-panel.tsx';
import { useDraftForm } from '../../ui/forms/use-draft-form.ts';
import { emptyService } from './service-fields.tsx';
import { ServiceRows } from './service-rows.tsx';

export const AddServicesPanel = ({ clinic, onClose }: { clinic: ClinicView; onClose: () => void }) => {
  const { t } = useTranslation('clinic');
  const withKey = useIdempotencyKey();
  const { form, draft } = useDraftForm(`services of ${clinic.id}`, {
    rows: [] as ServiceRow[],
    adding: emptyService,
  });
  const { rows, adding } = form.values;
  const save = async () => {
    await withKey(rows, (key) => addServices(clinic.id, rows, key));
    await refreshClinics();
  };
  return (
    <FormPanel
      title={t(($) => $.services.panel, { clinic: clinic.name })}
      submit={t(($) => $.services.save)}
      send={rows.length > 0 ? save : null}
      draft={draft}
      failed="servicesFailed"
      onClose={onClose}
    >
      <ServiceRows
        rows={rows}
        onChange={(changed) => form.setValues({ rows: changed })}
        adding={adding}
        onAdding={(next) => form.setValues({ adding: next })}
      />
    </FormPanel>
  );
};
