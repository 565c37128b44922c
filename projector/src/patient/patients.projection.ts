import type { Erased } from '@visita/contracts/event';
import type { PatientContact } from '@visita/contracts/patient/events';
import type { Projection } from '@visita/platform/projection';
import { defineTable } from '@visita/platform/projection/table';
import { readable } from '../personal.ts';

export const patients = defineTable('patients', ['patient_id'], {
  patient_id: 'uuid',
  pro_id: 'uuid',
  email: 'text?',
  name: 'text?',
  prefix: 'text?',
  phone: 'text?',
  /** Position of the last correction: bookings placed before it show the corrected name and phone. */
  corrected: 'text?',
});

const contactColumns = (contact: PatientContact | Erased) => {
  const known = readable(contact);
  return { name: known?.name ?? null, prefix: known?.prefix ?? null, phone: known?.phone ?? null };
};

/** Each pro's records of patients. */
export const patientsProjection: Projection = {
  name: 'patients',
  version: 1,
  tables: [patients],
  on: {
    PatientRegistered: ({ data }, rows) =>
      rows.put(patients, {
        patient_id: data.patientId,
        pro_id: data.proId,
        email: readable(data.email),
        ...contactColumns(data.contact),
        corrected: null,
      }),
    PatientUpdated: ({ data, position }, rows) =>
      rows.patch(
        patients,
        { patient_id: data.patientId },
        { ...contactColumns(data.contact), corrected: position },
      ),
  },
};
