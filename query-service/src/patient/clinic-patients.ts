import type { Described } from '@visita/contracts/patient/duplicates';
import { isOnePerson } from '@visita/contracts/patient/one-person';
import { clinicSearchMaximum } from '@visita/contracts/patient/search';
import type { ClinicPatient, ClinicRecord } from '@visita/contracts/patient/views';
import { Rejection } from '@visita/contracts/problem';
import { proOf } from '@visita/platform/auth/caller';
import type { Handlers } from '@visita/platform/http/calls';
import { shownColumns } from '@visita/read-model/patient/merged';
import { fullName, type ShownPro } from '@visita/read-model/pro/view';
import { select } from '@visita/read-model/query';
import { type Membership, membershipsOf, seesClinic, seesPatients } from '../clinic/membership.ts';
import type { Dependencies } from '../dependencies.ts';
import { listedPatient, type ListRow, visitsOfOne, withResponsible } from './list.ts';
import { named, searchValues } from './matching.ts';
import { withoutReasons } from './reasons.ts';

/** Matches whose visits are read: enough to find the nearest ones among namesakes. */
const matchMaximum = 200;

// Not an index condition: a patient has few visits, and a clinic has many.
const here = '(b.clinic_id = $1) is true';
const now = '$8';

/**
 * Whether a record, one that was merged into it, or a patient in their care belongs to the clinic. `offset 0` keeps
 * the planner from reading all patients of the clinic for a few matches.
 */
const atClinic = (alias: string): string => `(
  exists (select from read.clinic_patients c
    where c.clinic_id = $1 and c.patient_id = ${alias}.patient_id offset 0)
  or exists (select from read.patients a join read.clinic_patients c on c.patient_id = a.patient_id
    where a.merged_into = ${alias}.patient_id and c.clinic_id = $1 offset 0)
  or exists (select from read.patients a join read.clinic_patients c on c.patient_id = a.patient_id
    where a.responsible_id = ${alias}.patient_id and c.clinic_id = $1 offset 0))`;

// Parameters: 1 clinic, 2 the only professional or null, 3 to 7 the search, 8 the time. A search with many matches
// ends early: further letters refine it.
const found = {
  name: 'clinic-patients',
  text: `
    with matched as materialized (
      select coalesce(p.merged_into, p.patient_id) as patient_id from read.patients p
      where p.pro_id = any(array(select h.pro_id from read.hubs h where h.clinic_id = $1 and h.pro_id = coalesce($2, h.pro_id)))
        and p.name_key is not null and ${named('p', 3)} and ${atClinic('p')}
      limit ${matchMaximum}
    ), known as materialized (
      select ${shownColumns('p')} from read.patients p
      where p.patient_id in (select patient_id from matched) and p.name is not null
    )
    ${withResponsible(
      `select p.*, d.name as pro_name, d.lastname as pro_lastname, v.last_visit, v.next_visit
        from known p join read.pros d on d.pro_id = p.pro_id ${visitsOfOne(now, here)}`,
      here,
    )}
    order by least(abs(extract(epoch from ${now} - f.last_visit)), abs(extract(epoch from f.next_visit - ${now})))
      nulls last, f.name_key collate "C", f.patient_id limit ${matchMaximum}`,
};

type Row = ListRow & {
  readonly pro_id: string;
  readonly name_key: string;
  readonly email_key: string | null;
  readonly e164: string | null;
  readonly pro_name: ShownPro['name'];
  readonly pro_lastname: ShownPro['lastname'];
};

const described = (row: Row): Described => ({
  id: row.patient_id,
  email: row.email_key,
  phone: row.e164,
  nameKey: row.name_key,
  birthDate: row.birth_date,
  responsibleId: row.responsible_id,
});

/** Groups records by person. A professional's own duplicates stay apart: they are merged elsewhere. */
const personsIn = (rows: readonly Row[]): Row[][] => {
  const persons: Row[][] = [];
  for (const row of rows) {
    const same = persons.find((records) =>
      records.every((one) => one.pro_id !== row.pro_id && isOnePerson(described(one), described(row))),
    );
    if (same) same.push(row);
    else persons.push([row]);
  }
  return persons;
};

/** Returns the only professional whose patients the pro sees at a clinic, null for all; throws `not-found`. */
const professionalSeen = (
  memberships: readonly Membership[],
  clinicId: string,
  proId: string,
): string | null => {
  const at = memberships.filter((one) => one.clinic_id === clinicId);
  if (at.some(seesPatients)) return null;
  if (at.some(seesClinic)) return proId;
  throw new Rejection('not-found');
};

/** Returns the handler of the search in a clinic's patients. A line of a search is no view of a record. */
export const clinicPatientHandlers = ({
  pool,
  clock,
  zones,
  settled,
}: Pick<Dependencies, 'pool' | 'clock' | 'zones' | 'settled'>) => {
  const recordOf = (row: Row): ClinicRecord => {
    const {
      tags: _tags,
      note: _note,
      remarks_version: _version,
      ...record
    } = listedPatient(withoutReasons(row), zones);
    const { pro_name: name, pro_lastname: lastname } = row;
    return { ...record, pro_id: row.pro_id, professional: fullName({ name, lastname }) };
  };
  const patientOf = (records: readonly Row[], callerId: string): ClinicPatient => {
    const own = records.toSorted(
      (one, other) => Number(other.pro_id === callerId) - Number(one.pro_id === callerId),
    );
    const [first, ...others] = own.map(recordOf) as [ClinicRecord, ...ClinicRecord[]];
    return { ...first, others };
  };
  return {
    getClinicPatients: async ({ params: { clinicId }, query: { search }, caller }) => {
      const { proId } = proOf(caller);
      await settled();
      const only = professionalSeen(await membershipsOf(pool, proId), clinicId, proId);
      const values = [clinicId, only, ...searchValues(search), clock()];
      const rows = await select<Row>(pool, found, values);
      const persons = personsIn(rows).slice(0, clinicSearchMaximum);
      return { message: 'Patients', data: persons.map((records) => patientOf(records, proId)) };
    },
  } satisfies Handlers;
};
