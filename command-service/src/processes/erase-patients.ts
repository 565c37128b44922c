import { isErased } from '@visita/contracts/event';
import type { EventNamed } from '@visita/contracts/events';
import type { Cause } from '@visita/platform/runtime/decider';
import type { EventStore } from '@visita/platform/event-store/port';
import type { Process } from '@visita/platform/runtime/process';
import type { Pseudonyms } from '@visita/platform/vault/pseudonyms';
import type { Vault } from '@visita/platform/vault/vault';
import { phoneOf } from '../booking/admit.ts';
import type { Domain } from '../domain.ts';
import type { RememberedAnswers } from '../remembered-answers.ts';
import type { PatientBookings } from './patient-bookings.ts';

type Deps = {
  domain: Pick<Domain, 'bookings' | 'patients'>;
  store: Pick<EventStore, 'readStream'>;
  bookings: Pick<PatientBookings, 'put' | 'of' | 'forget'>;
  pseudonyms: Pick<Pseudonyms, 'forget' | 'forgetId'>;
  answers: Pick<RememberedAnswers, 'forgetCommands'>;
  vault: Pick<Vault, 'erase'>;
};

type Booked = { readonly patientId: string; readonly proId: string; readonly bookingId: string };

const eraseFrom = async (
  { domain, pseudonyms }: Deps,
  { bookingId, patientId, proId }: Booked,
  cause: Cause,
): Promise<void> => {
  const { state } = await domain.bookings.load(bookingId);
  // The phone is readable only until the next step.
  if (state.status !== 'none' && !isErased(state.contact)) {
    await pseudonyms.forget(phoneOf(proId, state.contact));
  }
  await domain.bookings.execute(bookingId, { type: 'erase-patient', patientId, now: cause.time }, cause);
};

/** Deletes the remembered answers of the commands that wrote these streams: they may hold names and phones. */
const forgetAnswers = async ({ store, answers }: Deps, streams: readonly string[]): Promise<void> => {
  for (const stream of streams) {
    const events = await store.readStream(stream);
    await answers.forgetCommands(events.map(({ metadata }) => metadata.causationId));
  }
};

const erase = async (
  deps: Deps,
  { data: { patientId, proId } }: EventNamed<'PatientErasureRequested' | 'PatientMailsDeleted'>,
  cause: Cause,
): Promise<void> => {
  const { pseudonyms, bookings, vault } = deps;
  await pseudonyms.forgetId(patientId);
  const bookingIds = await bookings.of(patientId);
  for (const bookingId of bookingIds) await eraseFrom(deps, { bookingId, patientId, proId }, cause);
  await forgetAnswers(deps, [
    `patient-${patientId}`,
    ...bookingIds.map((bookingId) => `booking-${bookingId}`),
  ]);
  await vault.erase(`patient-${patientId}`);
};

const index = async (
  deps: Deps,
  { data: { patientId, proId, bookingId } }: EventNamed<'BookingPlaced' | 'BookingHandedOver'>,
  cause: Cause,
): Promise<void> => {
  await deps.bookings.put({ patientId, proId, bookingId });
  const { status } = (await deps.domain.patients.load(patientId)).state;
  if (status === 'leaving' || status === 'erased')
    await eraseFrom(deps, { bookingId, patientId, proId }, cause);
};

/**
 * Erases a patient, from the intent on: their email and phones lead nowhere any more, their bookings become nobody's
 * (those ahead are cancelled), remembered answers go, and their key is destroyed. The end is said once the mails are
 * gone as well, which whoever sends mails does. Each step may be done again, so a crash between any two is resumed.
 *
 * A booking is indexed before its patient is looked at, and an intent is in its stream before the index is read:
 * whichever comes second finds the other.
 */
export const erasePatients = (deps: Deps): Process => {
  const { domain, bookings } = deps;
  return {
    name: 'erase-patients',
    on: {
      BookingPlaced: (event, cause) => index(deps, event, cause),
      // Another pro's patient has it from here on; who had it before finds it in the index, and no more theirs.
      BookingHandedOver: (event, cause) => index(deps, event, cause),
      PatientErasureRequested: (event, cause) => erase(deps, event, cause),
      PatientMailsDeleted: async (event, cause) => {
        // Both events may be handled side by side, and the end must not overtake the steps before it.
        await erase(deps, event, cause);
        const { patientId } = event.data;
        await domain.patients.execute(patientId, { type: 'finish-erasure' }, cause);
        await bookings.forget(patientId);
      },
    },
  };
};
