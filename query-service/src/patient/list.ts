import { listedNoteMaximum, type ListedPatient, type PatientOrder } from '@visita/contracts/patient/views';
import { listMaximum } from '@visita/contracts/patient/search';
import { Rejection } from '@visita/contracts/problem';
import { proOf } from '@visita/platform/auth/caller';
import type { Handlers } from '@visita/platform/http/calls';
import { columnsOf } from '@visita/platform/projection/table';
import { shown } from '@visita/read-model/booking/queries';
import { keptId, recordIds, shownColumns } from '@visita/read-model/patient/merged';
import { patients } from '@visita/read-model/patient/tables';
import {
  patientRecord,
  patientView,
  type ShownPatient,
  type ShownRecord,
} from '@visita/read-model/patient/view';
import { selectTogether, together, type Together } from '@visita/read-model/query';
import type { Dependencies } from '../dependencies.ts';
import { named, searchValues } from './matching.ts';

// Erased patients keep a row for the history but are not listed; merged records are listed under the kept
// one.
const own = `read.patients p where p.pro_id = $1 and p.name is not null and p.merged_into is null`;
const wanted = `${own}
  and ($2 = '' or ${named('p', 2)} or p.patient_id in
    (select a.merged_into from read.patients a where a.pro_id = $1 and a.merged_into is not null and ${named('a', 2)}))
  and ($7::text is null or p.tags::jsonb ? $7)
  and (not $12::boolean or p.leaves_at is not null)
  and ($8::uuid is null or ${keptId('p.responsible_id')} = $8 or p.patient_id = ${keptId(
    `(select q.responsible_id from read.patients q where q.patient_id = $8 and q.pro_id = $1)`,
  )})`;

// A missed appointment is no visit.
const past = `b.starts_at <= NOW and b.attendance not in ('missed', 'excused')`;
const visits = `max(b.starts_at) filter (where ${past}) as last_visit,
  min(b.starts_at) filter (where b.starts_at > NOW) as next_visit`;
/**
 * Returns the SQL join of the visits of each patient `p` as `v`, as of an instant (an SQL expression), and only of
 * bookings `b` for which a condition holds.
 */
export const visitsOfOne = (now: string, where = 'true'): string =>
  `left join lateral
  (select ${visits} from read.bookings b where b.patient_id = any(${recordIds('p.patient_id')}) and ${shown('b')}
    and ${where}) v on true`.replaceAll('NOW', now);
const visitsOfAll = `left join
  (select coalesce(a.merged_into, b.patient_id) as patient_id, ${visits}
    from read.bookings b left join read.patients a on a.patient_id = b.patient_id and a.merged_into is not null
    where b.pro_id = $1 and ${shown('b')} group by 1) v
  on v.patient_id = p.patient_id`.replaceAll('NOW', '$9');

// Independent of the database's collation.
const byName = `name_key collate "C", patient_id`;
const away = `least(abs(extract(epoch from $9 - last_visit)), abs(extract(epoch from next_visit - $9)))`;
const orders = {
  name: byName,
  last_visit: `last_visit desc nulls last, ${byName}`,
  next_visit: `next_visit asc nulls last, ${byName}`,
  nearest: `${away} asc nulls last, ${byName}`,
} as const satisfies Record<PatientOrder, string>;

const pageOf = `order by ORDER limit $10 offset $11`;
// Sorted by name, only the visits of listed patients are read; other orders need the visits of all.
const found = (order: PatientOrder): string =>
  order === 'name'
    ? `select p.*, v.last_visit, v.next_visit from
        (select ${shownColumns('p')} from ${wanted} ${pageOf.replace('ORDER', byName)}) p
        ${visitsOfOne('$9')} order by ${byName}`
    : `select p.*, v.last_visit, v.next_visit from
        (select ${shownColumns('p')} from ${wanted}) p
        ${visitsOfAll} ${pageOf.replace('ORDER', orders[order])}`;

const zoneAt = (visit: 'last_visit' | 'next_visit'): string =>
  `max(b.timezone) filter (where b.starts_at = f.${visit})`;

/** Adds the zone of the visits' clinic and the responsible person to rows of patients. */
export const withResponsible = (
  rows: string,
  where = 'true',
): string => `select f.*, z.*, to_jsonb(r) as responsible from (${rows}) f
  left join lateral (select ${zoneAt('last_visit')} as last_zone, ${zoneAt('next_visit')} as next_zone
    from read.bookings b where b.patient_id = any(${recordIds('f.patient_id')})
      and b.starts_at in (f.last_visit, f.next_visit) and ${shown('b')} and ${where}) z on true
  left join lateral (select ${columnsOf(patients, 'q')} from read.patients q
    where q.patient_id = f.responsible_id and q.name is not null) r on true`;

const listed = (order: PatientOrder): Together =>
  together(`patient-list-${order}`, {
    rows: `${withResponsible(found(order))}
      order by ${orders[order].replaceAll(/\b(last_visit|next_visit|name_key|patient_id)\b/g, 'f.$1')}`,
    counts: `select (select count(*)::int from ${wanted}) as total, (select count(*)::int from ${own}) as all,
      (select count(*)::int from ${own} and p.leaves_at is not null) as leaving`,
    tags: `select tag, count(*)::int as count from
        (select jsonb_array_elements_text(p.tags::jsonb) as tag from ${own} and p.tags is not null) t
      group by tag order by count(*) desc, tag limit 100`,
  });

const statements: Readonly<Record<PatientOrder, Together>> = {
  name: listed('name'),
  last_visit: listed('last_visit'),
  next_visit: listed('next_visit'),
  nearest: listed('nearest'),
};

export type ListRow = ShownRecord & {
  readonly last_visit: string | null;
  readonly next_visit: string | null;
  readonly last_zone: string | null;
  readonly next_zone: string | null;
  readonly responsible: ShownPatient | null;
};

type Zones = Dependencies['zones'];

/** Returns a row of the list as the API returns it. */
export const listedPatient = (row: ListRow, zones: Zones): ListedPatient => {
  const { note, ...record } = patientRecord(row);
  const visit = (start: string | null, zone: string | null): string =>
    start === null || zone === null ? '' : zones(zone).offsetIso(start);
  return {
    ...record,
    note: note.slice(0, listedNoteMaximum),
    last_visit: visit(row.last_visit, row.last_zone),
    next_visit: visit(row.next_visit, row.next_zone),
    responsible: row.responsible && patientView(row.responsible),
  };
};

export const patientListHandlers = ({ pool, clock, zones }: Pick<Dependencies, 'pool' | 'clock' | 'zones'>) =>
  ({
    getPatientList: async ({ params, query, caller }) => {
      const { proId } = proOf(caller);
      if (params.proId !== proId) throw new Rejection('not-found');
      const {
        search = '',
        tag = null,
        familyOf = null,
        leaving = 'false',
        sort = 'name',
        from = 0,
        limit = listMaximum,
      } = query;
      const page = [Number(limit), Number(from)];
      const values = [proId, ...searchValues(search), tag, familyOf, clock(), ...page, leaving === 'true'];
      const {
        rows,
        counts: [counts],
        tags,
      } = await selectTogether<{
        rows: ListRow;
        counts: { total: number; all: number; leaving: number };
        tags: { tag: string; count: number };
      }>(pool, statements[sort], values);
      const { total = 0, all = 0, leaving: going = 0 } = counts ?? {};
      return {
        message: 'Patients',
        data: {
          patients: rows.map((row) => listedPatient(row, zones)),
          total,
          all,
          leaving: going,
          tags: [...tags],
        },
      };
    },
  }) satisfies Handlers;
