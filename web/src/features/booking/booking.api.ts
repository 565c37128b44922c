import type { PatientView } from '@visita/contracts/booking/views';
import type { Pro } from '@visita/contracts/pro/views';
import { useCall } from '../../lib/use-call.ts';

/** The pro's patients. */
export const usePatients = (pro: Pro) => {
  const { data, ...rest } = useCall('getPatients', { params: { key: pro.id } });
  return { data: data?.data as PatientView[] | undefined, ...rest };
};

/** Name or email in any case, or part of the phone; nothing for an empty query. */
export const searchPatients = (patients: readonly PatientView[], query: string): PatientView[] => {
  const wanted = query.trim().toLowerCase();
  if (!wanted) return [];
  return patients.filter(
    ({ name, email, phone }) =>
      name.toLowerCase().includes(wanted) || email.toLowerCase().includes(wanted) || phone.includes(wanted),
  );
};
