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
import type { RememberedAnswers } from '../remembered-answers.ts';
import type { PatientBookings } from './patient-bookings.ts';

type Deps = {
  domain: Pick<Domain, 'bookings' | 'patients' | 'duplicates'>;
  store: Pick<EventStore, 'readStream'>;
  bookings: Pick<PatientBookings, 'put' | 'of' | 'forget'>;
  pseudonyms: Pick<Pseudonyms, 'forget' | 'forgetId'>;
  dependants: Pick<Dependants, 'put' | 'of' | 'forget'>;
  answers: Pick<RememberedAnswers, 'forgetCommands'>;
  vault: Pick<Vault, 'erase'>;
  viewings: Pick<Viewings, 'forget'>;
};

type Booked = { readonly patientId: string; readonly proId: string; readonly bookingId: string };

/** What was typed of this patient, be it that they attend or are told; null once it was erased. */
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

/** Deletes the remembered answers of the commands that wrote these streams: they may hold names and phones. */
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
  // A record merged with theirs that is not erased as well would be shown nowhere.
  await domain.duplicates.execute(proId, { type: 'separate-from', proId, patientId }, cause);
  for (const id of await dependants.of(patientId))
    await letGo(deps, { patientId: id, from: patientId }, cause);
  const bookingIds = await bookings.of(patientId);
  for (const bookingId of bookingIds) await eraseFrom(deps, { bookingId, patientId, proId }, cause);
  await forgetAnswers(deps, [
    `patient-${patientId}`,
    ...bookingIds.map((bookingId) => `booking-${bookingId}`),
  ]);
  await vault.erase(`patient-${patientId}`);
  await viewings.forget(patientId);
};

/** The person who answered for them is gone: from now on they answer for themselves. */
const letGo = async (
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
    await letGo(deps, { patientId, from: responsibleId }, cause);
};

/** A merge that came about while one of the two was being erased is undone. */
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
  // An intent that comes after what was read here is handled after this, and finds it in the index.
  const { status } = (await deps.domain.patients.asOf(patientId, cause.upTo)).state;
  if (status === 'leaving' || status === 'erased')
    await eraseFrom(deps, { bookingId, patientId, proId }, cause);
};

/**
 * Erases a patient, from the intent on: their email and phones lead nowhere any more, their bookings become nobody's
 * (those ahead are cancelled), whom they care for answer for themselves, remembered answers go, and their key is destroyed. The end is said once the mails are
 * gone as well, which the notifier does. Each step may be done again, so a crash between any two is resumed.
 *
 * A booking is indexed before its patient is looked at, and an intent is in its stream before the index is read:
 * whichever comes second finds the other.
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
      // Another pro's patient has it from here on; who had it before finds it in the index, and no more theirs.
      BookingHandedOver: ({ data }, cause) => index(deps, data, cause),
      PatientErasureRequested: (event, cause) => erase(deps, event, cause),
      PatientMailsDeleted: async (event, cause) => {
        // Both events may be handled side by side, and the end must not overtake the steps before it.
        await erase(deps, event, cause);
        const { patientId } = event.data;
        await domain.patients.execute(patientId, { type: 'finish-erasure' }, cause);
        await bookings.forget(patientId);
        await dependants.forget(patientId);
      },
    },
  };
};
