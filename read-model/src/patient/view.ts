import type { PatientView } from '@visita/contracts/booking/views';
import type { AnyRow } from '@visita/platform/projection/table';
import type { patients } from './tables.ts';

/** A patient's row as far as the view shows it. */
export type ShownPatient = Omit<AnyRow<typeof patients>, 'pro_id' | 'corrected' | 'erased'>;

/** A patient's record as its pro sees it. */
export const patientView = (row: ShownPatient): PatientView => ({
  id: row.patient_id,
  name: row.name ?? '',
  email: row.email ?? '',
  prefix: row.prefix ?? '',
  phone: row.phone ?? '',
});
