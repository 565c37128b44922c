import type { PatientAttendance } from '@visita/contracts/booking/views';
import { plans } from '@visita/contracts/reference/plans';
import { Rejection } from '@visita/contracts/problem';
import { mapYielding } from '@visita/platform/async/event-loop';
import { selectFewShownBookings } from '@visita/read-model/booking/queries';
import { bookingView, seenBy, type ShownBooking } from '@visita/read-model/booking/view';
import { patientRecord, type ShownRecord } from '@visita/read-model/patient/view';
import { selectTogether, together } from '@visita/read-model/query';
import { membershipsOf, seesPatients } from '../clinic/membership.ts';
import type { Dependencies } from '../dependencies.ts';
import { found } from '../rows.ts';
import {
  attendanceOfPatient,
  cancelledOfPatient,
  cancelledView,
  idsOfPatient,
  noAttendance,
  recordsById,
} from './history.ts';
import { withoutReasons } from './reasons.ts';

// Parameters: 1 the professional, 2 the patient, 3 clinics in sight, 4 plans with the history.
const included = `b.clinic_id in (select i.clinic_id from read.clinics i join read.pros o on o.pro_id = i.owner_id
  where i.clinic_id = any($3) and o.plan = any($4))`;
/** A patient who answers for others belongs to the clinic of these. */
const inCare = `select d.patient_id from read.patients d where d.responsible_id = any(${idsOfPatient})`;
const statement = together('colleague-patient', {
  records: recordsById.text,
  places: `select c.clinic_id, coalesce(o.plan = any($4), false) as included
    from read.clinics c left join read.pros o on o.pro_id = c.owner_id
    where c.clinic_id = any($3) and exists (select from read.clinic_patients x
      where x.clinic_id = c.clinic_id and (x.patient_id = any(${idsOfPatient}) or x.patient_id in (${inCare})))`,
  bookings: `${selectFewShownBookings} and b.patient_id = any(${idsOfPatient}) and ${included}
    order by b.starts_at desc, b.booking_id`,
  cancelled: cancelledOfPatient(included),
  attendance: `${attendanceOfPatient} and ${included}`,
});
type Rows = {
  readonly records: ShownRecord;
  readonly places: { readonly clinic_id: string; readonly included: boolean };
  readonly bookings: ShownBooking;
  readonly cancelled: ShownBooking;
  readonly attendance: PatientAttendance;
};

const withHistory = plans.filter((plan) => plan.patientManagerFunction).map(({ name }) => name);

type Asked = { readonly patientId: string; readonly proId: string };
type Caller = { readonly proId: string; readonly shows?: ((patientId: string) => void) | undefined };

/**
 * Returns a function that shows the patient of a colleague: contact, and the visits at the clinics at which the
 * caller sees all patients. Notes, tags, reasons and records merged into the patient's stay with the colleague.
 */
export const colleaguesPatient =
  ({ pool, zones, settled }: Pick<Dependencies, 'pool' | 'zones' | 'settled'>) =>
  async ({ patientId, proId }: Asked, caller: Caller) => {
    await settled();
    const clinics = (await membershipsOf(pool, caller.proId)).filter(seesPatients);
    if (clinics.length === 0) throw new Rejection('not-found');
    const values = [proId, patientId, clinics.map((one) => one.clinic_id), withHistory];
    const {
      records: [patient],
      places,
      bookings,
      cancelled,
      attendance: [figures = noAttendance],
    } = await selectTogether<Rows>(pool, statement, values);
    if (places.length === 0) throw new Rejection('not-found');
    const kept = found(patient);
    caller.shows?.(kept.patient_id);
    const data = {
      patient: patientRecord(withoutReasons(kept)),
      bookings: await mapYielding(bookings, (row) => seenBy(caller.proId, bookingView(row, zones))),
      cancelled: cancelled.map((row) => cancelledView(caller.proId, { row, zones })),
      attendance: figures,
      merged: [],
      history_function: places.some((place) => place.included),
    };
    return { message: 'Patient', data };
  };
