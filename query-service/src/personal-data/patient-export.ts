import type { Actor } from '@visita/contracts/envelope';
import { Rejection } from '@visita/contracts/problem';
import type { z } from 'zod';
import { type desk, patientExport, type Viewed } from '@visita/contracts/personal-data/views';
import { columnsOf } from '@visita/platform/projection/table';
import { keptId, recordIds } from '@visita/read-model/patient/merged';
import { patients } from '@visita/read-model/patient/tables';
import { patientRecord, type ShownRecord } from '@visita/read-model/patient/view';
import { fullName, type ShownPro } from '@visita/read-model/pro/view';
import { select } from '@visita/read-model/query';
import { found } from '../rows.ts';
import {
  bookingStreamsOf,
  headOf,
  historyOf,
  seriesStreamsOf,
  shownHistoryOf,
  surveysOf,
  type Audience,
  type ExportDeps,
  type ExportFile,
} from './export-parts.ts';
import { mailsAbout, textsTo } from './held.ts';
import { writeDocument } from './json-document.ts';
import { heldBookings, type Holder } from './held-bookings.ts';
import { consentsOf, surveyAnswers } from './history.ts';
import { proById } from './pro-export.ts';

type PatientRow = ShownRecord & { readonly pro_id: string };

// Merged records belong to one person; the kept one comes first.
const recordsById = {
  name: 'held-patient',
  text: `select ${columnsOf(patients, 'p')} from read.patients p
    where p.patient_id = any(${recordIds(keptId('$1::uuid'))}) and not p.erased and p.name is not null
    order by p.merged_into nulls first, p.patient_id`,
};
// A person who never confirmed a booking, or only waited for one, has no record, yet has left personal data.
// Ended entries of the waiting list keep no contact, but their events do until the key is destroyed.
const personById = {
  name: 'held-person',
  text: `select patient_id, pro_id, name, null as birth_date, null as responsible_id, null as relation,
      null as tags, null as note, email, prefix, phone
    from (
      select patient_id, pro_id, name, position, case when contact_id is null then email end as email,
        case when contact_id is null then prefix end as prefix, case when contact_id is null then phone end as phone
      from read.bookings where patient_id = $1 and name is not null
      union all
      select patient_id, pro_id, name, null, email, prefix, phone
      from read.waiting_entries join vault.keys on subject = 'patient-' || patient_id
      where patient_id = $1 and wrapped is not null
    ) left_data
    where not exists (select from read.patients p where p.patient_id = left_data.patient_id)
    order by position desc nulls last, name nulls last limit 1`,
};
const desksOfPatient = {
  name: 'held-desks',
  text: `select * from (
    select c.clinic_id, c.name as clinic_name, coalesce(c.patients_shared, false) as patients_shared,
      exists (select from read.hubs h where h.clinic_id = c.clinic_id and h.role = 'reception'
        and h.status not in ('pending', 'rejected')) as reception, c.position
    from read.clinics c
    where c.clinic_id in (select clinic_id from read.bookings where patient_id = any($1)
      union select clinic_id from read.clinic_patients where patient_id = any($1))
  ) d where d.reception or d.patients_shared order by d.position`,
};
type Desk = z.infer<typeof desk>;

const desksOf = async (pool: ExportDeps['pool'], ids: readonly string[]): Promise<Desk[]> =>
  (await select<Desk & { position: string }>(pool, desksOfPatient, [ids])).map(
    ({ position: _position, ...found }) => found,
  );
const surveysOfPatient = {
  name: 'held-surveys-of-patient',
  text: 'select survey_id as id, pro_id as reader from read.surveys where subject_id = any($1) order by survey_id',
};

const entriesOfPatient = {
  name: 'held-waiting-entries',
  text: 'select entry_id as id from read.waiting_entries where patient_id = any($1) order by joined_at, entry_id',
};

const recordsOf = async (
  { pool }: ExportDeps,
  patientId: string,
  audience: Audience,
): Promise<readonly [PatientRow, ...PatientRow[]]> => {
  const [record, ...merged] = await select<PatientRow>(pool, recordsById, [patientId]);
  if (record || audience === 'pro') return [found(record), ...merged];
  return [found((await select<PatientRow>(pool, personById, [patientId]))[0])];
};

/** Request for a patient's file; `proId` limits it to the patient's own pro. */
export type PatientExportRequest = {
  readonly patientId: string;
  readonly audience: Audience;
  readonly by: Actor;
  readonly proId?: string | undefined;
};

/** Returns the views of any of a person's records, newest first. */
export const viewsOf = async (viewings: ExportDeps['viewings'], ids: readonly string[]): Promise<Viewed[]> =>
  (await Promise.all(ids.map((id) => viewings.of(id))))
    .flat()
    .toSorted((one, other) => (one.time > other.time ? -1 : 1));

export const exportPatient = async (deps: ExportDeps, asked: PatientExportRequest): Promise<ExportFile> => {
  const { audience, proId } = asked;
  const { pool, store, viewings } = deps;
  await deps.settled();
  const [row, ...merged] = await recordsOf(deps, asked.patientId, audience);
  if (proId !== undefined && row.pro_id !== proId) throw new Rejection('not-found');
  const [pro] = await select<ShownPro>(pool, proById, [row.pro_id]);
  const ids = [row, ...merged].map(({ patient_id }) => patient_id);
  const holder: Holder = { kind: 'patient', ids };
  const bookingStreams = await bookingStreamsOf(deps, holder);
  const surveyIds = await surveysOf(deps, surveysOfPatient, { ids, audience, proId: row.pro_id });
  const answers = surveyIds.map((id) => `survey-${id}`);
  const entries = await select<{ id: string }>(pool, entriesOfPatient, [ids]);
  const waits = entries.map(({ id }) => `wait-${id}`);
  const records = ids.map((id) => `patient-${id}` as const);
  const recalls = ids.map((id) => `recall-${id}`);
  for (const patientId of ids) await viewings.note({ patientId, by: asked.by, how: 'exported' });
  const series = await seriesStreamsOf(deps, holder);
  const streams = [
    ...records,
    `duplicates-${row.pro_id}`,
    ...bookingStreams,
    ...series,
    ...answers,
    ...waits,
    ...recalls,
  ];
  const chunks = writeDocument(patientExport, {
    ...headOf(deps, 'patient', audience),
    patient: patientRecord(row),
    merged: merged.map(patientRecord),
    professional: { id: row.pro_id, name: pro ? fullName(pro) : '', email: pro?.email ?? '' },
    consents: await consentsOf(historyOf(deps, holder, bookingStreams)),
    bookings: heldBookings(deps, holder),
    surveys: surveyAnswers(store, surveyIds),
    mails: await mailsAbout(pool, records),
    texts: await textsTo(pool, ids),
    views: await viewsOf(viewings, ids),
    desks: await desksOf(pool, ids),
    events: shownHistoryOf(deps, holder, streams),
  });
  return { filename: `visita-patient-${row.patient_id}.json`, chunks };
};
