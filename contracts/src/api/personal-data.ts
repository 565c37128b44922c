import { z } from 'zod';
import { id, text } from '../fields.ts';
import { patientExport, proExport, viewed } from '../personal-data/views.ts';
import { answer, done, put, read, remove } from './call.ts';

/** Calls for data protection rights: erasure, restriction, access. */
export const personalDataCalls = {
  erasePatient: remove('/api/patients/:patientId', {
    access: 'pro',
    limit: 'W',
    summary: 'Erase one’s patient: appointments ahead are cancelled, past ones stay as nobody’s',
    params: z.object({ patientId: id }),
    /** Required if the patient is responsible for others. Those who are kept become responsible for themselves. */
    query: z.object({ dependants: z.enum(['erase', 'keep']).optional() }),
    answer: done,
  }),
  restrictPatient: put('/api/patients/:patientId/restriction', {
    access: 'pro',
    limit: 'W',
    summary: 'Restrict the data of one’s patient, or lift that: it is shown, not changed, not mailed',
    params: z.object({ patientId: id }),
    body: z.strictObject({ restricted: z.boolean() }),
    answer: done,
  }),
  setLegalHold: put('/api/patients/:patientId/legal_hold', {
    access: 'pro',
    limit: 'W',
    summary: 'Keep the record of one’s patient from being erased, or lift that, with a reason',
    params: z.object({ patientId: id }),
    body: z.strictObject({ held: z.boolean(), reason: text(500).min(1) }),
    answer: done,
  }),
  suspendOnlineBooking: put('/api/patients/:patientId/online_booking', {
    access: 'pro',
    limit: 'W',
    summary: 'Suspend online booking for one’s patient, or lift that; staff can still book',
    params: z.object({ patientId: id }),
    body: z.strictObject({ suspended: z.boolean(), reason: text(500).default('') }),
    answer: done,
  }),
  getPatientViews: read('/api/patients/:patientId/views', {
    access: 'pro',
    limit: 'W',
    summary: 'Who looked at the record of one’s patient in the last two years, and when',
    params: z.object({ patientId: id }),
    answer: answer(z.array(viewed)),
  }),
  exportPatient: read('/api/patients/:patientId/export', {
    access: 'pro',
    limit: 'D',
    summary: 'A file with all that is held about one’s patient',
    params: z.object({ patientId: id }),
    answer: patientExport,
  }),
  exportPro: read('/api/pros/:id/export', {
    access: 'pro',
    withoutFactor: true,
    again: true,
    limit: 'D',
    summary: 'A file with all that is held about the pro, and about their patients',
    params: z.object({ id }),
    answer: proExport,
  }),
};
