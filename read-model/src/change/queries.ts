import type { Pool } from 'pg';
import { beginning } from '@visita/platform/event-store/port';
import { select } from '../query.ts';
import { everybody } from './tables.ts';

/** The last change that a pro, the value, may see in calendars, of their own and of all clinics that know them. */
export const lastChangeOfPro = `select max(position) as position from read.changes where scope = any(array['${everybody}', $1::uuid::text] || array(
    select clinic_id::text from read.clinics where owner_id = $1 union select clinic_id::text from read.hubs where pro_id = $1))`;
const lastOfEverybody = {
  name: 'last-change-of-everybody',
  text: `select position from read.changes where scope = '${everybody}'`,
};

type Row = { readonly position: string | null };

/** The position of the last change of anything but visits and patients. */
export const readLastOfEverybody = async (pool: Pool): Promise<string> =>
  (await select<Row>(pool, lastOfEverybody, []))[0]?.position ?? beginning;
