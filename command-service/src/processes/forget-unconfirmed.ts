import type { EventNamed } from '@visita/contracts/events';
import type { Knex } from 'knex';
import type { Log } from '@visita/platform/logging/log';
import { deriveId } from '@visita/platform/ids/derive-id';
import { createPoller, type Poller } from '@visita/platform/runtime/poller';
import type { Process } from '@visita/platform/runtime/process';
import type { Pseudonyms } from '@visita/platform/vault/pseudonyms';
import type { Domain } from '../domain.ts';
import type { WaitingEntries } from '../waiting/entries.ts';
import type { PatientBookings } from './patient-bookings.ts';

/** An expired hold, or a code mailed before a hold, with its patient. */
export type Lapsed = {
  /** Id of the booking or code. */
  readonly holdId: string;
  readonly patientId: string;
  readonly proId: string;
};

/** Expired holds, until their patients are kept or erased. */
export type LapsedHolds = {
  put(lapsed: Lapsed, lookAt: Date): Promise<void>;
  remove(holdId: string): Promise<void>;
  /** Returns some entries due by an instant. */
  due(now: Date, atOnce: number): Promise<readonly Lapsed[]>;
};

const table = 'command.lapsed_holds';

/** Creates the store of expired holds in a table of the command schema. */
export const createLapsedHolds = (knex: Knex): LapsedHolds => ({
  put: async ({ holdId, patientId, proId }, lookAt) => {
    const row = { booking_id: holdId, patient_id: patientId, pro_id: proId, look_at: lookAt };
    await knex(table).insert(row).onConflict('booking_id').ignore();
  },
  remove: async (holdId) => {
    await knex(table).where({ booking_id: holdId }).delete();
  },
  due: (now, atOnce) =>
    knex(table)
      .where('look_at', '<=', now)
      .orderBy('look_at')
      .limit(atOnce)
      .select<Lapsed[]>({ holdId: 'booking_id', patientId: 'patient_id', proId: 'pro_id' }),
});

/** Milliseconds during which an unconfirmed request stays visible. */
const keptFor = 7 * 86_400_000;
const pause = 60_000;

const endOf = (over: string) => new Date(Date.parse(over) + keptFor);

export const rememberLapsed = (
  domain: Pick<Domain, 'bookings'>,
  holds: Pick<LapsedHolds, 'put'>,
): Process => ({
  name: 'remember-lapsed',
  on: {
    BookingLapsed: async ({ data: { bookingId }, metadata }: EventNamed<'BookingLapsed'>) => {
      const { state } = await domain.bookings.load(bookingId);
      if (state.status === 'none') return;
      const { patientId, proId } = state;
      await holds.put({ holdId: bookingId, patientId, proId }, endOf(metadata.time));
    },
  },
});

/** Stores each mailed code: if it is never used, there is no hold that could expire. */
export const rememberCodes = (holds: Pick<LapsedHolds, 'put'>): Process => ({
  name: 'remember-codes',
  impersonal: true,
  on: {
    HoldCodeSent: ({ data: { codeId, patientId, proId, expires } }: EventNamed<'HoldCodeSent'>) =>
      holds.put({ holdId: codeId, patientId, proId }, endOf(expires)),
  },
});

type Deps = {
  domain: Pick<Domain, 'bookings' | 'patients' | 'quotas'>;
  bookings: Pick<PatientBookings, 'of'>;
  holds: Pick<LapsedHolds, 'remove' | 'due'>;
  pseudonyms: Pick<Pseudonyms, 'forgetId'>;
  /** Entries on waiting lists that have not ended. */
  waitingEntries: Pick<WaitingEntries, 'ofPatient'>;
  now: () => Date;
  log: Log;
};

/** Tells whether the person has a record, or another booking or code with a later entry of its own. */
const isKept = async (
  { domain, bookings, waitingEntries, now }: Deps,
  { patientId, holdId }: Lapsed,
): Promise<boolean> => {
  if ((await domain.patients.load(patientId)).state.status !== 'none') return true;
  if ((await waitingEntries.ofPatient(patientId)).length > 0) return true;
  const since = new Date(now().getTime() - keptFor).toISOString();
  const { code } = (await domain.quotas.load(patientId)).state;
  if (code !== null && code.expires > since) return true;
  for (const other of await bookings.of(patientId)) {
    const { state } = await domain.bookings.load(other);
    if (other === holdId || state.status === 'none') continue;
    if (state.status === 'pending' || state.status === 'confirmed') return true;
    // The other hold has its own entry, with a later date.
    if (state.status === 'lapsed' && (state.confirmBy ?? '') > since) return true;
  }
  return false;
};

/** Returns the attendee and the person who requested the booking. */
const peopleOf = async ({ domain }: Deps, lapsed: Lapsed): Promise<Lapsed[]> => {
  const { state } = await domain.bookings.load(lapsed.holdId);
  const contactId = state.status === 'none' ? undefined : state.told?.contactId;
  return [lapsed, ...(contactId ? [{ ...lapsed, patientId: contactId }] : [])];
};

const forget = async ({ domain, pseudonyms, now }: Deps, { patientId, proId }: Lapsed): Promise<void> => {
  // The id is forgotten first, so that a request made meanwhile creates a new patient.
  await pseudonyms.forgetId(patientId);
  const id = deriveId(patientId, 'unconfirmed');
  const actor = 'process:forget-unconfirmed';
  const cause = { id, correlationId: id, actor, time: now().toISOString() } as const;
  await domain.patients.execute(patientId, { type: 'request-erasure', patientId, proId }, cause);
};

/**
 * Erases people who requested a booking and never confirmed it, a week after their hold or code
 * expired: the email address is not verified, and no professional treated them. A person with a
 * record stays as long as the record.
 */
export const createForgetting = (deps: Deps): Poller => {
  const { holds, now, log } = deps;
  const look = async (atOnce: number): Promise<number> => {
    const due = await holds.due(now(), atOnce);
    for (const lapsed of due) {
      for (const person of await peopleOf(deps, lapsed))
        if (!(await isKept(deps, person))) await forget(deps, person);
      await holds.remove(lapsed.holdId);
    }
    return due.length;
  };
  return createPoller({ name: 'unconfirmed bookings', look, pause, log });
};
