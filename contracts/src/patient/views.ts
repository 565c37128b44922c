import { z } from 'zod';
import { patientView } from '../booking/views.ts';
import { likeness } from './duplicates.ts';

/** A patient's record with what the pro alone wrote about them. */
export const patientRecord = patientView.extend({
  tags: z.array(z.string()),
  /** What the pro keeps in mind about them; empty for nothing. */
  note: z.string(),
  /** The version of tags and note, for `If-Match`. */
  remarks_version: z.string(),
});
/** As the patient's own page and exports have it. */
export type PatientRecord = z.infer<typeof patientRecord>;

/** A line of the pro's list of patients. */
export const listedPatient = patientRecord.extend({
  /** The start of the latest appointment that is past and was not missed, ISO 8601 with the offset of its clinic; empty for none. */
  last_visit: z.string(),
  /** The start of the next appointment, ISO 8601 with the offset of its clinic; empty for none. */
  next_visit: z.string(),
  /** The person who answers for them; null where they answer for themselves. */
  responsible: patientView.pick({ id: true, name: true, email: true, prefix: true, phone: true }).nullable(),
});
/** The note is cut to {@link listedNoteMaximum} characters. */
export type ListedPatient = z.infer<typeof listedPatient>;

/** How much of a note the list shows, in characters. */
export const listedNoteMaximum = 200;

/**
 * What the list of patients is sorted by: the name; the last visit, the latest first; the next visit, the soonest first;
 * or how near to now a visit of theirs is. Who has none comes last.
 */
export const patientOrder = z.enum(['name', 'last_visit', 'next_visit', 'nearest']);
/** One of {@link patientOrder}. */
export type PatientOrder = z.infer<typeof patientOrder>;

/** A part of the pro's list of patients. */
export const patientList = z.object({
  patients: z.array(listedPatient),
  /** How many were found altogether. */
  total: z.int(),
  /** How many patients the pro has, whatever was asked for. */
  all: z.int(),
  /** How many of these are announced to be erased for their age. */
  leaving: z.int(),
  /** The pro's tags, the most used first, at most 100. */
  tags: z.array(z.object({ tag: z.string(), count: z.int() })),
});
/** As the list of patients and what searches it get it. */
export type PatientList = z.infer<typeof patientList>;

/** Two records that may be of one person, and what suggests it. */
export const duplicate = z.object({ one: listedPatient, other: listedPatient, because: z.array(likeness) });
/** The likelier to be kept is `one`: whose record says more, or was used last. */
export type Duplicate = z.infer<typeof duplicate>;

/** Most duplicates in one answer; who is told apart or merged makes room. */
export const duplicatesMaximum = 50;
