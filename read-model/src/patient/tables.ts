import { defineTable } from '@visita/platform/projection/table';

/** Each pro's records of patients. Personal columns are null once erased, or where they were not given. */
export const patients = defineTable(
  'patients',
  ['patient_id'],
  {
    patient_id: 'uuid',
    pro_id: 'uuid',
    email: 'text?',
    /** The email as it is compared; null where there is none. */
    email_key: 'text?',
    name: 'text?',
    /** The name as it is sorted and searched; null once erased. */
    name_key: 'text?',
    prefix: 'text?',
    phone: 'text?',
    /** Prefix and phone as every network writes them; null where they make no number. */
    e164: 'text?',
    birth_date: 'text?',
    /** Who answers for them, of the same list, and what they are to that person. */
    responsible_id: 'uuid?',
    relation: 'text?',
    /** The record under which they are shown while two are merged. */
    merged_into: 'uuid?',
    /** Position of the last correction: bookings placed before it show the corrected name and phone. */
    corrected: 'text?',
    /** Shown, and neither changed nor mailed. */
    restricted: 'boolean',
    /** Why the record is under legal hold; null where it is not. */
    legal_hold: 'text?',
    /** When the record is erased for its age, ISO 8601; null where that is not announced. */
    leaves_at: 'text?',
    /** Why they cannot book online; null where they can. */
    suspended: 'text?',
    /** The pro's tags as a JSON array; null for none. */
    tags: 'text?',
    /** The pro's note; null for none. */
    note: 'text?',
    /** Erased, or about to be: nothing of the person is shown, and their bookings show nobody. */
    erased: 'boolean',
  },
  {
    patients_by_pro: ['pro_id', 'email_key'],
    patients_by_phone: ['pro_id', 'e164'],
    patients_by_merge: ['merged_into'],
  },
);

/** Pairs of a pro's patients whom a person told apart, the smaller id first. */
export const toldApart = defineTable('told_apart', ['patient_id', 'other_id'], {
  patient_id: 'uuid',
  other_id: 'uuid',
  pro_id: 'uuid',
});
