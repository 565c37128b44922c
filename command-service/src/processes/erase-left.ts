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
import type { Notices } from './notices.ts';
import type { PatientBookings } from './patient-bookings.ts';

export type LeftBehind = Poller & {
  /** Remembers the pro and the clinics that go too, and erases who can be erased at once. */
  leave(proId: string, clinicIds: string[]): Promise<void>;
  /** The same of a pro who stays: patients whom they have by now, none who come later. */
  clear(proId: string, clinicIds: string[]): Promise<void>;
};

type Deps = {
  domain: Pick<Domain, 'bookings' | 'clinics' | 'patients'>;
  bookings: Pick<PatientBookings, 'of'>;
  records: Pick<PatientRecords, 'ofPro'>;
  ahead: Pick<BookingsAhead, 'at'>;
  notices: Notices;
  left: LeftPros;
  pseudonyms: Pick<Pseudonyms, 'forgetId'>;
  vault: Pick<Vault, 'erase'>;
  now: () => Date;
  log: Log;
};

const pause = 5_000;
const hour = 3_600_000;
/** Longest that the notice about a clinic that is gone is waited for, in milliseconds. */
const patience = 24 * hour;

/** A look at what somebody left behind. */
type Look = { readonly left: LeftPro; readonly time: string };

/** An appointment that stands and lies ahead. */
const liesAhead = (state: BookingState, time: string): state is PlacedBooking =>
  state.status !== 'none' && !isGone(state.status) && state.start > time;

/** Whether the attendee of this appointment must still be told that its clinic is gone. */
const waits = async ({ notices, now }: Deps, { leftAt }: LeftPro, bookingId: string): Promise<boolean> => {
  if (now().getTime() - leftAt.getTime() >= patience) return false;
  return !(await notices.settled([bookingId])).has(bookingId);
};

/** Whether a patient is needed for a booking. One that a colleague took over is the colleague's patient's. */
const isNeeded = async (deps: Deps, { left, time }: Look, booking: { id: string; patientId: string }) => {
  const { state } = await deps.domain.bookings.load(booking.id);
  if (!liesAhead(state, time) || ![state.patientId, state.told?.contactId].includes(booking.patientId))
    return false;
  // At somebody else's clinic they are found another professional.
  return left.clinicIds.includes(state.clinicId) ? waits(deps, left, booking.id) : true;
};

/** Answers whether the patient could be erased. */
const erasePatient = async (deps: Deps, look: Look, patientId: string): Promise<boolean> => {
  const { domain, bookings, pseudonyms } = deps;
  const { proId } = look.left;
  for (const id of await bookings.of(patientId)) {
    if (await isNeeded(deps, look, { id, patientId })) return false;
  }
  // An operator erased the account: what is needed for a claim stays for now.
  const { state } = await domain.patients.load(patientId);
  if (state.status === 'registered' && state.held) return false;
  const id = deriveId(patientId, 'left');
  const cause: Cause = { id, correlationId: id, actor: 'process:erase-left', time: look.time };
  await domain.patients.execute(patientId, { type: 'request-erasure', patientId, proId }, cause);
  await pseudonyms.forgetId(patientId);
  return true;
};

/** Answers whether the clinic could be erased: mails about appointments there name it. */
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
 * Erases what pros leave behind who deleted their account. A patient goes as soon as no appointment of theirs lies
 * ahead; where the clinic goes too, as soon as the notice that says so was handed over, and a day later in any case. The
 * clinic's name and address follow when all notices were.
 */
export const createLeftBehind = (deps: Deps): LeftBehind => {
  const { records, left, now, log } = deps;

  /** Erases what can be erased; answers whether anything remains. */
  const look = async (pro: LeftPro): Promise<boolean> => {
    const at = { left: pro, time: now().toISOString() };
    const done: boolean[] = [];
    for (const patientId of pro.patientIds ?? (await records.ofPro(pro.proId)))
      done.push(await erasePatient(deps, at, patientId));
    for (const clinicId of pro.clinicIds) done.push(await eraseLeftClinic(deps, at, clinicId));
    return done.includes(false);
  };

  /** Soon at first, then ever more rarely: notices go within seconds, appointments lie months ahead. */
  const lookAgain = (pro: LeftPro) => {
    const wait = Math.min(Math.max((now().getTime() - pro.leftAt.getTime()) / 10, pause), hour);
    return left.put(pro, new Date(now().getTime() + wait));
  };

  const lookAtDue = async (): Promise<number> => {
    const due = await left.due(now());
    for (const pro of due) {
      const remains = await look(pro);
      // For an hour in any case: the indexes may lag behind the last bookings.
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
