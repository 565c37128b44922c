import { isGone } from '@visita/contracts/booking/status';
import type { Log } from '@visita/platform/logging/log';
import type { Cause } from '@visita/platform/runtime/decider';
import { deriveId } from '@visita/platform/ids/derive-id';
import { createPoller, type Poller } from '@visita/platform/runtime/poller';
import type { PatientRecords } from '../patient/records.ts';
import type { Pseudonyms } from '@visita/platform/vault/pseudonyms';
import type { Vault } from '@visita/platform/vault/vault';
import type { BookingState, PlacedBooking } from '../booking/decider.ts';
import type { Domain } from '../domain.ts';
import type { BookingsAhead } from './bookings-ahead.ts';
import { eraseClinic } from './erase-clinic.ts';
import type { LeftPro, LeftPros } from './left-pros.ts';
import type { ClinicGoneMails } from './clinic-gone-mails.ts';
import type { PatientBookings } from './patient-bookings.ts';

export type LeftBehind = Poller & {
  /**
   * Stores the pro and their clinics to be erased, and immediately erases patients who can be
   * erased.
   */
  leave(proId: string, clinicIds: string[]): Promise<void>;
  /** Does the same for a pro who keeps the account: erases present patients, but not later ones. */
  clear(proId: string, clinicIds: string[]): Promise<void>;
};

type Deps = {
  domain: Pick<Domain, 'bookings' | 'clinics' | 'patients'>;
  bookings: Pick<PatientBookings, 'of'>;
  records: Pick<PatientRecords, 'ofPro'>;
  ahead: Pick<BookingsAhead, 'at'>;
  notices: ClinicGoneMails;
  left: LeftPros;
  pseudonyms: Pick<Pseudonyms, 'forgetId'>;
  vault: Pick<Vault, 'erase'>;
  now: () => Date;
  log: Log;
};

const pause = 5_000;
const hour = 3_600_000;
/** Maximum wait for the notices about a closed clinic, in milliseconds. */
const patience = 24 * hour;

/** A check of what a pro has left behind. */
type Look = { readonly left: LeftPro; readonly time: string };

/** Tells whether the booking is an upcoming appointment. */
const liesAhead = (state: BookingState, time: string): state is PlacedBooking =>
  state.status !== 'none' && !isGone(state.status) && state.start > time;

/** Returns whether the patient must still be informed that the clinic is gone. */
const waits = async ({ notices, now }: Deps, { leftAt }: LeftPro, bookingId: string): Promise<boolean> => {
  if (now().getTime() - leftAt.getTime() >= patience) return false;
  return !(await notices.settled([bookingId])).has(bookingId);
};

/**
 * Returns whether a patient is needed for a booking; false if a colleague took the booking over.
 */
const isNeeded = async (deps: Deps, { left, time }: Look, booking: { id: string; patientId: string }) => {
  const { state } = await deps.domain.bookings.load(booking.id);
  if (!liesAhead(state, time) || ![state.patientId, state.told?.contactId].includes(booking.patientId))
    return false;
  // In a clinic of another owner, another professional may take over the booking.
  return left.clinicIds.includes(state.clinicId) ? waits(deps, left, booking.id) : true;
};

/** Erases the patient if possible; returns whether the patient was erased. */
const erasePatient = async (deps: Deps, look: Look, patientId: string): Promise<boolean> => {
  const { domain, bookings, pseudonyms } = deps;
  const { proId } = look.left;
  for (const id of await bookings.of(patientId)) {
    if (await isNeeded(deps, look, { id, patientId })) return false;
  }
  // If an operator erased the account, a record under legal hold stays for now.
  const { state } = await domain.patients.load(patientId);
  if (state.status === 'registered' && state.held) return false;
  const id = deriveId(patientId, 'left');
  const cause: Cause = { id, correlationId: id, actor: 'process:erase-left', time: look.time };
  await domain.patients.execute(patientId, { type: 'request-erasure', patientId, proId }, cause);
  await pseudonyms.forgetId(patientId);
  return true;
};

/**
 * Erases the clinic if possible; returns whether it was erased. The clinic is kept until the mails
 * about its appointments, which name it, are sent.
 */
const eraseLeftClinic = async (deps: Deps, { left, time }: Look, clinicId: string): Promise<boolean> => {
  for (const bookingId of await deps.ahead.at({ clinicId })) {
    const { state } = await deps.domain.bookings.load(bookingId);
    if (liesAhead(state, time) && (await waits(deps, left, bookingId))) return false;
  }
  const id = deriveId(clinicId, 'left');
  await eraseClinic(deps, clinicId, { id, correlationId: id, actor: 'process:erase-left', time });
  return true;
};

/**
 * Erases patients and clinics of pros with deleted accounts. A patient is erased when they have no
 * upcoming appointment. If the clinic closes too, its patients are erased when the notice about it
 * was sent, at the latest after a day. The clinic's name and address are erased after all notices.
 */
export const createLeftBehind = (deps: Deps): LeftBehind => {
  const { records, left, now, log } = deps;

  /** Erases what can be erased; returns whether anything remains. */
  const look = async (pro: LeftPro): Promise<boolean> => {
    const at = { left: pro, time: now().toISOString() };
    const done: boolean[] = [];
    for (const patientId of pro.patientIds ?? (await records.ofPro(pro.proId)))
      done.push(await erasePatient(deps, at, patientId));
    for (const clinicId of pro.clinicIds) done.push(await eraseLeftClinic(deps, at, clinicId));
    return done.includes(false);
  };

  /**
   * The checks are frequent at first, then rarer: notices take seconds, appointments may be months
   * ahead.
   */
  const lookAgain = (pro: LeftPro) => {
    const wait = Math.min(Math.max((now().getTime() - pro.leftAt.getTime()) / 10, pause), hour);
    return left.put(pro, new Date(now().getTime() + wait));
  };

  const lookAtDue = async (): Promise<number> => {
    const due = await left.due(now());
    for (const pro of due) {
      const remains = await look(pro);
      // A pro is checked for at least an hour: the indexes may lag behind the last bookings.
      const isFresh = now().getTime() - pro.leftAt.getTime() < hour;
      await (remains || isFresh ? lookAgain(pro) : left.remove(pro.proId));
    }
    return due.length;
  };

  const begin = async (pro: LeftPro): Promise<void> => {
    await lookAgain(pro);
    await look(pro);
  };

  return {
    leave: (proId, clinicIds) => begin({ proId, clinicIds, patientIds: null, leftAt: now() }),
    clear: async (proId, clinicIds) =>
      begin({ proId, clinicIds, patientIds: await records.ofPro(proId), leftAt: now() }),
    ...createPoller({ name: 'what deleted accounts left', look: lookAtDue, pause, log }),
  };
};
