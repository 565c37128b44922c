import type { Pool, PoolClient } from 'pg';
import { addDays } from '@visita/contracts/availability/zones';
import type { Database } from '@visita/platform/postgres/connect';
import { sumUpBookings } from '@visita/read-model/overview/kept';
import { createClient, succeed } from '../../tests/support/http.ts';
import type { ClientRequest } from './clients.ts';
import { openPractices, type Practice } from './practices.ts';

/** A practice with a busy week ahead, and its most frequent requests by name. */
export type OldPractice = {
  readonly history: number;
  /** Several requests are sent in turn. */
  readonly requests: Readonly<Record<string, readonly ClientRequest[]>>;
};

const week = 'a week of a calendar';
/** As many as there are clients, since requests for different weeks share no answer. */
const weeks = 16;
const visits = 45;
const visitsOfOne = 30;
const name = 'old';
const firstDay = addDays(new Date().toISOString().slice(0, 10), 7);

const fillWeek = async (address: string, { hubServiceId, token }: Practice): Promise<string[]> => {
  const { call } = createClient(address);
  const ids = new Set<string>();
  for (let visit = 0; visit < visits; visit += 1) {
    const hour = String(8 + Math.floor(visit / 7)).padStart(2, '0');
    const booking = {
      hubServiceId,
      date: `${addDays(firstDay, visit % 7)}T${hour}:00`,
      proNotes: 'Controllo',
    };
    const who = visit < visitsOfOne ? 'carla' : `carla${visit}`;
    const patient = {
      name: 'Carla Neri',
      email: `${who}@visita.example`,
      prefix: '+39',
      phone: '3331112222',
    };
    const placed = await succeed(call('placeBooking', { body: { booking, patient }, token }));
    ids.add(placed.data.patient_id);
  }
  return [...ids];
};

/** Disables or enables the triggers of the sums, which are recomputed once after filling. */
const following = (on: boolean) => `alter table read.bookings ${on ? 'enable' : 'disable'} trigger user`;

/** Half-hours of other patients, back from a month ago: copies of an existing visit. */
const historySql = `
  insert into read.bookings select made.*
  from (select b from read.bookings b where b.clinic_id = $1 limit 1) one, generate_series(1, $2::int) g,
    jsonb_populate_record(one.b, jsonb_build_object('booking_id', gen_random_uuid(),
      'patient_id', gen_random_uuid(), 'starts_at', (one.b).starts_at - interval '40 days' - g * interval '30 minutes',
      'ends_at', (one.b).ends_at - interval '40 days' - g * interval '30 minutes')) made`;

/** Makes the later weeks equally busy, with one other patient. */
const weeksSql = `
  insert into read.bookings select made.*
  from read.bookings b, generate_series(1, ${weeks - 1}) g,
    jsonb_populate_record(b, jsonb_build_object('booking_id', gen_random_uuid(), 'patient_id', $2::uuid,
      'starts_at', b.starts_at + g * interval '7 days', 'ends_at', b.ends_at + g * interval '7 days')) made
  where b.clinic_id = $1`;

const requestsOf = (practice: Practice, email: string, patientId: string): OldPractice['requests'] => {
  const { clinicId, proId, token } = practice;
  const headers = { authorization: `Bearer ${token}` };
  const get = (path: string): ClientRequest => ({ method: 'GET', path, headers });
  const weekFrom = (day: string) => get(`/api/pro_calendar/${proId}?from=${day}&to=${addDays(day, 6)}`);
  return {
    [week]: Array.from({ length: weeks }, (_, nth) => weekFrom(addDays(firstDay, nth * 7))),
    'one week asked for by all': [weekFrom(firstDay)],
    'a clinic page': [{ method: 'GET', path: `/api/clinics/${clinicId}` }],
    'the history of a patient': [get(`/api/patient_bookings/${patientId}/pros/${proId}`)],
    'all patients': [get(`/api/patients/${proId}`)],
    'the clinics of a pro': [get('/api/clinics')],
    'their services': [get('/api/services')],
    'who is logged in': [get('/api/authentication')],
    'a login': [
      {
        method: 'POST',
        path: '/api/login',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: 'secret123' }),
      },
    ],
  };
};

/** Returns the request of a client that already has the week. */
const unchangedWeek = async (
  address: string,
  { path, headers = {}, ...request }: ClientRequest,
): Promise<ClientRequest> => {
  const { headers: answered } = await fetch(new URL(path, address), { headers });
  return { ...request, path, headers: { ...headers, 'if-none-match': answered.get('etag')! } };
};

/** Fills the read models of a practice directly, without events. */
const fillPractice = async (
  filling: PoolClient,
  { address, practice, history, email }: Filling,
): Promise<OldPractice> => {
  const [patientId, other] = await fillWeek(address, practice);
  const requests = requestsOf(practice, email, patientId!);
  // The row to copy must exist.
  const [calendar] = requests[week]!;
  await fetch(new URL(calendar!.path, address), { headers: calendar!.headers ?? {} });
  await filling.query(following(false));
  await filling.query(weeksSql, [practice.clinicId, other]);
  await filling.query(historySql, [practice.clinicId, history]);
  await filling.query(following(true));
  await filling.query("update read.pros set plan = 'premium' where pro_id = $1", [practice.proId]);
  return { history, requests };
};

type Filling = { address: string; practice: Practice; history: number; email: string };

/** Runs work on a connection and closes it in any case: otherwise the pool could not be closed. */
const withConnection = async (pool: Pool, work: (filling: PoolClient) => Promise<void>): Promise<void> => {
  const filling = await pool.connect();
  try {
    await work(filling);
  } finally {
    filling.release(true);
  }
};

export const openOldPractices = async (
  address: string,
  { pool }: Pick<Database, 'pool'>,
  histories: readonly number[],
): Promise<OldPractice[]> => {
  const practices = await openPractices(address, histories.length, name);
  const opened: OldPractice[] = [];
  await withConnection(pool, async (filling) => {
    await filling.query('set statement_timeout = 0; set synchronous_commit = off');
    for (const [index, history] of histories.entries()) {
      const email = `${name}${index}@example.com`;
      opened.push(await fillPractice(filling, { address, practice: practices[index]!, history, email }));
    }
    await sumUpBookings(filling, 'read');
    await filling.query('vacuum analyze read.bookings');
    await filling.query('analyze');
  });
  // After the last event.
  return Promise.all(
    opened.map(async (practice) => {
      const unchanged = await unchangedWeek(address, practice.requests[week]![0]!);
      // Logins come last: they end the oldest sessions of the account, which the other requests use.
      return { ...practice, requests: { 'an unchanged week': [unchanged], ...practice.requests } };
    }),
  );
};
