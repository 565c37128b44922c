import type { Pool } from 'pg';
import { beginning } from '@visita/platform/event-store/port';
import { select } from '../query.ts';
import { everybody } from './tables.ts';

export type Change = { readonly scope: string; readonly position: string };

/** Last changes visible to the pro in $1: their own, and those of all clinics with a hub of theirs. */
export const changesOfPro = `select scope, max(position) as position from (
    select unnest(array['${everybody}', $1::uuid::text] || array(
      select clinic_id::text from read.clinics where owner_id = $1 union select clinic_id::text from read.hubs where pro_id = $1)) as scope
  ) theirs left join read.changes using (scope) group by scope`;

const changesOfClinic = {
  name: 'changes-of-clinic',
  text: `with pros as (select pro_id from read.hubs where clinic_id = $1 and status = 'active'),
    theirs as (
      select scope from unnest(array['${everybody}', $1::uuid::text]) one (scope)
      union select pro_id::text from pros
      union select clinic_id::text from read.hubs where pro_id in (select pro_id from pros))
    select scope, coalesce(position, '${beginning}') as position from theirs left join read.changes using (scope)`,
};

/**
 * Reads the last changes that affect a clinic's free times: at the clinic, and of its professionals anywhere.
 */
export const readChangesOfClinic = (pool: Pool, clinicId: string): Promise<Change[]> =>
  select<Change>(pool, changesOfClinic, [clinicId]);

const lastOfEverybody = {
  name: 'last-change-of-everybody',
  text: `select scope, position from read.changes where scope = '${everybody}'`,
};

/** Reads the last change of anything but visits and patients, if any. */
export const readLastOfEverybody = (pool: Pool): Promise<Change[]> =>
  select<Change>(pool, lastOfEverybody, []);

const since = {
  name: 'changes-since',
  text: `select (select min(position) from read.checkpoints) as reached, coalesce((
      select json_agg(later) from (
        select scope, position from read.changes where position > $1 order by position limit $2
      ) later), '[]') as changes`,
};

type Since = { readonly reached: string | null; readonly changes: readonly Change[] };

/** Reads at most `most` changes after a position, and the position of all read models at that moment. */
export const readChangesSince = async (
  pool: Pool,
  position: string,
  most: number,
): Promise<{ reached: string; changes: readonly Change[] }> => {
  const [found] = await select<Since>(pool, since, [position, most]);
  return { reached: found?.reached ?? beginning, changes: found?.changes ?? [] };
};
