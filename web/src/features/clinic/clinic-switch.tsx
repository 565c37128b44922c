import type { ClinicView } from '@visita/contracts/clinic/views';
import { Switch } from '@mantine/core';
import { call } from '../../lib/api/client.ts';
import { patchClinic, refreshClinics } from '../../lib/data/clinic.api.ts';
import { useToast } from '../../ui/feedback/toast.tsx';

type SwitchProps = {
  clinic: ClinicView;
  name: 'online_booking' | 'second_factor';
  label: string;
  hint?: string;
  failed: 'onlineBookingFailed' | 'secondFactorFailed';
};

/** Switch of a clinic's option; it changes at once and reverts if saving fails. */
export const ClinicSwitch = ({ clinic, name, label, hint, failed }: SwitchProps) => {
  const toast = useToast();
  const change = (on: boolean) =>
    name === 'online_booking' ? { online_booking: on } : { second_factor: on };
  const toggle = async (on: boolean) => {
    await patchClinic(clinic.id, change(on));
    try {
      await call('updateClinic', { params: { id: clinic.id }, body: change(on) });
    } catch (error) {
      toast(failed, error);
      // If the reload fails too, the switch shows the known state.
      await patchClinic(clinic.id, change(!on));
    }
    await refreshClinics();
  };
  return (
    <Switch
      size="md"
      label={label}
      description={hint}
      checked={clinic[name]}
      onChange={(event) => void toggle(event.currentTarget.checked)}
    />
  );
};
