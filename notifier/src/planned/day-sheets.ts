import { deriveId } from '@visita/platform/ids/derive-id';
import type { Database } from '@visita/platform/postgres/connect';
import { aboutSheet, readSheetReader, type SheetOf, sheetIn } from '../day-sheet-reads.ts';
import type { Planned, PurposeRules } from './port.ts';

/** Milliseconds after its hour during which a sheet is sent. */
const useful = 6 * 3_600_000;

/** Sheets of the day after, whose hour was within the last six hours. */
const dueSql = `
  select m.pro_id as "proId", c.clinic_id as "clinicId", (today.day + 1)::text as day, due.at as due
  from read.message_settings m
  cross join lateral jsonb_array_elements(m.settings::jsonb -> 'daySheets') sheet
  join read.clinics c on c.clinic_id = (sheet ->> 'clinicId')::uuid and c.status = 'active'
  cross join lateral (select ($1::timestamptz at time zone c.timezone)::date - n as day from generate_series(0, 1) n) today
  cross join lateral (select (today.day + (sheet ->> 'at')::time) at time zone c.timezone as at) due
  where due.at <= $1 and due.at > $1::timestamptz - interval '6 hours'
    and not exists (select from notifier.planned n
      where n.about = concat_ws(':', m.pro_id, c.clinic_id, today.day + 1) and n.purpose = 'day-sheet')
  order by due.at limit 1000`;

type Deps = { pool: Database['pool']; planned: Pick<Planned, 'plan'>; now: () => Date };

/** Creates the function that plans the mails with the visits of the next day. */
export const createDueSheets =
  ({ pool, planned, now }: Deps) =>
  async (): Promise<void> => {
    const { rows } = await pool.query<SheetOf & { due: Date }>(dueSql, [now()]);
    for (const { due, ...sheet } of rows) {
      const { proId, clinicId, day } = sheet;
      await planned.plan({
        id: deriveId(clinicId, day, proId, 'day sheet'),
        purpose: 'day-sheet',
        about: aboutSheet(sheet),
        proId,
        clinicId,
        subjects: [`pro-${proId}`, `clinic-${clinicId}`],
        channel: 'mail',
        due,
        notAfter: new Date(due.getTime() + useful),
      });
    }
  };

const noQuiet = { from: '00:00', until: '00:00', mails: false };

/** Creates the rules of day sheets: the right to see the visits is checked again. */
export const sheetRules = ({ pool, strict }: { pool: Database['pool']; strict: boolean }): PurposeRules => ({
  template: 'day-sheet',
  read: async ({ about }) => {
    const reader = await readSheetReader(pool, sheetIn(about));
    if (!reader) return { skip: 'silenced' };
    const { email, timezone, proven } = reader;
    const address = proven || !strict ? email : null;
    return { recipient: { email: address, mobile: null, blocked: null }, quiet: noQuiet, timezone };
  },
});
