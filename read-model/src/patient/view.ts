import type { PatientView } from '@visita/contracts/booking/views';
import { patientTags } from '@visita/contracts/patient/remarks';
import type { PatientRecord } from '@visita/contracts/patient/views';
import type { AnyRow } from '@visita/platform/projection/table';
import type { patients } from './tables.ts';

/** A patient's row as far as the view shows it. */
export type ShownPatient = Pick<
  AnyRow<typeof patients>,
  'patient_id' | 'name' | 'email' | 'prefix' | 'phone' | 'birth_date' | 'responsible_id' | 'relation'
> & {
  readonly restricted?: boolean;
  readonly legal_hold?: string | null;
  readonly leaves_at?: string | null;
  readonly suspended?: string | null;
};

/** A patient's record as its pro sees it; what was not given is empty. */
export const patientView = (row: ShownPatient): PatientView => ({
  id: row.patient_id,
  name: row.name ?? '',
  email: row.email ?? '',
  prefix: row.prefix ?? '',
  phone: row.phone ?? '',
  ...(row.restricted ? { restricted: true as const } : {}),
  ...(typeof row.legal_hold === 'string' ? { legal_hold: row.legal_hold } : {}),
  ...(typeof row.leaves_at === 'string' ? { leaves_at: row.leaves_at } : {}),
  birth_date: row.birth_date ?? '',
  responsible_id: row.responsible_id ?? '',
  relation: row.relation ?? '',
  ...(typeof row.suspended === 'string' ? { suspended: row.suspended } : {}),
});

/** A patient's row with what the pro alone wrote. */
export type ShownRecord = ShownPatient & Pick<AnyRow<typeof patients>, 'tags' | 'note'>;

/** A patient's record with what the pro alone wrote, which is empty where it was not. */
export const patientRecord = (row: ShownRecord): PatientRecord => ({
  ...patientView(row),
  tags: row.tags === null ? [] : patientTags.parse(JSON.parse(row.tags)),
  note: row.note ?? '',
});
