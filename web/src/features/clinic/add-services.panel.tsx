import type { ClinicView } from '@visita/contracts/clinic/views';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addServices, refreshClinics, type ServiceRow } from '../../lib/data/clinic.api.ts';
import { useIdempotencyKey } from '../../lib/api/use-idempotency-key.ts';
import { FormPanel } from '../../ui/forms/form-panel.tsx';
import { ServiceRows } from './service-rows.tsx';

/** Adds services to a clinic that exists. */
export const AddServicesPanel = ({ clinic, onClose }: { clinic: ClinicView; onClose: () => void }) => {
  const { t } = useTranslation('clinic');
  const withKey = useIdempotencyKey();
  const [rows, setRows] = useState<ServiceRow[]>([]);
  const save = async () => {
    await withKey(rows, (key) => addServices(clinic.id, rows, key));
    await refreshClinics();
  };
  return (
    <FormPanel
      title={t(($) => $.services.panel, { clinic: clinic.name })}
      submit={t(($) => $.services.save)}
      send={rows.length > 0 ? save : null}
      failed="servicesFailed"
      onClose={onClose}
    >
      <ServiceRows rows={rows} onChange={setRows} />
    </FormPanel>
  );
};
