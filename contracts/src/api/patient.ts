import { z } from 'zod';
import { birthDate, id, line, patientEmail, phone, prefix } from '../fields.ts';
import { patientNote, patientTag, patientTags } from '../patient/remarks.ts';
import { listMaximum } from '../patient/search.ts';
import { duplicate, patientList, patientOrder, patientRecord } from '../patient/views.ts';
import { answer, done, post, put, read } from './call.ts';

const byPatient = z.object({ patientId: id });
const failure = 'Impossible update patient data';
const count = z.string().regex(/^\d{1,6}$/, 'must be a whole number');

/** Calls for the pro's patient list and remarks. */
export const patientCalls = {
  getPatientList: read('/api/patient_list/:proId', {
    access: 'pro',
    limit: 'S',
    summary: 'A page of the pro’s patients, searched, filtered and sorted, with their last and next visits',
    params: z.object({ proId: id }),
    query: z.object({
      /** Part of a name or email, in any case, or of a phone. */
      search: z.string().max(254).optional(),
      tag: patientTag.optional(),
      /** Only the person responsible for this patient, and those whom this patient is responsible for. */
      familyOf: id.optional(),
      /** Only patients whose erasure for age of the record is announced. */
      leaving: z.enum(['true', 'false']).optional(),
      /** Default: `name`. */
      sort: patientOrder.optional(),
      /** Offset. Default: 0. */
      from: count.optional(),
      /** Page size, up to 100. Default: 100. */
      limit: count.refine((value) => Number(value) <= listMaximum, 'must be at most 100').optional(),
    }),
    answer: answer(patientList),
    failure: 'Error: impossible to download patients list',
  }),
  registerPatient: post('/api/patients', {
    access: 'pro',
    limit: 'W',
    summary: 'Create a patient record without a booking, for example for an import',
    body: z.strictObject({
      name: line(120),
      email: patientEmail.nullable(),
      prefix: prefix.nullable(),
      phone: phone.nullable(),
      birthDate: birthDate.nullable().default(null),
      tags: patientTags.default([]),
      note: patientNote.default(''),
    }),
    answer: answer(patientRecord),
    failure,
  }),
  setPatientRemarks: put('/api/patients/:patientId/remarks', {
    access: 'pro',
    limit: 'W',
    summary: 'Set all tags of a patient, and the pro’s private note about them; omitted fields stay',
    replaces: 'remarks_version',
    params: byPatient,
    body: z.strictObject({ tags: patientTags.optional(), note: patientNote.optional() }),
    answer: answer(patientRecord),
    failure,
  }),
  getDuplicates: read('/api/patient_duplicates/:proId', {
    access: 'pro',
    limit: 'S',
    summary: 'Patients who may be the same person, the likeliest first, with the reasons',
    params: z.object({ proId: id }),
    query: z.object({
      /** Only possible duplicates of this patient. */
      patientId: id.optional(),
      /** Only this pair, even if they are not alike. */
      otherId: id.optional(),
    }),
    answer: answer(z.array(duplicate)),
    failure: 'Error: impossible to download patients list',
  }),
  mergePatients: post('/api/patients/:patientId/merge', {
    access: 'pro',
    limit: 'W',
    summary: 'Merge two patients under the record in the path; can be undone',
    params: byPatient,
    body: z.strictObject({ absorbedId: id }),
    answer: answer(patientRecord),
    failure,
  }),
  separatePatients: post('/api/patients/:patientId/separate', {
    access: 'pro',
    limit: 'W',
    summary: 'Undo a merge: each record is separate again, with its own data',
    params: byPatient,
    body: z.strictObject({ absorbedId: id }),
    answer: answer(patientRecord),
    failure,
  }),
  tellPatientsApart: post('/api/patients/:patientId/told_apart', {
    access: 'pro',
    limit: 'W',
    summary: 'Record that two patients are two people; they are not suggested again',
    params: byPatient,
    body: z.strictObject({ otherId: id }),
    answer: done,
    failure,
  }),
};
