import type { PatientAttendance } from '@visita/contracts/booking/views';
import { cancelledLate, shown } from '@visita/read-model/booking/queries';
import { keptId, recordIds, shownColumns } from '@visita/read-model/patient/merged';

// Erased patients keep a row for the history but are not shown.
export const patientsOf = `select ${shownColumns('p')} from read.patients p where p.pro_id = $1 and p.name is not null`;

/** SQL array of the ids of a patient's records; the patient's id is the second parameter. */
export const idsOfPatient = recordIds(keptId('$2::uuid'));

/** All records of a pro's patient who is not erased, the kept one first. */
export const recordsById = {
  name: 'patient-records-by-id',
  text: `${patientsOf} and p.patient_id = any(${idsOfPatient})
    order by p.merged_into nulls first, p.patient_id`,
};

/** Selects the figures of a patient's attendance; the caller may append `and …`. */
export const attendanceOfPatient = `select count(*) filter (where attendance = 'attended' and ${shown('b')})::int as attended,
      count(*) filter (where attendance = 'missed' and ${shown('b')})::int as missed,
      count(*) filter (where attendance = 'excused' and ${shown('b')})::int as excused,
      count(*) filter (where ${cancelledLate('b')})::int as cancelled_late
    from read.bookings b where b.patient_id = any(${idsOfPatient})`;

export const noAttendance: PatientAttendance = { attended: 0, missed: 0, excused: 0, cancelled_late: 0 };
