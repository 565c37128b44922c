import { z } from 'zod';
import { bookingView, cancelledBooking, patientAttendance, patientView } from '../booking/views.ts';
import { birthDate, id, line, patientEmail, phone, prefix } from '../fields.ts';
import { language } from '../language.ts';
import { relation } from '../patient/events.ts';
import { atDesk } from '../patient/at-desk.ts';
import { patientNote, patientTag, patientTags } from '../patient/remarks.ts';
import { listMaximum } from '../patient/search.ts';
import {
  clinicPatient,
  duplicate,
  patientAnswer,
  patientList,
  patientOrder,
  patientRecord,
} from '../patient/views.ts';
import { answer, done, post, put, read } from './call.ts';

const byPatient = z.object({ patientId: id });
const failure = 'Impossible update patient data';
const count = z.string().regex(/^\d{1,6}$/, 'must be a whole number');

/** Calls for the pro's patients. */
export const patientCalls = {
  getPatients: read('/api/patients/:key', {
    access: 'pro',
    limit: 'W',
    summary: 'The pro’s patients by pro id, or one patient by email',
    params: z.object({ key: z.string().max(254) }),
    answer: answer(z.union([z.array(patientView), patientView])),
    failure: 'Error: impossible to download patients list',
  }),
  updatePatient: put('/api/patients', {
    access: 'pro',
    limit: 'W',
    summary:
      'Correct a patient’s name, phone, email, date of birth and language; a new email ends the links mailed to the old one',
    replaces: 'version',
    body: z.strictObject({
      patientId: id,
      name: line(120),
      prefix: prefix.nullable(),
      phone: phone.nullable(),
      /** Omitted fields stay. Another record of the professional with this email is refused with `email-taken`. */
      email: patientEmail.optional(),
      birthDate: birthDate.nullable().optional(),
      language: language.optional(),
    }),
    answer: answer(patientView),
    failure,
  }),
  addDependant: post('/api/patients/:patientId/dependants', {
    access: 'pro',
    limit: 'W',
    summary: 'Create a record of a dependant of a patient',
    params: byPatient,
    body: z.strictObject({ name: line(120), birthDate: birthDate.nullable(), relation }),
    answer: answer(patientView),
    failure,
  }),
  placePatientUnder: put('/api/patients/:patientId/responsible', {
    access: 'pro',
    limit: 'W',
    summary: 'Set the person who answers for a patient and gets their mails',
    params: byPatient,
    body: z.strictObject({ responsibleId: id, relation }),
    answer: answer(patientView),
    failure,
  }),
  setPatientOnTheirOwn: put('/api/patients/:patientId/own', {
    access: 'pro',
    limit: 'W',
    summary: 'Let a patient answer for themselves, with their own email if they have one',
    params: byPatient,
    body: z.strictObject({ email: patientEmail.nullable() }),
    answer: answer(patientView),
    failure,
  }),
  getPatientBookings: read('/api/patient_bookings/:patientId/pros/:proId', {
    access: 'pro',
    limit: 'W',
    summary:
      'A patient’s history with a pro; for the patient of a colleague, the visits at the clinics at which the caller sees their patients',
    params: z.object({ patientId: id, proId: id }),
    answer: answer(
      z.object({
        bookings: z.array(bookingView),
        /** The latest 50 cancelled bookings, if the plan includes the history. */
        cancelled: z.array(cancelledBooking),
        patient: patientRecord,
        attendance: patientAttendance,
        /** Records merged into the patient's; their bookings are included. */
        merged: z.array(patientRecord),
        /** False if the plan does not include the history: the pro's plan, or that of the clinic's owner. */
        history_function: z.boolean(),
        /** Whether the patient agreed to texts; absent if the pro has no provider of texts. */
        texts: z.boolean().optional(),
        /** Whether that covers offers of earlier times and invitations, besides reminders. */
        all_texts: z.boolean().optional(),
      }),
    ),
    failure: 'Impossible to download patient booking',
  }),
  getPatientAnswers: read('/api/patients/:patientId/answers', {
    access: 'pro',
    limit: 'W',
    summary: 'A patient’s survey answers that were written for the treating pro to read, latest visit first',
    params: byPatient,
    answer: answer(z.array(patientAnswer)),
    failure: 'Impossible to download patient booking',
  }),
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
  getClinicPatients: read('/api/clinics/:clinicId/patients', {
    access: 'pro',
    limit: 'S',
    summary:
      'Patients of a clinic by name, email or phone, with their professionals: all for the reception and, if patients are shared, for owner and managers; else the caller’s own',
    params: z.object({ clinicId: id }),
    query: z.object({
      /** Part of a name or email, in any case, or of a phone. Nothing is found without it. */
      search: z.string().max(254),
    }),
    answer: answer(z.array(clinicPatient)),
    failure: 'Error: impossible to download patients list',
  }),
  registerPatient: post('/api/patients', {
    access: 'pro',
    limit: 'W',
    summary:
      'Create a patient record without a booking, for example for an import; also for a colleague of a clinic at which the caller sees all patients',
    body: z.strictObject({
      /** The professional who gets the record. Default: the caller. A colleague needs a `clinic_id`. */
      pro_id: id.optional(),
      /** The clinic at which the patient is registered, whose search then finds the patient. */
      clinic_id: id.optional(),
      name: line(120),
      email: patientEmail.nullable(),
      prefix: prefix.nullable(),
      phone: phone.nullable(),
      birthDate: birthDate.nullable().default(null),
      tags: patientTags.default([]),
      note: patientNote.default(''),
      ...atDesk,
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
