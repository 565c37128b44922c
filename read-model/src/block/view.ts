import type { Zone } from '@visita/contracts/availability/zones';
import type { BlockView } from '@visita/contracts/block/views';
import type { AnyRow } from '@visita/platform/projection/table';
import { type ActingColumns, byColleague } from '../clinic/acting.ts';
import type { blocks } from './tables.ts';

/** Returns a blocked time as a pro sees it: notes are visible to the professional and their author only. */
export const blockView = (
  row: AnyRow<typeof blocks> & Partial<ActingColumns>,
  zones: (timezone: string) => Zone,
  viewerId: string,
): BlockView => {
  const zone = zones(row.timezone);
  const [note, reads] = [row.note ?? '', [row.pro_id, row.author_id].includes(viewerId)];
  return {
    id: row.block_id,
    pro_id: row.pro_id,
    hub_id: row.hub_id,
    clinic_id: row.clinic_id,
    timezone: row.timezone,
    date: zone.offsetIso(row.starts_at),
    ending_date: zone.offsetIso(row.ends_at),
    note: reads ? note : '',
    ...byColleague(row),
    ...(note !== '' && !reads && { note_hidden: true as const }),
  };
};
