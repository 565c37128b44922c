import type { ClinicView } from '@visita/contracts/clinic/views';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAttempts } from '../../lib/use-attempts.ts';
import { SidePanel } from '../../ui/side-panel.tsx';
import { useFading } from '../../ui/use-fading.ts';
import { useSubmit } from '../../ui/use-submit.ts';
import { addServices, refreshClinics, type ServiceRow } from '../../lib/data/clinic.api.ts';
import { ServiceRows } from './service-rows.tsx';

/** Adds services to a clinic that exists. */
export const AddServicesPanel = ({ clinic, onClose }: { clinic: ClinicView; onClose: () => void }) => {
  const { t } = useTranslation('clinic');
  const attempt = useAttempts();
  const fading = useFading(onClose);
  const [rows, setRows] = useState<ServiceRow[]>([]);
  const { sending, submit } = useSubmit();
  const send = async () => {
    await attempt(rows, (key) => addServices(clinic.id, rows, key));
    await refreshClinics();
    fading.close();
  };
  const save = () => submit(send, { failed: t(($) => $.services.errorMessage), seconds: 7 });
  return (
    <SidePanel
      opened={fading.opened}
      onClose={fading.close}
      onExitTransitionEnd={fading.onExitTransitionEnd}
      title={t(($) => $.services.panel, { clinic: clinic.name })}
      footer={
        <Button loading={sending} disabled={rows.length === 0} onClick={() => void save()}>
          {t(($) => $.services.save)}
        </Button>
      }
    >
      <ServiceRows rows={rows} onChange={setRows} />
    </SidePanel>
  );
};
