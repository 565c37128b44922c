import { passkeyView } from '../pro/passkeys.ts';
import { z } from 'zod';
import { exportedStatus } from '../booking/status.ts';
import { blockView } from '../block/views.ts';
import { bookingFacts, closingView, vacationView } from '../booking/views.ts';
import { patientRecord } from '../patient/views.ts';
import { clinicView, hubView } from '../clinic/views.ts';
import { language } from '../language.ts';
import { pro } from '../pro/views.ts';

/** A stored event with readable personal fields; erased ones are `{ "erased": true }`. */
export const exportedEvent = z.object({
  stream: z.string(),
  revision: z.int(),
  type: z.string(),
  time: z.string(),
  /** A kind and an id. */
  actor: z.string(),
  data: z.record(z.string(), z.unknown()),
});
/** `time` is an ISO 8601 instant. Other metadata is left out. */
export type ExportedEvent = z.infer<typeof exportedEvent>;

/** A booking in any status, in its current state. */
export const exportedBooking = bookingFacts.extend({
  status: exportedStatus,
  /** Euro, at most two decimals. */
  price: z.number(),
  /** Empty if the professional's account is gone. */
  professional: z.string(),
  clinic_address: z.string(),
  /** Contact details as typed for this booking; null if erased. */
  patient: z
    .object({ name: z.string(), email: z.string(), prefix: z.string(), phone: z.string(), notes: z.string() })
    .nullable(),
  pro_notes: z.string(),
  language,
  placed_by: z.enum(['pro', 'patient']),
});
/** After erasure of the patient, `patient` is null and `pro_notes` is empty. */
export type ExportedBooking = z.infer<typeof exportedBooking>;

/** A mail about the person. Its text is not kept. */
export const exportedMail = z.object({
  kind: z.string(),
  time: z.string(),
  state: z.enum(['claimed', 'failed', 'sent', 'dropped']),
});
/** `time` is the ISO 8601 instant at which sending began. */
export type ExportedMail = z.infer<typeof exportedMail>;

/** A text to the person. Neither its words nor the number are kept. */
export const exportedText = z.object({
  kind: z.string(),
  time: z.string(),
  state: z.enum(['waiting', 'sending', 'sent', 'unknown', 'delivered', 'failed', 'refused', 'dropped']),
  /** Reason why it was not sent; null if there is none. */
  reason: z.string().nullable(),
});
/** `time` is the ISO 8601 instant at which it was planned to be sent. */
export type ExportedText = z.infer<typeof exportedText>;

/** An access to a patient's record. */
export const viewed = z.object({
  /** A kind and an id, `pro:<id>` or `operator:<name>`. */
  by: z.string(),
  how: z.enum(['opened', 'exported', 'revealed']),
  time: z.string(),
});
/** `time` is an ISO 8601 instant. Accesses within a quarter of an hour count once. */
export type Viewed = z.infer<typeof viewed>;

/**
 * A clinic of the patient's bookings or registration, where others than the professional had access to the record: a
 * reception, or owner and managers because the clinic shares its patients.
 */
export const desk = z.object({
  clinic_id: z.string(),
  clinic_name: z.string(),
  reception: z.boolean(),
  patients_shared: z.boolean(),
});

/** A consent given or withdrawn. */
export const exportedConsent = z.object({
  /** `privacy-notice`: staff gave the notice to the patient, which is no consent. */
  to: z.enum(['terms-and-privacy', 'marketing', 'privacy-notice']),
  given: z.boolean(),
  time: z.string(),
  /** Version, hash and language of the text; null if not recorded. */
  text: z.object({ version: z.string(), sha256: z.string(), language }).nullable(),
});
/** `time` is an ISO 8601 instant. The latest entry of each `to` is in effect. */
export type ExportedConsent = z.infer<typeof exportedConsent>;

const exportedSurvey = z.object({
  id: z.string(),
  booking_id: z.string().nullable(),
  time: z.string(),
  rating: z.int(),
  comment: z.string(),
});
/** An answer to the survey: 1 to 5, and a comment that may be empty; `time` is an ISO 8601 instant. */
export type ExportedSurvey = z.infer<typeof exportedSurvey>;

/** Parts that a pro's export leaves out because the pro may not see them. An operator's export has them. */
export const withheld = z.enum(['survey-answers']);
export type Withheld = z.infer<typeof withheld>;

const head = {
  format: z.literal('visita-export-1'),
  /** ISO 8601 instant of the export. */
  exported: z.string(),
  withheld: z.array(withheld),
};

/** Export of all data about a pro's patient. */
export const patientExport = z.object({
  ...head,
  about: z.literal('patient'),
  patient: patientRecord,
  /** Records merged into the patient's; their data is included. */
  merged: z.array(patientRecord),
  professional: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  consents: z.array(exportedConsent),
  bookings: z.array(exportedBooking),
  surveys: z.array(exportedSurvey),
  mails: z.array(exportedMail),
  /** Texts of the last 13 months. */
  texts: z.array(exportedText),
  views: z.array(viewed),
  desks: z.array(desk),
  events: z.array(exportedEvent),
});

/** Export of all data about a pro, and of the pro's data about others. */
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
  /** Notices that the pro has read: all up to a position, and single later ones; null before the first look. */
  noticesRead: z.object({ until: z.string(), single: z.array(z.string()) }).nullable(),
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
