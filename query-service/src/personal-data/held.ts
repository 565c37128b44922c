import type { PasskeyView } from '@visita/contracts/pro/passkeys';
import type { Subject } from '@visita/contracts/event';
import type { ExportedMail, ExportedText } from '@visita/contracts/personal-data/views';
import type { Pool } from 'pg';
import type { Dependencies } from '../dependencies.ts';
import type { Holder } from './held-bookings.ts';

const mailsSql = {
  name: 'mails-about',
  text: `select template as kind, coalesce(settled, created) as time, state
    from notifier.mails where subjects && $1 order by created, template`,
};
const textsSql = {
  name: 'texts-to',
  text: `select purpose as kind, created as time, state, reason from messages.texts
    where patient_id = any($1) order by created, id`,
};
const sessionsSql = {
  name: 'sessions-of',
  text: `select created, expires, coalesce(last_seen, created) as seen, browser, network
    from auth.sessions where pro_id = $1 and ended_at is null order by created`,
};

const readMarkSql = {
  name: 'read-mark-of',
  text: 'select until, single from auth.read_marks where pro_id = $1',
};

const bookingsSql = (column: 'pro_id' | 'patient_id', more = '') => ({
  name: `bookings-by-${column}`,
  text: `select booking_id as id from command.patient_bookings where ${column} = any($1)
    union select booking_id from read.bookings where ${column} = any($1) ${more} order by id`,
});
// For a patient, also selects the bookings with the patient as contact person.
const asContact = 'union select booking_id from read.bookings where contact_id = any($1)';
const bookings = { pro: bookingsSql('pro_id'), patient: bookingsSql('patient_id', asContact) } as const;

type MailRow = Omit<ExportedMail, 'time'> & { readonly time: Date };
type TextRow = Omit<ExportedText, 'time'> & { readonly time: Date };

/** Returns the texts to a person, from the ledger. */
export const textsTo = async (pool: Pool, ids: readonly string[]): Promise<ExportedText[]> => {
  const { rows } = await pool.query<TextRow>({ ...textsSql, values: [ids] });
  return rows.map(({ time, ...text }) => ({ ...text, time: time.toISOString() }));
};

/** Returns the mails that held a person's data, from the send ledger. */
export const mailsAbout = async (pool: Pool, subjects: readonly Subject[]): Promise<ExportedMail[]> => {
  const { rows } = await pool.query<MailRow>({ ...mailsSql, values: [subjects] });
  return rows.map(({ time, ...mail }) => ({ ...mail, time: time.toISOString() }));
};

/** Returns the bookings that a holder has or had; some were handed over to another pro. */
export const bookingsOnceOf = async (pool: Pool, { kind, ids }: Holder): Promise<string[]> =>
  (await pool.query<{ id: string }>({ ...bookings[kind], values: [ids] })).rows.map((row) => row.id);

type SessionRow = {
  created: Date;
  expires: Date;
  seen: Date;
  browser: string | null;
  network: string | null;
};

export const sessionsOf = async (pool: Pool, proId: string) => {
  const { rows } = await pool.query<SessionRow>({ ...sessionsSql, values: [proId] });
  return rows.map(({ created, expires, seen, browser, network }) => ({
    started: created.toISOString(),
    expires: expires.toISOString(),
    lastSeen: seen.toISOString(),
    browser,
    network,
  }));
};

type ReadMarkRow = { until: string; single: string[] };

/** Returns the read mark of a pro's notices; null before their first look. */
export const readMarkOf = async (pool: Pool, proId: string): Promise<ReadMarkRow | null> =>
  (await pool.query<ReadMarkRow>({ ...readMarkSql, values: [proId] })).rows[0] ?? null;

/** Returns the passkeys of a pro; the private keys are on their devices. */
export const passkeysOf = async (
  { passkeys }: Pick<Dependencies, 'passkeys'>,
  proId: string,
): Promise<PasskeyView[]> =>
  (await passkeys.list(proId)).map(({ passkeyId: id, name, created, lastUsed }) => ({
    id,
    name,
    created: created.toISOString(),
    lastUsed: lastUsed?.toISOString() ?? null,
  }));
