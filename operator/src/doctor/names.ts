import { isVisible } from '@visita/contracts/names';
import { type Check, off, ok } from './check.ts';
import { type Deps, has } from './database.ts';

/** Patients that are listed. */
const most = 20;

/** Lists patients whose stored name shows nothing, as releases before 1.1 took it; changes none. */
export const namesCanBeSeen = ({ pool }: Deps): Check => ({
  name: 'names',
  todo: 'Look at the database.',
  look: async () => {
    if (!(await has(pool, 'read.patients'))) return off('not there yet: the first start makes them');
    const { rows } = await pool.query<{ id: string; name: string }>(
      // Fillers are letters to PostgreSQL.
      String.raw`select patient_id as id, name from read.patients
        where name !~ '[[:alnum:]]' or name ~ '[\u115f\u1160\u3164\uffa0]' order by 1`,
    );
    const found = rows.filter(({ name }) => !isVisible(name)).map(({ id }) => `patient ${id}`);
    if (found.length === 0) return ok('each patient has one that can be seen');
    const more = found.length > most ? `; and ${found.length - most} more` : '';
    return {
      state: 'ok',
      detail: `${found.length} show nothing: ${found.slice(0, most).join('; ')}${more}`,
      todo: 'Their practice gives these patients a name: the product changes none by itself.',
    };
  },
});
