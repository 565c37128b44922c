import { keptId, recordIds } from '../patient/merged.ts';

/** Returns the SQL for whether the person in a column made a choice, in any of their merged records. */
export const choseSql = (
  chosen: 'texts' | 'all_texts' | 'stopped',
  column: string,
): string => `exists (select from read.message_choices x
    where x.patient_id = any(${recordIds(keptId(column))}) and x.${chosen})`;

/**
 * Returns the SQL for whether a person, by a column, may get offers and invitations as texts: they agreed, and the number
 * of their record, by its alias, belongs to a confirmed visit of theirs, maybe since a correction.
 */
export const allowsTexts = (column: string, record: string): string => `${choseSql('all_texts', column)}
    and exists (select from read.bookings v where v.patient_id = any(${recordIds(keptId(column))}) and v.status = 'confirmed'
      and (v.position < ${record}.corrected or (v.prefix = ${record}.prefix and v.phone = ${record}.phone)))`;
