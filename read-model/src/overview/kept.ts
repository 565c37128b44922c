import type { ClientBase } from 'pg';
import type { Table } from '@visita/platform/projection/table';
import { shown } from '../booking/queries.ts';
import { bookings } from '../booking/tables.ts';
import { counts, dayOf, isAttendanceRecorded, sumsOf } from './sums.ts';
import { bookedDays, bookedHours, firstVisits, saidVisits } from './tables.ts';

/** Columns that the sums depend on; updates of others change no sum. */
const counted = [
  'booking_id',
  'clinic_id',
  'pro_id',
  'patient_id',
  'starts_at',
  'timezone',
  'status',
  'duration',
  'service_name',
  'service_list',
  'attendance',
  'placed_at',
  'confirm_by',
  'cancelled_at',
  'cancelled_by',
] as const satisfies readonly (keyof typeof bookings.columns)[];

const columns = counted.join(', ');
const taken = (table: string, sign: number) => `select ${sign} as sign, ${columns} from ${table}`;

/** Rows of a statement with their sign: inserted 1, deleted −1. */
const changedBy = {
  insert: taken('came', 1),
  update: `${taken('came', 1)} union all ${taken('went', -1)}`,
  delete: taken('went', -1),
};
type Operation = keyof typeof changedBy;

const transitions: Readonly<Record<Operation, string>> = {
  insert: 'new table as came',
  update: 'old table as went new table as came',
  delete: 'old table as went',
};

const sumsOfTable = ({ columns: all, key }: Table) => Object.keys(all).filter((name) => !key.includes(name));

/** Returns the SQL for the sums that are not zero. */
const someOf = (table: Table, sums: string): string =>
  `select * from (${sums}) added where ${sumsOfTable(table)
    .map((value) => `${value} <> 0`)
    .join(' or ')}`;

/** Returns the upsert that adds sums to the stored ones. */
const insertOf = (table: Table, rows: string): string =>
  `insert into ${table.name} as kept (${Object.keys(table.columns).join(', ')}) ${rows}
    on conflict (${table.key.join(', ')}) do update
      set ${sumsOfTable(table)
        .map((value) => `${value} = kept.${value} + excluded.${value}`)
        .join(', ')};`;

/** Adds sums when no row was removed. */
const addAll = (table: Table, sums: string): string => insertOf(table, someOf(table, sums));

/**
 * Adds sums to the stored ones and deletes rows that become zero, as a full count has none. Each row is
 * looked up by key: for a join PostgreSQL would read the whole table for a few changes.
 */
const add = (table: Table, sums: string, before = ''): string => {
  const [name, values] = [table.name, sumsOfTable(table)];
  const sameKey = table.key.map((column) => `kept.${column} = added.${column}`).join(' and ');
  const nothing = values.map((value) => `kept.${value} + added.${value} = 0`).join(' and ');
  return `with ${before} added as materialized (${someOf(table, sums)}), met as materialized (
      select added.*, ending.at from added left join lateral (
        select kept.ctid as at from ${name} kept where ${sameKey} and ${nothing} limit 1
      ) ending on true
    ), gone as (delete from ${name} where ctid = any(array(select at from met where at is not null)))
    ${insertOf(table, `select ${Object.keys(table.columns).join(', ')} from met where at is null`)}`;
};

/**
 * Returns the SQL for the first booking of each pair of professional and patient; its day is null if there is
 * none.
 */
const firstOf = (pairs: string) => `
  select pair.pro_id, pair.patient_id, first.clinic_id, first.day
  from ${pairs} pair
  left join lateral (
    select b.clinic_id, ${dayOf('b')} as day from bookings b
    where b.patient_id = pair.patient_id and b.pro_id = pair.pro_id and ${shown('b')}
    order by b.starts_at, b.booking_id limit 1
  ) first on true`;

