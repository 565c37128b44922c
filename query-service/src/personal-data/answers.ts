import { answersMaximum, type PatientAnswer } from '@visita/contracts/patient/views';
import { proOf } from '@visita/platform/auth/caller';
import type { Handlers } from '@visita/platform/http/calls';
import { keptId, recordIds } from '@visita/read-model/patient/merged';
import { select } from '@visita/read-model/query';
import type { ExportDeps } from './export-parts.ts';
import { surveyAnswers } from './history.ts';
import { found } from '../rows.ts';
import { recordsById } from '../patient/history.ts';

const answered = {
  name: 'patient-answers',
  text: `select s.survey_id as id, b.starts_at, b.timezone, b.service_name as service
    from read.surveys s join read.bookings b on b.booking_id = s.booking_id
    where s.pro_id = $1 and s.subject_id = any(${recordIds(keptId('$2::uuid'))})
    order by b.starts_at desc, s.survey_id limit ${answersMaximum}`,
};
type Answered = {
  readonly id: string;
  readonly starts_at: string;
  readonly timezone: string;
  readonly service: string;
};

/** Returns the handler of the answers that a patient wrote for their professional. */
export const answerHandlers = ({ pool, zones, store }: Pick<ExportDeps, 'pool' | 'zones' | 'store'>) =>
  ({
    getPatientAnswers: async ({ params: { patientId }, caller, shows }) => {
      const { proId } = proOf(caller);
      const records = await select<{ patient_id: string }>(pool, recordsById, [proId, patientId]);
      found(records[0]);
      for (const { patient_id: id } of records) shows?.(id);
      const rows = await select<Answered>(pool, answered, [proId, patientId]);
      const visits = new Map(rows.map((row) => [row.id, row]));
      const data: PatientAnswer[] = [];
      for await (const { booking_id, ...answer } of surveyAnswers(store, [...visits.keys()])) {
        const visit = visits.get(answer.id);
        if (!visit || booking_id === null) continue;
        const date = zones(visit.timezone).offsetIso(visit.starts_at);
        data.push({ ...answer, booking_id, date, service: visit.service });
      }
      return { message: 'Answers', data };
    },
  }) satisfies Handlers;
