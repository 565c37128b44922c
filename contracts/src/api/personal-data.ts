import { z } from 'zod';
import { id, text } from '../fields.ts';
import { patientExport, proExport, viewed } from '../personal-data/views.ts';
import { answer, done, put, read, remove } from './call.ts';

/** Calls for data protection rights: erasure, restriction, access. */
export const personalDataCalls = {
  erasePatient: remove('/api/patients/:patientId', {
    access: 'pro',
    limit: 'W',
    summary: 'Erase a patient: future appointments are cancelled, past ones stay without a patient',
    params: z.object({ patientId: id }),
    /**
     * Decision on dependants, required if the patient is responsible for other patients. Dependants
     * who are kept become responsible for themselves.
     */
    query: z.object({ dependants: z.enum(['erase', 'keep']).optional() }),
    answer: done,
  }),
  restrictPatient: put('/api/patients/:patientId/restriction', {
    access: 'pro',
    limit: 'W',
    summary: 'Restrict the data of a patient (shown, not changed, not mailed), or lift the restriction',
    params: z.object({ patientId: id }),
    body: z.strictObject({ restricted: z.boolean() }),
    answer: done,
  }),
  setLegalHold: put('/api/patients/:patientId/legal_hold', {
    access: 'pro',
    limit: 'W',
    summary: 'Set or lift a legal hold on the record of a patient, with a reason',
    params: z.object({ patientId: id }),
    body: z.strictObject({ held: z.boolean(), reason: text(500).min(1) }),
    answer: done,
  }),
  suspendOnlineBooking: put('/api/patients/:patientId/online_booking', {
    access: 'pro',
    limit: 'W',
    summary: 'Suspend or resume online booking for a patient; staff can still book',
    params: z.object({ patientId: id }),
    body: z.strictObject({ suspended: z.boolean(), reason: text(500).default('') }),
    answer: done,
  }),
  getPatientViews: read('/api/patients/:patientId/views', {
    access: 'pro',
    limit: 'W',
    summary: 'Accesses to the record of a patient in the last two years',
    params: z.object({ patientId: id }),
    answer: answer(z.array(viewed)),
  }),
  exportPatient: read('/api/patients/:patientId/export', {
    access: 'pro',
    limit: 'D',
    summary: 'Export all data about a patient as a file',
    params: z.object({ patientId: id }),
    answer: patientExport,
  }),
  exportPro: read('/api/pros/:id/export', {
    access: 'pro',
    withoutFactor: true,
    again: true,
    limit: 'D',
    summary: 'Export all data about the pro and their patients as a file',
    params: z.object({ id }),
    answer: proExport,
  }),
};