const newPatients = (firsts: string) => `
  select clinic_id, day, pro_id, 0 as bookings, 0 as orphaned, sum(patients)::int as new_patients, 0 as cancelled,
    0 as cancelled_late, 0 as booked_minutes
  from (${firsts}) firsts group by 1, 2, 3`;

/** Updates new patients for the patients of changed bookings. */
const addFirsts = (changed: string) =>
  add(
    bookedDays,
    newPatients(`select clinic_id, day, pro_id, 1 as patients from since where day is not null
      union all select clinic_id, day, pro_id, -1 from known`),
    `pairs as materialized (select distinct pro_id, patient_id from (${changed}) changed),
    since as materialized (${firstOf('pairs')}),
    known as materialized (select v.* from first_visits v join pairs using (pro_id, patient_id)),
    left_out as (
      delete from first_visits v using since
      where v.pro_id = since.pro_id and v.patient_id = since.patient_id and since.day is null
    ), looked_up as (
      insert into first_visits (pro_id, patient_id, clinic_id, day)
      select pro_id, patient_id, clinic_id, day from since where day is not null
      on conflict (pro_id, patient_id) do update set clinic_id = excluded.clinic_id, day = excluded.day
    ),`,
  );

const functionOf = (schema: string, operation: Operation): string => {
  const changed = changedBy[operation];
  const sums = sumsOf(changed);
  const other = counted.map((column) => `came.${column} is distinct from went.${column}`).join(' or ');
  // Statements are planned once per connection, often while tables are small, so a plan that reads a whole
  // table would stay. A rebuild renames the schema, so tables are found by the schema's present name.
  return `
    create or replace function ${schema}.sum_up_${operation}() returns trigger language plpgsql
      set enable_seqscan = off as $sum_up$
    declare usual_path text := current_setting('search_path');
    begin
      if not exists (select from (${changed}) b where ${counts('b')}) then return null; end if;
      ${operation === 'update' ? `if not exists (select from came join went using (booking_id) where ${other}) then return null; end if;` : ''}
      perform set_config('search_path', quote_ident(tg_table_schema), true);
      ${add(bookedDays, sums.days)}
      ${add(bookedHours, sums.hours)}
      if exists (select from (${changed}) b where ${isAttendanceRecorded('b')}) then
        ${add(saidVisits, sums.said)}
      end if;
      ${addFirsts(changed)}
      perform set_config('search_path', usual_path, true);
      return null;
    end $sum_up$;
    create or replace trigger sum_up_${operation} after ${operation} on ${schema}.${bookings.name}
      referencing ${transitions[operation]} for each statement execute function ${schema}.sum_up_${operation}();`;
};

const operations: readonly Operation[] = ['insert', 'update', 'delete'];

/** Creates triggers that keep a schema's sums up to date in the statement that changes bookings. */
export const followBookings = async (client: ClientBase, schema: string): Promise<void> => {
  for (const operation of operations) await client.query(functionOf(schema, operation));
};

/** Counts all bookings of a schema; cheaper than triggers while filling. */
export const sumUpBookings = async (client: ClientBase, schema: string): Promise<void> => {
  const sums = sumsOf(`select 1 as sign, ${columns} from bookings`);
  await client.query(`
    set search_path = ${schema};
    truncate ${[bookedDays, bookedHours, saidVisits, firstVisits].map(({ name }) => name).join(', ')};
    ${addAll(bookedDays, sums.days)}
    ${addAll(bookedHours, sums.hours)}
    ${addAll(saidVisits, sums.said)}
    insert into first_visits (pro_id, patient_id, clinic_id, day)
      select distinct on (b.pro_id, b.patient_id) b.pro_id, b.patient_id, b.clinic_id, ${dayOf('b')}
      from bookings b where ${shown('b')} order by b.pro_id, b.patient_id, b.starts_at, b.booking_id;
    ${addAll(bookedDays, newPatients('select clinic_id, day, pro_id, 1 as patients from first_visits'))}
    reset search_path;`);
};
