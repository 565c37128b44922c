import { betterPhone } from '@visita/contracts/phone/read';
import { type Check, off, ok } from './check.ts';
import { type Deps, has } from './database.ts';

type Stored = {
  readonly kind: 'patient' | 'pro';
  readonly id: string;
  readonly prefix: string;
  readonly phone: string;
};

/** Maximum number of listed phones. */
const most = 20;

// Only numbers that start with a zero or with their prefix may need a correction. Italian numbers keep their
// zero abroad.
const suspects = (kind: Stored['kind'], id: string, table: string): string => `
  select '${kind}' as kind, ${id} as id, prefix, phone from read.${table}
  where starts_with(phone, ltrim(prefix, '+')) or starts_with(phone, '00')
    or (starts_with(phone, '0') and prefix <> '+39')`;

/** Describes the correction without the number. */
const suggestion = ({ kind, id, prefix, phone }: Stored): string[] => {
  const better = betterPhone({ prefix, phone });
  if (!better?.phone || !phone.endsWith(better.phone)) return [];
  const cut = phone.slice(0, phone.length - better.phone.length);
  const change = better.prefix === prefix ? '' : `choose ${better.prefix}, `;
  return [`${kind} ${id}: ${change}leave out the ${cut} that follows ${prefix}`];
};

/** Lists phones that cannot be dialled as stored, with a correction; changes none. */
export const phonesCanBeDialled = ({ pool }: Deps): Check => ({
  name: 'phones',
  todo: 'Look at the database.',
  look: async () => {
    if (!(await has(pool, 'read.patients'))) return off('not there yet: the first start creates them');
    const { rows } = await pool.query<Stored>(
      `${suspects('patient', 'patient_id', 'patients')} union all ${suspects('pro', 'pro_id', 'pros')} order by kind, id`,
    );
    const found = rows.flatMap(suggestion);
    if (found.length === 0) return ok('all can be dialled as stored');
    const more = found.length > most ? `; and ${found.length - most} more` : '';
    return {
      state: 'ok',
      detail: `${found.length} cannot be dialled as stored: ${found.slice(0, most).join('; ')}${more}`,
      todo: 'Ask their practice, or the pro, to correct them: the product changes no number by itself.',
    };
  },
});
