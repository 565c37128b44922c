import { z } from 'zod';
import { id } from '../fields.ts';
import { done, remove } from './call.ts';

/** What people have a right to, beyond the spec: to be forgotten, and to have what is held about them. */
export const personalDataCalls = {
  erasePatient: remove('/api/patients/:patientId', {
    access: 'pro',
    limit: 'W',
    summary: 'Erase one’s patient: appointments ahead are cancelled, past ones stay as nobody’s',
    params: z.object({ patientId: id }),
    answer: done,
  }),
};
