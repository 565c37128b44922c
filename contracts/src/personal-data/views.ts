import { passkeyView } from '../pro/passkeys.ts';
import { z } from 'zod';
import { exportedStatus } from '../booking/status.ts';
import { blockView } from '../block/views.ts';
import { bookingFacts, closingView, vacationView } from '../booking/views.ts';
import { patientRecord } from '../patient/views.ts';
import { clinicView, hubView } from '../clinic/views.ts';
import { language } from '../language.ts';
import { pro } from '../pro/views.ts';

/** Something that happened, as it is stored, with personal fields readable; `{ "erased": true }` where they are gone. */
export const exportedEvent = z.object({
  stream: z.string(),
  revision: z.int(),
  type: z.string(),
  time: z.string(),
  /** Who caused it: a kind and an id. */
  actor: z.string(),
  data: z.record(z.string(), z.unknown()),
});
/** `time` is an ISO 8601 instant; the envelope's other fields are left out. */
export type ExportedEvent = z.infer<typeof exportedEvent>;

/** A booking in any status, as it is now. */
export const exportedBooking = bookingFacts.extend({
  status: exportedStatus,
  /** Euro, two decimals at most. */
  price: z.number(),
  /** Empty where the professional's account is gone. */
  professional: z.string(),
  clinic_address: z.string(),
  /** Who booked, as typed for this booking; null where that was erased. */
  patient: z
    .object({ name: z.string(), email: z.string(), prefix: z.string(), phone: z.string(), notes: z.string() })
    .nullable(),
  /** The treating professional's notes. */
  pro_notes: z.string(),
  language,
  placed_by: z.enum(['pro', 'patient']),
});
/** `patient` is null and `pro_notes` empty once the patient was erased. */
export type ExportedBooking = z.infer<typeof exportedBooking>;

/** A mail that was written about the person; its text is not kept. */
export const exportedMail = z.object({
  kind: z.string(),
  time: z.string(),
  state: z.enum(['claimed', 'failed', 'sent', 'dropped']),
});
/** `time` is the ISO 8601 instant at which it was claimed for sending. */
export type ExportedMail = z.infer<typeof exportedMail>;

/** That somebody looked at a patient's record. */
export const viewed = z.object({
  /** A kind and an id, `pro:<id>` or `operator:<name>`. */
  by: z.string(),
  how: z.enum(['opened', 'exported', 'revealed']),
  time: z.string(),
});
/** `time` is an ISO 8601 instant; looks of one quarter of an hour are one. */
export type Viewed = z.infer<typeof viewed>;

/** What somebody agreed to, or took back. */
export const exportedConsent = z.object({
  to: z.enum(['terms-and-privacy', 'marketing']),
  given: z.boolean(),
  time: z.string(),
  /** Which text, where that was written down: its version, the hash of what was shown, and its language. */
  text: z.object({ version: z.string(), sha256: z.string(), language }).nullable(),
});
/** `time` is an ISO 8601 instant; the latest of each `to` holds. */
export type ExportedConsent = z.infer<typeof exportedConsent>;

const exportedSurvey = z.object({
  id: z.string(),
  booking_id: z.string().nullable(),
  time: z.string(),
  rating: z.int(),
  comment: z.string(),
});
/** An answer to the survey: 1 to 5, and a comment, empty where there is none; `time` is an ISO 8601 instant. */
export type ExportedSurvey = z.infer<typeof exportedSurvey>;

/** What a document leaves out because its reader may not see it; an operator's export has it. */
export const withheld = z.enum(['survey-answers']);
/** Names a part of the document, so that a reader knows of it. */
export type Withheld = z.infer<typeof withheld>;

const head = {
  format: z.literal('visita-export-1'),
  /** ISO 8601 instant of the export. */
  exported: z.string(),
  withheld: z.array(withheld),
};

/** All that is held about one pro's patient. */
export const patientExport = z.object({
  ...head,
  about: z.literal('patient'),
  patient: patientRecord,
  /** The records that were merged into the patient's: everything else here is of them as well. */
  merged: z.array(patientRecord),
  /** Whose patient. */
  professional: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  consents: z.array(exportedConsent),
  bookings: z.array(exportedBooking),
  surveys: z.array(exportedSurvey),
  mails: z.array(exportedMail),
  views: z.array(viewed),
  events: z.array(exportedEvent),
});

/** All that is held about a pro, and what they hold about others. */
export const proExport = z.object({
  ...head,
  about: z.literal('pro'),
  pro,
  consents: z.array(exportedConsent),
  sessions: z.array(
    z.object({
      started: z.string(),
      expires: z.string(),
      lastSeen: z.string(),
      browser: z.string().nullable(),
      network: z.string().nullable(),
    }),
  ),
  passkeys: z.array(passkeyView),
  clinics: z.array(clinicView),
  closings: z.array(closingView),
  hubs: z.array(hubView),
  vacations: z.array(vacationView),
  patients: z.array(patientRecord),
  blocks: z.array(blockView),
  bookings: z.array(exportedBooking),
  surveys: z.array(exportedSurvey),
  mails: z.array(exportedMail),
  events: z.array(exportedEvent),
});
