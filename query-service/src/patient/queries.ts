import type { PatientAttendance } from '@visita/contracts/booking/views';
import { planByName, type PlanName } from '@visita/contracts/reference/plans';
import { Rejection } from '@visita/contracts/problem';
import { proOf } from '@visita/platform/auth/caller';
import { mapGently } from '@visita/platform/core/gently';
import type { Handlers } from '@visita/platform/http/calls';
import { columnsOf } from '@visita/platform/projection/table';
import { cancelledLate, selectShownBookings, shown } from '@visita/read-model/booking/queries';
import { bookingView, seenBy, type ShownBooking } from '@visita/read-model/booking/view';
import type { Dependencies } from '../dependencies.ts';
import { found } from '../rows.ts';
import { select, selectTogether, together } from '@visita/read-model/query';
import { patients } from '@visita/read-model/patient/tables';
import {
  patientRecord,
  patientView,
  type ShownPatient,
  type ShownRecord,
} from '@visita/read-model/patient/view';

// An erased patient's row stays for the history's sake, but there is nobody left to show.
const patientsOf = `select ${columnsOf(patients, 'p')} from read.patients p where pro_id = $1 and name is not null`;
const all = { name: 'patients', text: `${patientsOf} order by lower(name), patient_id` };
const byEmail = { name: 'patient-by-email', text: `${patientsOf} and email = $2` };
/** A pro's patient by id, who is not erased. */
export const byId = { name: 'patient-by-id', text: `${patientsOf} and patient_id = $2` };
/** A record with the plan of its pro, which says whether the history that comes with it is shown. */
const withHistory = together('patient-history', {
  patients: byId.text,
  pros: 'select plan from read.pros where pro_id = $1',
  bookings: `${selectShownBookings} and b.patient_id = $2 order by b.starts_at desc, b.booking_id`,
  attendance: `select count(*) filter (where attendance = 'attended' and ${shown('b')})::int as attended,
      count(*) filter (where attendance = 'missed' and ${shown('b')})::int as missed,
      count(*) filter (where attendance = 'excused' and ${shown('b')})::int as excused,
      count(*) filter (where ${cancelledLate('b')})::int as cancelled_late
    from read.bookings b where b.patient_id = $2`,
});
type HistoryRows = {
  readonly patients: ShownRecord;
  readonly pros: { readonly plan: PlanName | null };
  readonly bookings: ShownBooking;
  readonly attendance: PatientAttendance;
};
const unsaid: PatientAttendance = { attended: 0, missed: 0, excused: 0, cancelled_late: 0 };

/** A pro's own patients, and nobody else's. */
export const patientHandlers = ({ pool, zones, viewings }: Dependencies) =>
  ({
    getPatients: async ({ params: { key }, caller }) => {
      const { proId } = proOf(caller);
      if (key.includes('@')) {
        const [row] = await select<ShownPatient>(pool, byEmail, [proId, key.trim().toLowerCase()]);
        const patient = found(row);
        await viewings.note({ patientId: patient.patient_id, by: `pro:${proId}`, how: 'opened' });
        return { message: 'Patient', data: patientView(patient) };
      }
      if (key !== proId) throw new Rejection('not-found');
      const rows = await select<ShownPatient>(pool, all, [proId]);
      return { message: 'Patients', data: await mapGently(rows, patientView) };
    },
    getPatientBookings: async ({ params, caller }) => {
      const { proId } = proOf(caller);
      if (params.proId !== proId) throw new Rejection('not-found');
      const {
        patients: [patient],
        pros: [pro],
        bookings: rows,
        attendance: [figures = unsaid],
      } = await selectTogether<HistoryRows>(pool, withHistory, [proId, params.patientId]);
      const data = { patient: patientRecord(found(patient)), bookings: [], attendance: unsaid };
      await viewings.note({ patientId: params.patientId, by: `pro:${proId}`, how: 'opened' });
      // Without the plan's function there is the patient, but no history.
      if (!planByName(pro?.plan ?? 'free').patientManagerFunction) return { message: 'Patient', data };
      const bookings = await mapGently(rows, (row) => seenBy(proId, bookingView(row, zones)));
      return { message: 'Patient', data: { ...data, bookings, attendance: figures } };
    },
  }) satisfies Handlers;
