import type { Projection } from '@visita/platform/projection/projection';
import type { Rows } from '@visita/platform/projection/rows';
import { clinicPatients } from '@visita/read-model/patient/tables';

type Booked = { readonly data: { readonly clinicId: string; readonly patientId: string } };

const visits = ({ data }: Booked, rows: Rows) =>
  rows.put(clinicPatients, { clinic_id: data.clinicId, patient_id: data.patientId });

/** Patients of each clinic. Rows stay after cancellations, since the clinic may be called again. */
export const clinicPatientsProjection: Projection = {
  name: 'clinic-patients',
  version: 1,
  tables: [clinicPatients],
  on: {
    PatientRegistered: ({ data: { clinicId, patientId } }, rows) => {
      if (clinicId !== undefined) rows.put(clinicPatients, { clinic_id: clinicId, patient_id: patientId });
    },
    // Anyone can request a booking with another person's email: it counts once it is confirmed.
    BookingPlaced: (event, rows) => {
      if (event.data.confirmBy === null) visits(event, rows);
    },
    BookingConfirmed: visits,
    BookingHandedOver: visits,
  },
};
