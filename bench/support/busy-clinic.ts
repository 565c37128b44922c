import type { Database } from '@visita/platform/postgres/connect';
import { fillReadModels, placeOf } from '../../tests/support/clinics-with-history.ts';

const professionals = 12;
/** Covers the longest period of the overview and the one before it. */
const days = 728;

const id = (kind: number, of: string) => `'${kind}0000000-0000-4000-8000-' || lpad((${of})::text, 12, '0')`;
const { hubId, proId } = placeOf(0);

/** Copies the owner's row in a table for each colleague. */
const copy = (table: string, changed: string) => `
  insert into read.${table} select made.*
  from read.${table} t, generate_series(2, ${professionals}) g,
    jsonb_populate_record(t, jsonb_build_object(${changed})) made`;

/**
 * Visits of the last years: a quarter of the patients are new, attendance is recorded for all, three of four
 * were reminded.
 */
const visits = `
  insert into read.bookings select made.*
  from (select b from read.bookings b limit 1) one, generate_series(1, $1::int) g,
    lateral (select date_trunc('day', now()) - (g % ${days}) * interval '1 day' - interval '1 day'
      + (8 + (g / ${days}) % 10) * interval '1 hour' as start) at,
    jsonb_populate_record(one.b, jsonb_build_object('booking_id', ${id(5, 'g')}, 'patient_id', ${id(4, 'g % ($1 / 4)')},
      'pro_id', case when g % ${professionals} = 0 then '${proId}' else ${id(2, `g % ${professionals} + 1`)} end,
      'starts_at', start, 'ends_at', start + interval '30 minutes', 'placed_at', start - (g % 40) * interval '1 day',
      'status', case when g % 10 = 0 then 'cancelled' else 'confirmed' end, 'confirm_by', null,
      'service_name', 'Visita ' || g % 8, 'attendance', case when g % 9 = 0 then 'missed' else 'attended' end)) made`;

const reminders = `
  insert into notifier.outbox (queue, job_id, name, payload, priority, series, due_at, expires_at, claimed_at, state)
  select 'mail', booking_id::text, 'reminder', jsonb_build_object('eventId', booking_id), 1, booking_id::text,
    starts_at - interval '1 day', starts_at, starts_at - interval '1 day', 'sent'
  from read.bookings where attendance <> 'expected' and booking_id::text > '5'
    and abs(hashtext(booking_id::text)) % 4 > 0`;

/**
 * Fills the read models with a clinic of twelve with the given number of visits in two years; returns its
 * owner.
 */
export const fillBusyClinic = async ({ pool }: Pick<Database, 'pool'>, history: number): Promise<string> => {
  await fillReadModels({ pool }, [1]);
  const colleague = { pro: `'pro_id', ${id(2, 'g')}`, hub: `'hub_id', ${id(3, 'g')}` };
  const sql = [
    `delete from notifier.outbox`,
    copy('pros', `${colleague.pro}, 'slug', 'pro' || g, 'username', 'pro' || g, 'email', 'pro' || g`),
    copy('hubs', `${colleague.hub}, ${colleague.pro}`),
    copy('working_hours', `'availability_id', availability_id || g, ${colleague.hub}`),
    copy('workplace_changes', `'place_id', ${id(3, 'g')}`).concat(` where t.place_id = '${hubId}'`),
    // They have worked there all the time.
    `update read.workplace_changes set changed_at = '2001-01-01'`,
    `update read.working_hours set since = '2001-01-01'`,
  ];
  for (const text of sql) await pool.query(text);
  await pool.query(visits, [history]);
  await pool.query(reminders);
  await pool.query('vacuum analyze');
  return proId;
};
