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

/** What is on or off at a clinic; it shows at once, and goes back where it could not be saved. */
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
      // Where it cannot be read again either, the switch must not lie.
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
