import { type Erased, erased } from '@visita/contracts/event';
import type { PatientContact } from '@visita/contracts/patient/events';
import type { Projection } from '@visita/platform/projection';
import { patients } from '@visita/read-model/patient/tables';
import { readable } from '../personal.ts';

const contactColumns = (contact: PatientContact | Erased) => {
  const known = readable(contact);
  return { name: known?.name ?? null, prefix: known?.prefix ?? null, phone: known?.phone ?? null };
};

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
