import type { ClosingView, VacationView } from '@visita/contracts/booking/views';
import type { AnyRow } from '@visita/platform/projection/table';
import type { vacations } from '../hub/tables.ts';
import { fullName } from '../pro/view.ts';
import { type ActingColumns, byColleague } from './acting.ts';
import type { closings } from './tables.ts';
import type { ShownHub } from './view.ts';

type Period = Omit<AnyRow<typeof closings>, 'closing_id' | 'starts_at' | 'ends_at'> & {
  readonly clinic_name: string;
};
export type ShownClosing = Period & Pick<AnyRow<typeof closings>, 'closing_id'>;
/** A vacation's row with its clinic and professional. */
export type ShownVacation = Period &
  Pick<AnyRow<typeof vacations>, 'vacation_id' | 'hub_id'> &
  Pick<ShownHub, 'role' | 'name' | 'lastname' | 'email'> &
  Partial<Pick<AnyRow<typeof vacations>, 'made_by'> & ActingColumns>;

const periodFields = (row: Period) => ({
  title: row.title,
  clinic_id: row.clinic_id,
  clinic_name: row.clinic_name,
  starting_date: row.starting_date,
  ending_date: row.ending_date,
});

export const closingView = (row: ShownClosing): ClosingView => ({
  ...periodFields(row),
  id: row.closing_id,
  type: 'closing',
});

export const vacationView = (row: ShownVacation): VacationView => ({
  ...periodFields(row),
  id: row.vacation_id,
  hub_id: row.hub_id,
  pro_name: fullName(row),
  pro_email: row.email ?? '',
  role: row.role,
  type: 'vacation',
  ...byColleague(row),
});
