import { defineTable } from '@visita/platform/projection/table';

/** Each pro's records of patients. Personal columns are null once erased. */
export const patients = defineTable(
  'patients',
  ['patient_id'],
  {
    patient_id: 'uuid',
    pro_id: 'uuid',
    email: 'text?',
    name: 'text?',
    prefix: 'text?',
    phone: 'text?',
    /** Position of the last correction: bookings placed before it show the corrected name and phone. */
    corrected: 'text?',
    /** Erased, or about to be: nothing of the person is shown, and their bookings show nobody. */
    erased: 'boolean',
  },
  { patients_by_pro: ['pro_id', 'email'] },
);
