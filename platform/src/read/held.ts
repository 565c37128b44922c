import type { Subject } from '@visita/contracts/event';
import type { ExportedMail } from '@visita/contracts/personal-data/views';
import type { Pool } from 'pg';

const mailsSql = {
  name: 'mails-about',
  text: `select template as kind, coalesce(settled, created) as time, state
    from notifier.mails where subjects @> array[$1] order by created, template`,
};
const sessionsSql = {
  name: 'sessions-of',
  text: `select created, expires from auth.sessions where pro_id = $1 and ended_at is null order by created`,
};

type MailRow = Omit<ExportedMail, 'time'> & { readonly time: Date };

/** The mails that held somebody's data: which and when, as the ledger has them. */
export const mailsAbout = async (pool: Pool, subject: Subject): Promise<ExportedMail[]> => {
  const { rows } = await pool.query<MailRow>({ ...mailsSql, values: [subject] });
  return rows.map(({ time, ...mail }) => ({ ...mail, time: time.toISOString() }));
};

/** The sessions of a pro that were not ended. */
export const sessionsOf = async (
  pool: Pool,
  proId: string,
): Promise<{ started: string; expires: string }[]> => {
  const { rows } = await pool.query<{ created: Date; expires: Date }>({ ...sessionsSql, values: [proId] });
  return rows.map(({ created, expires }) => ({
    started: created.toISOString(),
    expires: expires.toISOString(),
  }));
};
