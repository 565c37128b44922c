import type { BookedSeries, Contact, ContactPerson } from '@visita/contracts/booking/events';
import type { Language } from '@visita/contracts/language';
import { proOf } from '@visita/platform/auth/caller';
import type { CallContext } from '@visita/platform/http/calls';
import type { Stranger } from './stranger.ts';

type ByPro = {
  readonly by: 'pro';
  readonly caller: string;
  readonly proNotes: string;
  /** Language that the staff chose for the mails; the patient's by default. */
  readonly language: Language | undefined;
  /** Whether the booking may overlap another visit's buffer. */
  readonly anyway: boolean;
  /** Whether staff gave the privacy notice to the patient. */
  readonly privacyNotice: boolean;
  readonly marketingConsent: boolean;
  /** A visit of a series, whose booking has an id of its own. */
  readonly visit?: { readonly bookingId: string; readonly series: BookedSeries } | undefined;
};

type ByPatient = {
  readonly by: 'patient';
  readonly clinicId: string;
  readonly stranger: Stranger;
  readonly marketingConsent: boolean;
  readonly texts: true | undefined;
  /** Language of the page and of the mails; the pro's language by default. */
  readonly language: Language | undefined;
  readonly languageChosen: boolean;
  /** The right to correct the email of an earlier request. */
  readonly correction: string | undefined;
};

/** A requested booking. */
export type BookingRequest = {
  readonly hubServiceId: string;
  /** All services of the visit, if staff book several; the first is `hubServiceId`. */
  readonly hubServiceIds?: readonly string[] | undefined;
  /** Local start at the clinic, `YYYY-MM-DDTHH:mm`. */
  readonly date: string;
  /** A patient of the caller's list. */
  readonly patientId: string | undefined;
  /** The patient who attends. */
  readonly contact: Contact;
  /** The person who books for the patient and gets the mails; null if the patient books. */
  readonly told: ContactPerson | null;
  readonly origin: ByPro | ByPatient;
};

/** Returns the ids of all services of a request, the first one first. */
export const requestedServices = ({
  hubServiceId,
  hubServiceIds,
}: Pick<BookingRequest, 'hubServiceId' | 'hubServiceIds'>): [string, ...string[]] => [
  hubServiceId,
  ...(hubServiceIds?.slice(1) ?? []),
];

/** Contact of a patient for whom another person books. */
const unreached = { email: null, prefix: null, phone: null } as const;

/** Returns the request of a patient's form. */
export const requestOfPatient = ({ body, request }: CallContext<'requestBooking'>): BookingRequest => {
  const { marketingPolicy, privacyPolicy: _, texts, attendee, patientNotes, ...typed } = body.contactInfo;
  return {
    hubServiceId: body.serviceHubId,
    date: body.date,
    patientId: undefined,
    contact: attendee ? { ...unreached, ...attendee, patientNotes } : { ...typed, patientNotes },
    told: attendee ? typed : null,
    origin: {
      by: 'patient',
      clinicId: body.clinicId,
      stranger: { address: request.address, proof: body.proof, code: body.code },
      marketingConsent: marketingPolicy,
      texts,
      language: body.language,
      languageChosen: body.languageChosen ?? false,
      correction: body.correction,
    },
  };
};

/** Returns the request of staff. */
export const requestOfPro = ({ body, caller }: CallContext<'placeBooking'>): BookingRequest => {
  const { hubServiceId, hubServiceIds, date, proNotes, anyway, language, ...given } = body.booking;
  const { privacyNotice = false, marketingConsent = false } = given;
  const { id, ...typed } = body.patient;
  return {
    hubServiceId,
    hubServiceIds,
    date,
    patientId: id,
    contact: { ...typed, patientNotes: '' },
    told: null,
    origin: {
      by: 'pro',
      caller: proOf(caller).proId,
      proNotes,
      anyway,
      language,
      privacyNotice,
      marketingConsent,
    },
  };
};
