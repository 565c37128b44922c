import { emailKey } from '@visita/contracts/email-key';
import type { PatientAttendance } from '@visita/contracts/booking/views';
import { planByName, type PlanName } from '@visita/contracts/reference/plans';
import { Rejection } from '@visita/contracts/problem';
import { proOf } from '@visita/platform/auth/caller';
import { mapYielding } from '@visita/platform/async/event-loop';
import type { Handlers } from '@visita/platform/http/calls';
import { cancelledLate, selectFewShownBookings, shown } from '@visita/read-model/booking/queries';
import { bookingView, seenBy, type ShownBooking } from '@visita/read-model/booking/view';
import type { Dependencies } from '../dependencies.ts';
import { found } from '../rows.ts';
import { select, selectTogether, together } from '@visita/read-model/query';
import { keptId, recordIds, shownColumns } from '@visita/read-model/patient/merged';
import {
  patientRecord,
  patientView,
  type ShownPatient,
  type ShownRecord,
} from '@visita/read-model/patient/view';

// Erased patients keep a row for the history but are not shown.
const patientsOf = `select ${shownColumns('p')} from read.patients p where p.pro_id = $1 and p.name is not null`;
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
const idsOfPatient = recordIds(keptId('$2::uuid'));
/** All records of a pro's patient who is not erased, the kept one first. */
export const recordsById = {
  name: 'patient-records-by-id',
  text: `${patientsOf} and p.patient_id = any(${idsOfPatient})
    order by p.merged_into nulls first, p.patient_id`,
};
/** A record with its pro's plan, which decides whether the history is shown. */
const withHistory = together('patient-history', {
  records: recordsById.text,
  pros: 'select plan from read.pros where pro_id = $1',
  bookings: `${selectFewShownBookings} and b.patient_id = any(${idsOfPatient}) order by b.starts_at desc, b.booking_id`,
  attendance: `select count(*) filter (where attendance = 'attended' and ${shown('b')})::int as attended,
      count(*) filter (where attendance = 'missed' and ${shown('b')})::int as missed,
      count(*) filter (where attendance = 'excused' and ${shown('b')})::int as excused,
      count(*) filter (where ${cancelledLate('b')})::int as cancelled_late
    from read.bookings b where b.patient_id = any(${idsOfPatient})`,
});
type HistoryRows = {
  readonly records: ShownRecord;
  readonly pros: { readonly plan: PlanName | null };
  readonly bookings: ShownBooking;
  readonly attendance: PatientAttendance;
};
const noAttendance: PatientAttendance = { attended: 0, missed: 0, excused: 0, cancelled_late: 0 };

export const patientHandlers = ({ pool, zones }: Pick<Dependencies, 'pool' | 'zones'>) =>
  ({
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
      if (params.proId !== proId) throw new Rejection('not-found');
      const {
        records: [patient, ...merged],
        pros: [pro],
        bookings: rows,
        attendance: [figures = noAttendance],
      } = await selectTogether<HistoryRows>(pool, withHistory, [proId, params.patientId]);
      const kept = found(patient);
      // A person suspended under one record is suspended under all.
      const { suspended = null } = [kept, ...merged].find((record) => record.suspended) ?? kept;
      const shownPatient = { ...kept, suspended };
      const data = {
        patient: patientRecord(shownPatient),
        bookings: [],
        attendance: noAttendance,
        merged: merged.map(patientRecord),
      };
      for (const { patient_id: patientId } of [shownPatient, ...merged]) shows?.(patientId);
      // Plans without this feature get the patient without the history.
      if (!planByName(pro?.plan ?? 'free').patientManagerFunction) return { message: 'Patient', data };
      const bookings = await mapYielding(rows, (row) => seenBy(proId, bookingView(row, zones)));
      return { message: 'Patient', data: { ...data, bookings, attendance: figures } };
    },
  }) satisfies Handlers;
