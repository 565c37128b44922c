import type { Pool } from 'pg';
import type { ActingMember } from '@visita/contracts/clinic/acting';
import type { HubRole } from '@visita/contracts/clinic/events';
import { fullName } from '../pro/view.ts';
import { select } from '../query.ts';

/** Columns of a person who acted at a clinic. */
export type ActingColumns = {
  readonly acting_role: HubRole | null;
  readonly acting_name: string | null;
  readonly acting_lastname: string | null;
};

/** The columns of {@link actingJoin} in a select. */
export const actingColumns = 'a.acting_role, a.acting_name, a.acting_lastname';

/**
 * Returns the SQL of a lateral join `a` with {@link ActingColumns}, given SQL expressions for the person and the
 * clinic. The name of a person who never belonged to the clinic stays hidden.
 */
export const actingJoin = (proId: string, clinicId: string): string => `left join lateral (
    select m.role as acting_role, w.name as acting_name, w.lastname as acting_lastname
    from (
      select 'owner' as role, 0 as rank, '' as position from read.clinics where clinic_id = ${clinicId} and owner_id = ${proId}
      union all select role, 1, position from read.hubs where clinic_id = ${clinicId} and pro_id = ${proId}
      order by rank, position desc limit 1
    ) m left join read.pros w on w.pro_id = ${proId}) a on true`;

/** Returns a person who acted, as the clinic's members see them: of a reception only the first name. */
export const actingMember = (row: ActingColumns): ActingMember => ({
  role: row.acting_role,
  name:
    row.acting_role === 'reception'
      ? (row.acting_name ?? '')
      : fullName({ name: row.acting_name, lastname: row.acting_lastname }),
});

/** Returns the colleague who made an entry as the view's `by`; empty if the professional made it. */
export const byColleague = ({
  made_by: madeBy,
  acting_role = null,
  acting_name = null,
  acting_lastname = null,
}: { readonly made_by?: string | null } & Partial<ActingColumns>): { by?: ActingMember } =>
  madeBy ? { by: actingMember({ acting_role, acting_name, acting_lastname }) } : {};

const actingAtClinic = {
  name: 'acting-at-clinic',
  text: `select q.pro_id, a.* from unnest($2::uuid[]) q (pro_id) ${actingJoin('q.pro_id', '$1::uuid')}`,
};

/** Reads persons who acted at a clinic, by their ids. */
export const readActing = async (
  pool: Pool,
  clinicId: string,
  proIds: readonly string[],
): Promise<ReadonlyMap<string, ActingMember>> => {
  const rows = await select<ActingColumns & { pro_id: string }>(pool, actingAtClinic, [clinicId, proIds]);
  return new Map(rows.map((row) => [row.pro_id, actingMember(row)]));
};
