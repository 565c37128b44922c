import type { Language } from '@visita/contracts/language';
import { defineTable, typed } from '@visita/platform/projection/table';

/** Patient records of each pro. Personal columns are null if not given or erased. */
export const patients = defineTable(
  'patients',
  ['patient_id'],
  {
    patient_id: 'uuid',
    pro_id: 'uuid',
    email: 'text?',
    /** Normalized email for comparison; null if there is none. */
    email_key: 'text?',
    name: 'text?',
    /** Normalized name for sorting and search; null once erased. */
    name_key: 'text?',
    prefix: 'text?',
    phone: 'text?',
    /** Phone as E.164; null if it is not a number. */
    e164: 'text?',
    birth_date: 'text?',
    /** Null until one was chosen. */
    language: typed<Language | null>('text?'),
    /** The responsible person (a patient of the same list), and the relation to them. */
    responsible_id: 'uuid?',
    relation: 'text?',
    /** The record under which a merged one is shown. */
    merged_into: 'uuid?',
    /** Position of the last correction: bookings placed before it show the corrected name and phone. */
    corrected: 'text?',
    /**
     * Whether processing is restricted: the data is shown, but neither changed nor used for mails.
     */
    restricted: 'boolean',
    /** Reason for the legal hold; null without one. */
    legal_hold: 'text?',
    /** When retention will erase the record (ISO 8601); null if not announced. */
    leaves_at: 'text?',
    /** Reason for which online booking is suspended; null if it is not. */
    suspended: 'text?',
    /** The pro's tags as a JSON array; null for none. */
    tags: 'text?',
    note: 'text?',
    /**
     * Whether the patient is erased or the erasure is requested: neither the person nor their name
     * in bookings is shown.
     */
    erased: 'boolean',
  },
  {
    patients_by_pro: ['pro_id', 'email_key'],
    patients_by_phone: ['pro_id', 'e164'],
    patients_by_merge: ['merged_into'],
    patients_by_responsible: ['responsible_id'],
    // A search of a clinic reads the keys of all patients of its professionals from this index alone.
    patients_searched: {
      columns: ['pro_id'],
      include: ['patient_id', 'merged_into', 'name_key', 'email', 'email_key', 'prefix', 'phone'],
    },
  },
);

/** Patients who have or had a confirmed visit at a clinic, or were registered there. */
export const clinicPatients = defineTable('clinic_patients', ['clinic_id', 'patient_id'], {
  clinic_id: 'uuid',
  patient_id: 'uuid',
});

/** Pairs of patients marked as different people, the smaller id first. */
export const toldApart = defineTable('told_apart', ['patient_id', 'other_id'], {
  patient_id: 'uuid',
  other_id: 'uuid',
  pro_id: 'uuid',
});
