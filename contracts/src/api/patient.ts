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
    summary: 'A part of the pro’s patients, searched, filtered and sorted, with their last and next visits',
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
    summary: 'Make a record of a patient without a booking, as when a list is brought along',
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
    summary:
      'Say by which words one’s patient is grouped, all of them, and what only the pro keeps in mind about them; what is left out stays',
    replaces: 'remarks_version',
    params: byPatient,
    body: z.strictObject({ tags: patientTags.optional(), note: patientNote.optional() }),
    answer: answer(patientRecord),
    failure,
  }),
  getDuplicates: read('/api/patient_duplicates/:proId', {
    access: 'pro',
    limit: 'S',
    summary: 'Which of the pro’s patients may be one person, the likeliest first, and why',
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
    summary:
      'Show two of one’s patients as one, under the record that is named in the address, until that is undone',
    params: byPatient,
    body: z.strictObject({ absorbedId: id }),
    answer: answer(patientRecord),
    failure,
  }),
  separatePatients: post('/api/patients/:patientId/separate', {
    access: 'pro',
    limit: 'W',
    summary: 'Undo a merge: each record stands for itself again, with what was its own',
    params: byPatient,
    body: z.strictObject({ absorbedId: id }),
    answer: answer(patientRecord),
    failure,
  }),
  tellPatientsApart: post('/api/patients/:patientId/told_apart', {
    access: 'pro',
    limit: 'W',
    summary: 'Say that two of one’s patients are two people; they are not suggested again',
    params: byPatient,
    body: z.strictObject({ otherId: id }),
    answer: done,
    failure,
  }),
};
