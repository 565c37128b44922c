import type { ClinicView } from '@visita/contracts/clinic/views';
import { Switch } from '@mantine/core';
import { call } from '../../lib/api/client.ts';
import { patchClinic, refreshClinics } from '../../lib/data/clinic.api.ts';
import { useToast } from '../../ui/feedback/toast.tsx';

type SwitchName = 'online_booking' | 'second_factor' | 'patients_shared';

type SwitchProps = {
  clinic: ClinicView;
  name: SwitchName;
  label: string;
  hint?: string;
  failed: 'onlineBookingFailed' | 'secondFactorFailed' | 'patientsSharedFailed';
};

const changeOf = (name: SwitchName, on: boolean) => {
  if (name === 'online_booking') return { online_booking: on };
  return name === 'second_factor' ? { second_factor: on } : { patients_shared: on };
};

/** Returns a function that changes a clinic's option at once and reverts it if saving fails. */
export const useClinicOption = ({
  clinic,
  name,
  failed,
}: Pick<SwitchProps, 'clinic' | 'name' | 'failed'>) => {
  const toast = useToast();
  return async (on: boolean) => {
    const change = changeOf(name, on);
    const before = { [name]: clinic[name] };
    await patchClinic(clinic.id, change);
    try {
      await call('updateClinic', { params: { id: clinic.id }, body: change });
    } catch (error) {
      toast(failed, error);
      // If the reload fails too, the switch shows the known state.
      await patchClinic(clinic.id, before);
    }
    await refreshClinics();
  };
};

/** Switch of a clinic's option. */
export const ClinicSwitch = ({ clinic, name, label, hint, failed }: SwitchProps) => {
  const toggle = useClinicOption({ clinic, name, failed });
  return (
    <Switch
      size="md"
      label={label}
      description={hint}
      checked={clinic[name] ?? false}
      onChange={(event) => void toggle(event.currentTarget.checked)}
    />
  );
};
