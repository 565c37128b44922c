import { deriveId } from '@visita/platform/ids/derive-id';
import type { Reservation } from '../agenda/decider.ts';
import type { Dependencies } from '../dependencies.ts';
import type { UnitOfWork } from '../unit-of-work.ts';
import type { BookingDraft } from './decider.ts';
import type { BookingFacts } from './facts.ts';
import type { BookingRequest } from './request.ts';
import { buffersOf, inSeconds, placingSeconds, reservationIdOf } from './reserve.ts';
import { bookedServices } from './several-services.ts';
import type { PatientIds } from './patient-ids.ts';

type Deps = Pick<Dependencies, 'holdMinutes' | 'consentTexts'>;
type Given = { readonly request: BookingRequest; readonly facts: BookingFacts };

/** Returns the fields that depend on the origin of the booking (patient or staff). */
const originOf = (deps: Deps, { request: { origin }, facts }: Given, at: Date) => {
  const { bookable, interval, language: known } = facts;
  const { comunicationsLanguage } = bookable.pro.options;
  const chosen = origin.language !== undefined && (origin.by === 'pro' || origin.languageChosen);
  const languageChosen = chosen ? ({ languageChosen: true } as const) : {};
  if (origin.by === 'pro') {
    const language = origin.language ?? known ?? comunicationsLanguage;
    return {
      proNotes: origin.proNotes,
      language,
      ...languageChosen,
      ...(origin.visit && { series: origin.visit.series }),
      placedBy: 'pro',
      marketingConsent: origin.marketingConsent,
      ...(origin.privacyNotice ? { notice: { ...deps.consentTexts(language), language } } : {}),
      confirmBy: null,
    } as const;
  }
  const language = origin.language ?? comunicationsLanguage;
  const longest = inSeconds(at, deps.holdMinutes * 60);
  return {
    proNotes: '',
    language,
    ...languageChosen,
    placedBy: 'patient',
    marketingConsent: origin.marketingConsent,
    ...(origin.texts && { textsConsent: origin.texts }),
    consent: { ...deps.consentTexts(language), language },
    confirmBy: longest < interval.start ? longest : interval.start,
  } as const;
};

/** Drafts the booking of a patient. */
export const draftOf = (
  deps: Deps,
  given: Given,
  { patientId, contactId }: PatientIds,
  { at, cause }: Pick<UnitOfWork, 'at' | 'cause'>,
): BookingDraft => {
  const { bookable, interval, person } = given.facts;
  const { hub, clinic, service } = bookable;
  const { origin } = given.request;
  const visit = origin.by === 'pro' ? origin.visit : undefined;
  // If an idempotency key is reused for another request, another booking is made.
  const what = [cause.id, patientId, ...bookedServices(service), interval.start];
  return {
    ...interval,
    ...originOf(deps, given, at),
    contact: person.contact,
    told: contactId && person.told ? { contactId, contact: person.told } : null,
    bookingId: visit?.bookingId ?? deriveId(...what, 'booking'),
    reservationId: reservationIdOf(what, { ...interval, ...buffersOf(service) }),
    proId: hub.proId,
    clinicId: clinic.id,
    hubId: hub.hubId,
    patientId,
    timezone: clinic.details.timezone,
    service,
  };
};

/** Returns the reservation that a draft needs. */
export const reservationOf = (
  { reservationId, bookingId, start, end, service }: BookingDraft,
  at: Date,
): Reservation => {
  const deadline = inSeconds(at, placingSeconds);
  return { reservationId, bookingId, start, end, ...buffersOf(service), deadline };
};
