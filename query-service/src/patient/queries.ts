import { planByName, type PlanName } from '@visita/contracts/reference/plans';
import { Rejection } from '@visita/contracts/problem';
import { proOf } from '@visita/platform/auth/caller';
import type { Handlers } from '@visita/platform/http/calls';
import { columnsOf } from '@visita/platform/projection/table';
import { selectShownBookings } from '@visita/read-model/booking/queries';
import { bookingView, seenBy, type ShownBooking } from '@visita/read-model/booking/view';
import type { Dependencies } from '../dependencies.ts';
import { found } from '../rows.ts';
import { select } from '@visita/read-model/query';
import { patients } from '@visita/read-model/patient/tables';
import { patientView, type ShownPatient } from '@visita/read-model/patient/view';

// An erased patient's row stays for the history's sake, but there is nobody left to show.
const patientsOf = `select ${columnsOf(patients, 'p')} from read.patients p where pro_id = $1 and email is not null`;
const all = { name: 'patients', text: `${patientsOf} order by lower(name), patient_id` };
const byEmail = { name: 'patient-by-email', text: `${patientsOf} and email = $2` };
const byId = { name: 'patient-by-id', text: `${patientsOf} and patient_id = $2` };
const planOf = { name: 'plan-of-pro', text: 'select plan from read.pros where pro_id = $1' };
const history = {
  name: 'patient-history',
  text: `${selectShownBookings} and b.patient_id = $1 order by b.starts_at desc, b.booking_id`,
};

/** A pro's own patients, and nobody else's. */
export const patientHandlers = ({ pool, zones }: Dependencies) =>
  ({
    getPatients: async ({ params: { key }, caller }) => {
      const { proId } = proOf(caller);
      if (key.includes('@')) {
        const [row] = await select<ShownPatient>(pool, byEmail, [proId, key.trim().toLowerCase()]);
        return { message: 'Patient', data: patientView(found(row)) };
      }
      if (key !== proId) throw new Rejection('not-found');
      const rows = await select<ShownPatient>(pool, all, [proId]);
      return { message: 'Patients', data: rows.map(patientView) };
    },
    getPatientBookings: async ({ params, caller }) => {
      const { proId } = proOf(caller);
      if (params.proId !== proId) throw new Rejection('not-found');
      const [[patient], [pro]] = await Promise.all([
        select<ShownPatient>(pool, byId, [proId, params.patientId]),
        select<{ plan: PlanName | null }>(pool, planOf, [proId]),
      ]);
      const data = { patient: patientView(found(patient)), bookings: [] };
      // Without the plan's function there is the patient, but no history.
      if (!planByName(pro?.plan ?? 'free').patientManagerFunction) return { message: 'Patient', data };
      const rows = await select<ShownBooking>(pool, history, [params.patientId]);
      const bookings = rows.map((row) => seenBy(proId, bookingView(row, zones)));
      return { message: 'Patient', data: { ...data, bookings } };
    },
  }) satisfies Handlers;
