import { listedNoteMaximum, type ListedPatient, type PatientOrder } from '@visita/contracts/patient/views';
import { listMaximum, searchKey } from '@visita/contracts/patient/search';
import { Rejection } from '@visita/contracts/problem';
import { proOf } from '@visita/platform/auth/caller';
import type { Handlers } from '@visita/platform/http/calls';
import { columnsOf } from '@visita/platform/projection/table';
import { shown } from '@visita/read-model/booking/queries';
import { patients } from '@visita/read-model/patient/tables';
import {
  patientRecord,
  patientView,
  type ShownPatient,
  type ShownRecord,
} from '@visita/read-model/patient/view';
import { selectTogether, together, type Together } from '@visita/read-model/query';
import type { Dependencies } from '../dependencies.ts';

// An erased patient's row stays for the history's sake, but there is nobody left to show.
const own = `read.patients p where p.pro_id = $1 and p.name is not null`;
const wanted = `${own}
  and ($2 = '' or position($2 in p.name_key) > 0 or position($3 in p.email) > 0 or position($3 in p.phone) > 0)
  and ($4::text is null or p.tags::jsonb ? $4)
  and ($5::uuid is null or p.responsible_id = $5 or p.patient_id =
    (select q.responsible_id from read.patients q where q.patient_id = $5 and q.pro_id = $1))`;

// Nobody visited who did not come.
const past = `b.starts_at <= $6 and b.attendance not in ('missed', 'excused')`;
const visits = `max(b.starts_at) filter (where ${past}) as last_visit,
  min(b.starts_at) filter (where b.starts_at > $6) as next_visit`;
const visitsOfOne = `left join lateral
  (select ${visits} from read.bookings b where b.patient_id = p.patient_id and ${shown('b')}) v on true`;
const visitsOfAll = `left join
  (select b.patient_id, ${visits} from read.bookings b where b.pro_id = $1 and ${shown('b')} group by b.patient_id) v
  on v.patient_id = p.patient_id`;

// Whatever the database's own order of letters is.
const byName = `name_key collate "C", patient_id`;
const away = `least(abs(extract(epoch from $6 - last_visit)), abs(extract(epoch from next_visit - $6)))`;
const orders = {
  name: byName,
  last_visit: `last_visit desc nulls last, ${byName}`,
  next_visit: `next_visit asc nulls last, ${byName}`,
  nearest: `${away} asc nulls last, ${byName}`,
} as const satisfies Record<PatientOrder, string>;

const page = `order by ORDER limit $7 offset $8`;
// By name, only those who are shown are looked up; else there is no way around everybody's visits.
const found = (order: PatientOrder): string =>
  order === 'name'
    ? `select p.*, v.last_visit, v.next_visit from
        (select ${columnsOf(patients, 'p')} from ${wanted} ${page.replace('ORDER', byName)}) p
        ${visitsOfOne} order by ${byName}`
    : `select p.*, v.last_visit, v.next_visit from
        (select ${columnsOf(patients, 'p')} from ${wanted}) p
        ${visitsOfAll} ${page.replace('ORDER', orders[order])}`;

const listed = (order: PatientOrder): Together =>
  together(`patient-list-${order}`, {
    rows: `select f.*, to_jsonb(r) as responsible from (${found(order)}) f
      left join lateral (select ${columnsOf(patients, 'q')} from read.patients q
        where q.patient_id = f.responsible_id and q.name is not null) r on true
      order by ${orders[order].replaceAll(/\b(last_visit|next_visit|name_key|patient_id)\b/g, 'f.$1')}`,
    counts: `select (select count(*)::int from ${wanted}) as total, (select count(*)::int from ${own}) as all`,
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

type ListRow = ShownRecord & {
  readonly last_visit: string | null;
  readonly next_visit: string | null;
  readonly responsible: ShownPatient | null;
};

const instantOf = (time: string | null): string => (time === null ? '' : new Date(time).toISOString());

const listedPatient = (row: ListRow): ListedPatient => {
  const { note, ...record } = patientRecord(row);
  return {
    ...record,
    note: note.slice(0, listedNoteMaximum),
    last_visit: instantOf(row.last_visit),
    next_visit: instantOf(row.next_visit),
    responsible: row.responsible && patientView(row.responsible),
  };
};

/** The list of a pro's own patients, part by part. */
export const patientListHandlers = ({ pool, clock }: Dependencies) =>
  ({
    getPatientList: async ({ params, query, caller }) => {
      const { proId } = proOf(caller);
      if (params.proId !== proId) throw new Rejection('not-found');
      const {
        search = '',
        tag = null,
        familyOf = null,
        sort = 'name',
        from = 0,
        limit = listMaximum,
      } = query;
      const plain = search.trim().toLowerCase();
      const values = [proId, searchKey(search), plain, tag, familyOf, clock(), Number(limit), Number(from)];
      const {
        rows,
        counts: [counts],
        tags,
      } = await selectTogether<{
        rows: ListRow;
        counts: { total: number; all: number };
        tags: { tag: string; count: number };
      }>(pool, statements[sort], values);
      const { total = 0, all = 0 } = counts ?? {};
      return {
        message: 'Patients',
        data: { patients: rows.map(listedPatient), total, all, tags: [...tags] },
      };
    },
  }) satisfies Handlers;
