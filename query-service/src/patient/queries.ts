import { emailKey } from '@visita/contracts/email-key';
import type { PatientAttendance } from '@visita/contracts/booking/views';
import { planByName, type PlanName } from '@visita/contracts/reference/plans';
import { Rejection } from '@visita/contracts/problem';
import { proOf } from '@visita/platform/auth/caller';
import { mapYielding } from '@visita/platform/async/event-loop';
import type { Handlers } from '@visita/platform/http/calls';
import { selectFewShownBookings } from '@visita/read-model/booking/queries';
import { bookingView, seenBy, type ShownBooking } from '@visita/read-model/booking/view';
import type { Dependencies } from '../dependencies.ts';
import { colleaguesPatient } from './colleagues.ts';
import {
  attendanceOfPatient,
  cancelledOfPatient,
  cancelledView,
  idsOfPatient,
  noAttendance,
  patientsOf,
  recordsById,
} from './history.ts';
import { found } from '../rows.ts';
import { select, selectTogether, together } from '@visita/read-model/query';
import {
  patientRecord,
  patientView,
  type ShownPatient,
  type ShownRecord,
} from '@visita/read-model/patient/view';

const all = {
  name: 'patients',
  text: `${patientsOf} and p.merged_into is null order by lower(p.name), p.patient_id`,
};
// A merged record is found as the kept one.
const byEmail = {
  name: 'patient-by-email',
  text: `${patientsOf} and p.patient_id =
    (select coalesce(m.merged_into, m.patient_id) from read.patients m where m.pro_id = $1 and m.email_key = $2 limit 1)`,
};
/** A record with its pro's plan, which decides whether the history is shown. */
const withHistory = together('patient-history', {
  records: recordsById.text,
  pros: 'select plan from read.pros where pro_id = $1',
  bookings: `${selectFewShownBookings} and b.patient_id = any(${idsOfPatient}) order by b.starts_at desc, b.booking_id`,
  cancelled: cancelledOfPatient(),
  attendance: attendanceOfPatient,
  texts: `select c.texts, c.all_texts
    from read.message_settings s cross join lateral (
      select coalesce(bool_or(x.texts), false) as texts, coalesce(bool_or(x.all_texts), false) as all_texts
      from read.message_choices x where x.patient_id = any(${idsOfPatient})) c
    where s.pro_id = $1 and s.settings::jsonb ->> 'provider' is not null`,
});
type HistoryRows = {
  readonly records: ShownRecord;
  readonly pros: { readonly plan: PlanName | null };
  readonly bookings: ShownBooking;
  readonly cancelled: ShownBooking;
  readonly attendance: PatientAttendance;
  readonly texts: { readonly texts: boolean; readonly all_texts: boolean };
};

export const patientHandlers = (deps: Pick<Dependencies, 'pool' | 'zones' | 'settled'>) => {
  const { pool, zones } = deps;
  const colleagues = colleaguesPatient(deps);
  return {
    getPatients: async ({ params: { key }, caller, shows }) => {
      const { proId } = proOf(caller);
      if (key.includes('@')) {
        const [row] = await select<ShownPatient>(pool, byEmail, [proId, emailKey(key)]);
        const patient = found(row);
        shows?.(patient.patient_id);
        return { message: 'Patient', data: patientView(patient) };
      }
      if (key !== proId) throw new Rejection('not-found');
      const rows = await select<ShownPatient>(pool, all, [proId]);
      return { message: 'Patients', data: await mapYielding(rows, patientView) };
    },
    getPatientBookings: async ({ params, caller, shows }) => {
      const { proId } = proOf(caller);
      if (params.proId !== proId) return colleagues(params, { proId, shows });
      const {
        records: [patient, ...merged],
        pros: [pro],
        bookings: rows,
        cancelled: gone,
        attendance: [figures = noAttendance],
        texts: [texts],
      } = await selectTogether<HistoryRows>(pool, withHistory, [proId, params.patientId]);
      const kept = found(patient);
      // A person suspended under one record is suspended under all.
      const { suspended = null } = [kept, ...merged].find((record) => record.suspended) ?? kept;
      const shownPatient = { ...kept, suspended };
      const data = {
        patient: patientRecord(shownPatient),
        bookings: [],
        cancelled: [],
        attendance: noAttendance,
        merged: merged.map(patientRecord),
        history_function: planByName(pro?.plan ?? 'free').patientManagerFunction,
        ...texts,
      };
      for (const { patient_id: patientId } of [shownPatient, ...merged]) shows?.(patientId);
      // Plans without this feature get the patient without the history.
      if (!data.history_function) return { message: 'Patient', data };
      const bookings = await mapYielding(rows, (row) => seenBy(proId, bookingView(row, zones)));
      const cancelled = gone.map((row) => cancelledView(proId, { row, zones }));
      return { message: 'Patient', data: { ...data, bookings, cancelled, attendance: figures } };
    },
  } satisfies Handlers;
};
