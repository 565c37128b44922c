import type { ShownRecord } from '@visita/read-model/patient/view';

/** Returns the columns of a record without texts that only its professional reads. */
export const withoutReasons = <Columns extends ShownRecord>(row: Columns): Columns => ({
  ...row,
  tags: null,
  note: null,
  leaves_at: null,
  ...(typeof row.legal_hold === 'string' ? { legal_hold: '' } : {}),
  ...(typeof row.suspended === 'string' ? { suspended: '' } : {}),
});
