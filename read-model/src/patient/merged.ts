import { columnsOf } from '@visita/platform/projection/table';
import { patients } from './tables.ts';

/** Returns the SQL for the id of the record that a patient's record was merged into, or its own. */
export const keptId = (id: string): string =>
  `coalesce((select m.merged_into from read.patients m where m.patient_id = ${id}), ${id})`;

/** Returns the SQL array of the ids of all records shown as one patient. */
export const recordIds = (id: string): string =>
  `array(select ${id} union all select m.patient_id from read.patients m where m.merged_into = ${id})`;

/**
 * Returns the SQL for all columns of a patient; the responsible person is the kept one if that record was
 * merged.
 */
export const shownColumns = (alias: string): string =>
  columnsOf(patients, alias).replace(
    `${alias}."responsible_id"`,
    `${keptId(`${alias}.responsible_id`)} as responsible_id`,
  );
