import type { Pool } from 'pg';
import { select } from '../query.ts';

const professionals = {
  name: 'desk-professionals',
  text: `select count(distinct h.pro_id)::int as count
    from read.hubs d
    join read.clinics c on c.clinic_id = d.clinic_id and c.status = 'active'
    join read.hubs h on h.clinic_id = d.clinic_id and h.status = 'active' and h.role <> 'reception'
    where d.pro_id = $1 and d.role = 'reception' and d.status = 'active'`,
};

/** Creates a function that counts the active professionals of the clinics where an account is a reception. */
export const createDeskProfessionals =
  (pool: Pool) =>
  async (proId: string): Promise<number> => {
    const [row] = await select<{ count: number }>(pool, professionals, [proId]);
    return row?.count ?? 0;
  };
