import { z } from 'zod';
import { id } from '../fields.ts';
import { patientExport, proExport } from '../personal-data/views.ts';
import { done, read, remove } from './call.ts';

/** What people have a right to: to be forgotten, and to have what is held about them. */
export const personalDataCalls = {
  erasePatient: remove('/api/patients/:patientId', {
    access: 'pro',
    limit: 'W',
    summary: 'Erase one’s patient: appointments ahead are cancelled, past ones stay as nobody’s',
    params: z.object({ patientId: id }),
    answer: done,
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
    again: true,
    limit: 'D',
    summary: 'A file with all that is held about the pro, and about their patients',
    params: z.object({ id }),
    answer: proExport,
  }),
};
