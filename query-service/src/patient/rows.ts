import type { PatientView } from '@visita/contracts/booking/views';

export type PatientRow = {
  readonly patient_id: string;
  readonly pro_id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly prefix: string | null;
  readonly phone: string | null;
};

/** A patient's record as its pro sees it. */
export const patientView = (row: PatientRow): PatientView => ({
  id: row.patient_id,
  name: row.name ?? '',
  email: row.email ?? '',
  prefix: row.prefix ?? '',
  phone: row.phone ?? '',
});
