import { columnsOf } from '@visita/platform/projection/table';
import { patients } from './tables.ts';

/** The id under which the patient of an SQL expression is shown: of whom they were merged into, or their own. */
export const keptId = (id: string): string =>
  `coalesce((select m.merged_into from read.patients m where m.patient_id = ${id}), ${id})`;

/** The ids of all records that are shown as the patient of an SQL expression, as an SQL array. */
export const recordIds = (id: string): string =>
  `array(select ${id} union all select m.patient_id from read.patients m where m.merged_into = ${id})`;

/** All columns of a patient; the person who answers for them is the one that record was merged into. */
export const shownColumns = (alias: string): string =>
  columnsOf(patients, alias).replace(
    `${alias}."responsible_id"`,
    `${keptId(`${alias}.responsible_id`)} as responsible_id`,
  );
