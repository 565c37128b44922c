import { erased, readable } from '@visita/contracts/event';
import type { Projection } from '@visita/platform/projection/projection';
import { contactColumns } from '@visita/read-model/patient/columns';
import { patients } from '@visita/read-model/patient/tables';

/** Each pro's records of patients. */
export const patientsProjection: Projection = {
  name: 'patients',
  version: 2,
  tables: [patients],
  on: {
    PatientRegistered: ({ data }, rows) =>
      rows.put(patients, {
        patient_id: data.patientId,
        pro_id: data.proId,
        email: readable(data.email),
        ...contactColumns(data.contact),
        corrected: null,
        erased: false,
      }),
    PatientUpdated: ({ data, position }, rows) =>
      rows.patch(
        patients,
        { patient_id: data.patientId },
        { ...contactColumns(data.contact), corrected: position },
      ),
    // Who never confirmed had no row: it is what hides their bookings until each says that it is nobody's.
    PatientErasureRequested: ({ data }, rows) =>
      rows.put(patients, {
        patient_id: data.patientId,
        pro_id: data.proId,
        email: null,
        ...contactColumns(erased),
        corrected: null,
        erased: true,
      }),
  },
};
