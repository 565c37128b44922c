import { isVisible } from '@visita/contracts/names';
import { type Check, off, ok } from './check.ts';
import { type Deps, has } from './database.ts';

/** Maximum number of listed patients. */
const most = 20;

/** Lists patients with an invisible name, as releases before 1.1 accepted; changes none. */
export const namesCanBeSeen = ({ pool }: Deps): Check => ({
  name: 'names',
  todo: 'Look at the database.',
  look: async () => {
    if (!(await has(pool, 'read.patients'))) return off('not there yet: the first start creates them');
    const { rows } = await pool.query<{ id: string; name: string }>(
      // PostgreSQL counts Hangul fillers as letters.
      String.raw`select patient_id as id, name from read.patients
        where name !~ '[[:alnum:]]' or name ~ '[\u115f\u1160\u3164\uffa0]' order by 1`,
    );
    const found = rows.filter(({ name }) => !isVisible(name)).map(({ id }) => `patient ${id}`);
    if (found.length === 0) return ok('every patient has a visible name');
    const more = found.length > most ? `; and ${found.length - most} more` : '';
    return {
      state: 'ok',
      detail: `${found.length} are invisible: ${found.slice(0, most).join('; ')}${more}`,
      todo: 'Ask their practice to name these patients: the product changes no name by itself.',
    };
  },
});
