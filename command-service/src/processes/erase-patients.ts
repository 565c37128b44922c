import { isErased } from '@visita/contracts/event';
import type { EventNamed } from '@visita/contracts/events';
import type { Cause } from '@visita/platform/runtime/decider';
import { pagesOfStream } from '@visita/platform/event-store/pages';
import type { EventStore } from '@visita/platform/event-store/port';
import type { Process } from '@visita/platform/runtime/process';
import type { Pseudonyms } from '@visita/platform/vault/pseudonyms';
import type { Vault } from '@visita/platform/vault/vault';
import type { Viewings } from '@visita/platform/vault/viewings';
import { phoneOf } from '../booking/admit.ts';
import type { PlacedBooking } from '../booking/decider.ts';
import type { Domain } from '../domain.ts';
import type { Dependants } from '../patient/dependants.ts';
import type { StoredAnswers } from '../stored-answers.ts';
import type { PatientBookings } from './patient-bookings.ts';

type Deps = {
  domain: Pick<Domain, 'bookings' | 'patients' | 'duplicates'>;
  store: Pick<EventStore, 'readStream'>;
  bookings: Pick<PatientBookings, 'put' | 'of' | 'forget'>;
  pseudonyms: Pick<Pseudonyms, 'forget' | 'forgetId'>;
  dependants: Pick<Dependants, 'put' | 'of' | 'forget'>;
  answers: Pick<StoredAnswers, 'forgetCommands'>;
  vault: Pick<Vault, 'erase'>;
  viewings: Pick<Viewings, 'forget'>;
};

type Booked = { readonly patientId: string; readonly proId: string; readonly bookingId: string };

/** Returns the typed contact of this patient, as attendee or contact person; null once erased. */
const contactOf = ({ contact, told }: PlacedBooking, patientId: string) => {
  const typed = told?.contactId === patientId ? told.contact : contact;
  return isErased(typed) ? null : typed;
};

const eraseFrom = async (
  { domain, pseudonyms }: Deps,
  { bookingId, patientId, proId }: Booked,
  cause: Cause,
): Promise<void> => {
  const { state } = await domain.bookings.load(bookingId);
  // The phone is readable only until the next step.
  const own = state.status === 'none' ? null : contactOf(state, patientId);
  const phone = own && phoneOf(proId, own);
  if (phone) await pseudonyms.forget(phone);
  await domain.bookings.execute(bookingId, { type: 'erase-patient', patientId, now: cause.time }, cause);
};

/** Deletes the stored answers of the commands in these streams: they may contain names and phones. */
const forgetAnswers = async ({ store, answers }: Deps, streams: readonly string[]): Promise<void> => {
  for (const stream of streams) {
    for await (const page of pagesOfStream(store, stream)) {
      await answers.forgetCommands(page.map(({ metadata }) => metadata.causationId));
    }
  }
};

const erase = async (
  deps: Deps,
  { data: { patientId, proId } }: EventNamed<'PatientErasureRequested' | 'PatientMailsDeleted'>,
  cause: Cause,
): Promise<void> => {
  const { domain, pseudonyms, bookings, dependants, vault, viewings } = deps;
  await pseudonyms.forgetId(patientId);
  // Otherwise, a record merged into the patient's would not be shown anywhere.
  await domain.duplicates.execute(proId, { type: 'separate-from', proId, patientId }, cause);
  for (const id of await dependants.of(patientId))
    await makeIndependent(deps, { patientId: id, from: patientId }, cause);
  const bookingIds = await bookings.of(patientId);
  for (const bookingId of bookingIds) await eraseFrom(deps, { bookingId, patientId, proId }, cause);
  await forgetAnswers(deps, [
    `patient-${patientId}`,
    ...bookingIds.map((bookingId) => `booking-${bookingId}`),
  ]);
  await vault.erase(`patient-${patientId}`);
  await viewings.forget(patientId);
};

/** Makes a dependant independent, because their responsible person is erased. */
const makeIndependent = async (
  { domain: { patients, duplicates } }: Deps,
  { patientId, from }: { patientId: string; from: string },
  cause: Cause,
): Promise<void> => {
  const { state } = await patients.load(patientId);
  if (state.status !== 'registered' || state.under?.responsibleId !== from) return;
  await patients.execute(patientId, { type: 'on-their-own', email: null }, cause);
  await duplicates.execute(state.proId, { type: 'end-care', proId: state.proId, patientId }, cause);
};

const keepCare = async (
  deps: Deps,
  { data: { patientId, proId, responsibleId } }: EventNamed<'PatientPlacedUnder'>,
  cause: Cause,
): Promise<void> => {
  await deps.dependants.put({ patientId, responsibleId, proId });
  const { status } = (await deps.domain.patients.load(responsibleId)).state;
  if (status === 'leaving' || status === 'erased')
    await makeIndependent(deps, { patientId, from: responsibleId }, cause);
};

/** Undoes a merge made while one of the two was being erased. */
const keepMerge = async (
  { domain }: Deps,
  { data: { proId, keptId, absorbedId } }: EventNamed<'PatientsMerged'>,
  cause: Cause,
): Promise<void> => {
  for (const patientId of [keptId, absorbedId]) {
    const { status } = (await domain.patients.load(patientId)).state;
    if (status === 'leaving' || status === 'erased')
      await domain.duplicates.execute(proId, { type: 'separate-from', proId, patientId }, cause);
  }
};

const index = async (deps: Deps, { patientId, proId, bookingId }: Booked, cause: Cause): Promise<void> => {
  await deps.bookings.put({ patientId, proId, bookingId });
  // A request after the state read here is handled after this event, and finds the booking in the index.
  const { status } = (await deps.domain.patients.asOf(patientId, cause.upTo)).state;
  if (status === 'leaving' || status === 'erased')
    await eraseFrom(deps, { bookingId, patientId, proId }, cause);
};

/**
 * Erases a patient after the request: email and phones are forgotten, bookings lose their patient (upcoming
 * ones are cancelled), dependants become independent, stored answers are deleted, and the key is destroyed.
 * The erasure is recorded as done once the notifier has deleted the mails. Each step is idempotent, so a
 * crash between any two is resumed.
 *
 * A booking is indexed before its patient is checked, and a request is in its stream before the index is
 * read: whichever comes second finds the other.
 */
export const erasePatients = (deps: Deps): Process => {
  const { domain, bookings, dependants } = deps;
  return {
    name: 'erase-patients',
    impersonal: true,
    on: {
      BookingPlaced: ({ data }, cause) => index(deps, data, cause),
      BookingContactNamed: ({ data }, cause) => index(deps, { ...data, patientId: data.contactId }, cause),
      PatientPlacedUnder: (event, cause) => keepCare(deps, event, cause),
      PatientsMerged: (event, cause) => keepMerge(deps, event, cause),
      // The booking now belongs to another pro's patient. The index still lists it for the former
      // patient, whose erasure skips it.
      BookingHandedOver: ({ data }, cause) => index(deps, data, cause),
      PatientErasureRequested: (event, cause) => erase(deps, event, cause),
      PatientMailsDeleted: async (event, cause) => {
        // Both events may be handled concurrently, and the end must not overtake the erasure's
        // earlier steps.
        await erase(deps, event, cause);
        const { patientId } = event.data;
        await domain.patients.execute(patientId, { type: 'finish-erasure' }, cause);
        await bookings.forget(patientId);
        await dependants.forget(patientId);
      },
    },
  };
};
