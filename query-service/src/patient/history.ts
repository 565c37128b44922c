import type { CancelledBooking, PatientAttendance } from '@visita/contracts/booking/views';
import type { Zone } from '@visita/contracts/availability/zones';
import { cancelledLate, selectFewCancelledBookings, shown } from '@visita/read-model/booking/queries';
import { bookingView, seenBy, type ShownBooking } from '@visita/read-model/booking/view';
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

/** Selects the latest cancelled bookings of a patient that meet an SQL condition. */
export const cancelledOfPatient = (condition = 'true') => `${selectFewCancelledBookings}
    and b.patient_id = any(${idsOfPatient}) and ${condition} order by b.starts_at desc, b.booking_id limit 50`;

/** Returns a cancelled booking as a pro sees it. */
export const cancelledView = (
  proId: string,
  { row, zones }: { row: ShownBooking; zones: (timezone: string) => Zone },
): CancelledBooking => ({ ...seenBy(proId, bookingView(row, zones)), status: 'cancelled' });

export const noAttendance: PatientAttendance = { attended: 0, missed: 0, excused: 0, cancelled_late: 0 };
