import { type Described, type Likeness, likenessOf } from '@visita/contracts/patient/duplicates';
import { type Duplicate, duplicatesMaximum, type ListedPatient } from '@visita/contracts/patient/views';
import { Rejection } from '@visita/contracts/problem';
import { proOf } from '@visita/platform/auth/caller';
import type { Handlers } from '@visita/platform/http/calls';
import { shownColumns } from '@visita/read-model/patient/merged';
import { select } from '@visita/read-model/query';
import type { Dependencies } from '../dependencies.ts';
import { listedPatient, type ListRow, visitsOfOne, withResponsible } from './list.ts';

/** A value shared by more patients than this, such as a practice's own phone, is no sign of a duplicate. */
const sharedMaximum = 8;

const described = (alias: string): string =>
  `json_build_object('id', ${alias}.patient_id, 'email', ${alias}.email_key, 'phone', ${alias}.phone_key,
    'nameKey', ${alias}.name_key, 'birthDate', ${alias}.birth_date, 'responsibleId', ${alias}.responsible_id)`;

// Only patients with a shared value are compared, so a list of thousands is read row by row. Ties are sorted
// by name.
const pairs = {
  name: 'patient-pairs',
  text: `
    with own as materialized (
      select ${shownColumns('p')}, coalesce(p.e164, p.prefix || p.phone) as phone_key from read.patients p
      where p.pro_id = $1 and p.name is not null and p.merged_into is null
    ), keyed as (
      select patient_id, 'email ' || email_key as key from own where email_key is not null
      union all select patient_id, 'phone ' || phone_key from own where phone_key is not null
      union all select patient_id, 'name ' || name_key from own where name_key <> ''
    ), counted as materialized (
      select patient_id, key from (select k.*, count(*) over (partition by key) as sharing from keyed k) c
      where sharing between 2 and ${sharedMaximum}
    ), found as (
      select distinct a.patient_id as one, b.patient_id as other
      from counted a join counted b on b.key = a.key and a.patient_id < b.patient_id
      where $2::uuid is null or $2 in (a.patient_id, b.patient_id)
    )
    select ${described('a')} as one, ${described('b')} as other
    from found f join own a on a.patient_id = f.one join own b on b.patient_id = f.other
    where not exists (
      select from read.told_apart t where t.patient_id = f.one and t.other_id = f.other)
    order by least(a.name_key, b.name_key), f.one, f.other`,
};

const lines = {
  name: 'patient-lines',
  text: withResponsible(`select p.*, v.last_visit, v.next_visit from
    (select ${shownColumns('p')} from read.patients p where p.pro_id = $1 and p.patient_id = any($2)) p
    ${visitsOfOne('$3')}`),
};

/** An email identifies a person better than a phone; many people share a name. */
const weights: Readonly<Record<Likeness, number>> = { email: 4, phone: 3, birthDate: 2, name: 1 };
const weightOf = (because: readonly Likeness[]): number =>
  because.reduce((sum, which) => sum + weights[which], 0);

const completeness = ({ email, phone, birth_date }: ListedPatient): number =>
  [email, phone, birth_date].filter(Boolean).length;

const latestOf = ({ next_visit, last_visit }: ListedPatient): number =>
  Date.parse(next_visit || last_visit || '1970-01-01');

const hasVisits = ({ next_visit, last_visit }: ListedPatient): boolean =>
  next_visit !== '' || last_visit !== '';

/**
 * Puts the record to keep first: the one with visits, then the more complete one, then the one with the later
 * visit.
 */
const inOrder = (one: ListedPatient, other: ListedPatient): [ListedPatient, ListedPatient] => {
  const visited = Number(hasVisits(one)) - Number(hasVisits(other));
  const more = visited || completeness(one) - completeness(other);
  const first = more > 0 || (more === 0 && latestOf(one) >= latestOf(other));
  return first ? [one, other] : [other, one];
};

type Pair = { readonly one: Described; readonly other: Described };
type Alike = { readonly one: { id: string }; readonly other: { id: string }; readonly because: Likeness[] };

/** Returns the suggested pair, or an unsuggested pair without reasons. */
const pairOf = (suggested: readonly Alike[], one: string, other: string): Alike[] => {
  const both = suggested.filter((pair) => [pair.one.id, pair.other.id].includes(other));
  return both.length > 0 ? both : [{ one: { id: one }, other: { id: other }, because: [] }];
};

export const duplicateHandlers = ({ pool, clock, zones }: Pick<Dependencies, 'pool' | 'clock' | 'zones'>) =>
  ({
    getDuplicates: async ({ params, query, caller }) => {
      const { proId } = proOf(caller);
      if (params.proId !== proId) throw new Rejection('not-found');
      const { patientId = null, otherId } = query;
      const suggested = (await select<Pair>(pool, pairs, [proId, patientId]))
        .map((pair): Alike => ({ ...pair, because: likenessOf(pair.one, pair.other) }))
        .filter(({ because }) => because.length > 0)
        .toSorted((a, b) => weightOf(b.because) - weightOf(a.because))
        .slice(0, duplicatesMaximum);
      const alike = patientId && otherId ? pairOf(suggested, patientId, otherId) : suggested;
      const ids = [...new Set(alike.flatMap(({ one, other }) => [one.id, other.id]))];
      const rows = await select<ListRow>(pool, lines, [proId, ids, clock()]);
      const byId = new Map(rows.map((row) => [row.patient_id, listedPatient(row, zones)]));
      const data = alike.flatMap(({ because, ...pair }): Duplicate[] => {
        const [a, b] = [byId.get(pair.one.id), byId.get(pair.other.id)];
        // A patient may have been erased between the two reads.
        if (!a || !b) return [];
        const [one, other] = inOrder(a, b);
        return [{ one, other, because }];
      });
      return { message: 'Duplicates', data };
    },
  }) satisfies Handlers;
