import { erased, readable } from '@visita/contracts/event';
import type { Projection } from '@visita/platform/projection/projection';
import type { Rows } from '@visita/platform/projection/rows';
import { contactColumns, emailColumns, patientColumns } from '@visita/read-model/patient/columns';
import { patients, toldApart } from '@visita/read-model/patient/tables';

const restricting =
  (restricted: boolean) =>
  ({ data }: { data: { patientId: string } }, rows: Rows) =>
    rows.patch(patients, { patient_id: data.patientId }, { restricted });

export const patientsProjection: Projection = {
  name: 'patients',
  version: 11,
  tables: [patients, toldApart],
  on: {
    PatientRegistered: ({ data }, rows) =>
      rows.put(patients, {
        patient_id: data.patientId,
        pro_id: data.proId,
        ...patientColumns({ ...data, under: null }),
        merged_into: null,
        corrected: null,
        restricted: false,
        legal_hold: null,
        leaves_at: null,
        suspended: null,
        tags: null,
        note: null,
        erased: false,
      }),
    PatientUpdated: ({ data, position }, rows) => {
      const { email, birthDate, language } = data;
      const only = {
        ...(email === undefined ? {} : emailColumns(readable(email))),
        ...(birthDate === undefined ? {} : { birth_date: readable(birthDate) }),
        ...(language === undefined ? {} : { language }),
      };
      const corrected = { ...contactColumns(data.contact), corrected: position };
      const set = Object.keys(only).length > 0 ? only : corrected;
      return rows.patch(patients, { patient_id: data.patientId }, set);
    },
    PatientRestricted: restricting(true),
    PatientRestrictionLifted: restricting(false),
    LegalHoldSet: ({ data }, rows) =>
      rows.patch(patients, { patient_id: data.patientId }, { legal_hold: readable(data.reason) ?? '' }),
    LegalHoldLifted: ({ data }, rows) =>
      rows.patch(patients, { patient_id: data.patientId }, { legal_hold: null }),
    PatientErasureAnnounced: ({ data }, rows) =>
      rows.patch(patients, { patient_id: data.patientId }, { leaves_at: data.due }),
    PatientErasureCalledOff: ({ data }, rows) =>
      rows.patch(patients, { patient_id: data.patientId }, { leaves_at: null }),
    PatientPlacedUnder: ({ data }, rows) =>
      rows.patch(
        patients,
        { patient_id: data.patientId },
        { responsible_id: data.responsibleId, relation: data.relation },
      ),
    PatientOnTheirOwn: ({ data }, rows) => {
      const email = readable(data.email);
      const own = { responsible_id: null, relation: null, ...(email === null ? {} : emailColumns(email)) };
      return rows.patch(patients, { patient_id: data.patientId }, own);
    },
    OnlineBookingSuspended: ({ data }, rows) =>
      rows.patch(patients, { patient_id: data.patientId }, { suspended: readable(data.reason) ?? '' }),
    OnlineBookingResumed: ({ data }, rows) =>
      rows.patch(patients, { patient_id: data.patientId }, { suspended: null }),
    PatientTagsSet: ({ data }, rows) => {
      const tags = readable(data.tags) ?? [];
      const held = tags.length > 0 ? JSON.stringify(tags) : null;
      return rows.patch(patients, { patient_id: data.patientId }, { tags: held });
    },
    PatientNoteWritten: ({ data }, rows) =>
      rows.patch(patients, { patient_id: data.patientId }, { note: readable(data.note) || null }),
    PatientsMerged: ({ data }, rows) =>
      rows.patch(patients, { patient_id: data.absorbedId }, { merged_into: data.keptId }),
    PatientsSeparated: ({ data }, rows) =>
      rows.patch(patients, { patient_id: data.absorbedId }, { merged_into: null }),
    PatientsToldApart: ({ data: { proId, patientId, otherId } }, rows) =>
      rows.put(toldApart, { patient_id: patientId, other_id: otherId, pro_id: proId }),
    // A patient who never confirmed has no row yet. The row hides their bookings until each has its own
    // erasure event.
    PatientErasureRequested: ({ data }, rows) =>
      rows.put(patients, {
        patient_id: data.patientId,
        pro_id: data.proId,
        ...patientColumns({ email: null, contact: erased, birthDate: null, under: null }),
        merged_into: null,
        corrected: null,
        restricted: false,
        legal_hold: null,
        leaves_at: null,
        suspended: null,
        tags: null,
        note: null,
        erased: true,
      }),
  },
};
