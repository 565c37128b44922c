import { z } from 'zod';
import { patientView } from '../booking/views.ts';
import { likeness } from './duplicates.ts';

/** A patient's record with the pro's own remarks. */
export const patientRecord = patientView.extend({
  tags: z.array(z.string()),
  /** May be empty. */
  note: z.string(),
  /** Version of tags and note, for `If-Match`. */
  remarks_version: z.string(),
});
export type PatientRecord = z.infer<typeof patientRecord>;

/** A row of the pro's patient list. */
export const listedPatient = patientRecord.extend({
  /** Start of the latest past appointment that was not missed, ISO 8601 with the clinic's offset; empty if none. */
  last_visit: z.string(),
  /** Start of the next appointment, ISO 8601 with the clinic's offset; empty if none. */
  next_visit: z.string(),
  /** The responsible person; null if patients are responsible for themselves. */
  responsible: patientView.pick({ id: true, name: true, email: true, prefix: true, phone: true }).nullable(),
});
/** The note is cut to {@link listedNoteMaximum} characters. */
export type ListedPatient = z.infer<typeof listedPatient>;

/** Longest note in the list, in characters. */
export const listedNoteMaximum = 200;

/**
 * Sort order of the patient list: name; last visit, latest first; next visit, soonest first; or the visit nearest to
 * now. Patients without such a visit come last.
 */
export const patientOrder = z.enum(['name', 'last_visit', 'next_visit', 'nearest']);
export type PatientOrder = z.infer<typeof patientOrder>;

/** A patient's answer to the survey about a visit, for the treating professional. */
export const patientAnswer = z.object({
  id: z.string(),
  booking_id: z.string(),
  /** Start of the visit, ISO 8601 with the clinic's offset. */
  date: z.string(),
  service: z.string(),
  /** ISO 8601 instant of the answer. */
  time: z.string(),
  /** 1 to 5. */
  rating: z.int(),
  /** May be empty. */
  comment: z.string(),
});
export type PatientAnswer = z.infer<typeof patientAnswer>;

/** Maximum number of answers of a patient that are returned, the latest visits first. */
export const answersMaximum = 50;

/** A page of the patient list. */
export const patientList = z.object({
  patients: z.array(listedPatient),
  /** Number of matching patients. */
  total: z.int(),
  /** Number of all patients of the pro. */
  all: z.int(),
  /** Number of all patients whose erasure for age of the record is announced. */
  leaving: z.int(),
  /** The pro's tags, most used first, at most 100. */
  tags: z.array(z.object({ tag: z.string(), count: z.int() })),
});
export type PatientList = z.infer<typeof patientList>;

/** A professional's record of a patient, with the visits at one clinic. Reasons of holds and suspensions are empty. */
const clinicRecord = listedPatient
  .omit({ tags: true, note: true, remarks_version: true, leaves_at: true })
  .extend({
    pro_id: z.string(),
    /** First and last name. */
    professional: z.string(),
  });

/** A patient of a clinic, with the records that other professionals of the clinic have of the same person. */
export const clinicPatient = clinicRecord.extend({ others: z.array(clinicRecord) });
/** The record stands first that is the caller's own, or has the visit nearest to now. */
export type ClinicPatient = z.infer<typeof clinicPatient>;
export type ClinicRecord = z.infer<typeof clinicRecord>;

/** Two records that may belong to one person, with the reasons. */
export const duplicate = z.object({ one: listedPatient, other: listedPatient, because: z.array(likeness) });
/** `one` is the record to keep: the one with more data or the later use. */
export type Duplicate = z.infer<typeof duplicate>;

/** Maximum number of duplicates in one answer. Merging or dismissing some makes room for others. */
export const duplicatesMaximum = 50;
