import type { PatientView } from '@visita/contracts/booking/views';
import { patientTags } from '@visita/contracts/patient/remarks';
import type { PatientRecord } from '@visita/contracts/patient/views';
import type { AnyRow } from '@visita/platform/projection/table';
import { versionOf } from '../version.ts';
import type { patients } from './tables.ts';

/** Columns of a patient for the view. */
export type ShownPatient = Pick<
  AnyRow<typeof patients>,
  'patient_id' | 'name' | 'email' | 'prefix' | 'phone' | 'birth_date' | 'responsible_id' | 'relation'
> & {
  readonly language?: PatientView['language'] | null;
  readonly restricted?: boolean;
  readonly legal_hold?: string | null;
  readonly leaves_at?: string | null;
  readonly suspended?: string | null;
};

type Correctable = Pick<ShownPatient, 'name' | 'prefix' | 'phone' | 'email' | 'birth_date'>;

/** Returns the record replaced by a call that corrects a patient; its content gives the version. */
export const correctableIn = ({ name, prefix, phone, email, birth_date: birthDate }: Correctable) => ({
  name: name ?? '',
  prefix,
  phone,
  email: email ?? '',
  birthDate,
});

/** Returns a patient's record as its pro sees it; missing values are empty. */
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
  ...(row.language ? { language: row.language } : {}),
  responsible_id: row.responsible_id ?? '',
  relation: row.relation ?? '',
  ...(typeof row.suspended === 'string' ? { suspended: row.suspended } : {}),
  version: versionOf(correctableIn(row)),
});

export type ShownRecord = ShownPatient & Pick<AnyRow<typeof patients>, 'tags' | 'note'>;

/** Returns the record replaced by a call that writes remarks; its content gives the version. */
export const remarksIn = ({ tags, note }: Pick<ShownRecord, 'tags' | 'note'>) => ({
  tags: tags === null ? [] : patientTags.parse(JSON.parse(tags)),
  note: note ?? '',
});

/** Returns a patient's record with the pro's remarks, empty if there are none. */
export const patientRecord = (row: ShownRecord): PatientRecord => ({
  ...patientView(row),
  ...remarksIn(row),
  remarks_version: versionOf(remarksIn(row)),
});
