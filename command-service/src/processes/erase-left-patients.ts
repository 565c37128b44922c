import { isGone } from '@visita/contracts/booking/status';
import type { Knex } from 'knex';
import type { Log } from '@visita/platform/core/log';
import type { Cause } from '@visita/platform/runtime/decider';
import { deriveId } from '@visita/platform/core/derive-id';
import { createPoller, type Poller } from '@visita/platform/runtime/poller';
import type { Pseudonyms } from '@visita/platform/vault/pseudonyms';
import type { BookingState } from '../booking/decider.ts';
import type { Domain } from '../domain.ts';
import type { PatientBookings } from './patient-bookings.ts';

/** Pros who deleted their account, until the last of their patients is erased. */
export type LeftPros = {
  put(proId: string, lookAt: Date): Promise<void>;
  remove(proId: string): Promise<void>;
  /** Those to be looked at by an instant. */
  due(now: Date): Promise<string[]>;
};

export type LeftPatients = Poller & {
  /** Remembers the pro, and erases who can be erased at once. */
  leave(proId: string): Promise<void>;
};

type Deps = {
  domain: Pick<Domain, 'bookings' | 'patients'>;
  bookings: Pick<PatientBookings, 'of' | 'patientsOf'>;
  left: LeftPros;
  pseudonyms: Pick<Pseudonyms, 'forgetId'>;
  now: () => Date;
  log: Log;
};

const table = 'command.left_pros';
const pause = 60_000;
const againMinutes = 60;

/** Left pros in a table of the write side. */
export const createLeftPros = (knex: Knex): LeftPros => ({
  put: async (proId, lookAt) => {
    await knex(table).insert({ pro_id: proId, look_at: lookAt }).onConflict('pro_id').merge();
  },
  remove: async (proId) => {
    await knex(table).where({ pro_id: proId }).delete();
  },
  due: (now) => knex(table).where('look_at', '<=', now).pluck<string[]>('pro_id'),
});

/** Whether an appointment of this patient lies ahead. One that a colleague took over is the colleague's patient's. */
const isNeeded = (state: BookingState, patientId: string, time: string): boolean => {
  if (state.status === 'none' || isGone(state.status)) return false;
  return state.patientId === patientId && state.start > time;
};

type Left = { patientId: string; proId: string; time: string };

/** Answers whether the patient could be erased. */
const erase = async (deps: Deps, { patientId, proId, time }: Left): Promise<boolean> => {
  const { domain, bookings, pseudonyms } = deps;
  for (const bookingId of await bookings.of(patientId)) {
    if (isNeeded((await domain.bookings.load(bookingId)).state, patientId, time)) return false;
  }
  const id = deriveId(patientId, 'left');
  const cause: Cause = { id, correlationId: id, actor: 'process:erase-left-patients', time };
  await domain.patients.execute(patientId, { type: 'request-erasure', patientId, proId }, cause);
  await pseudonyms.forgetId(patientId);
  return true;
};

/**
 * Erases the patients of pros who deleted their account: each as soon as no appointment of theirs lies ahead, since
 * until then clinics find them another professional, or they are told that there is none.
 */
export const createLeftPatients = (deps: Deps): LeftPatients => {
  const { bookings, left, now, log } = deps;

  /** Erases who can be erased; answers whether anybody remains. */
  const look = async (proId: string): Promise<boolean> => {
    const time = now().toISOString();
    let remain = false;
    for (const patientId of await bookings.patientsOf(proId)) {
      if (!(await erase(deps, { patientId, proId, time }))) remain = true;
    }
    return remain;
  };

  const lookAgain = (proId: string) => left.put(proId, new Date(now().getTime() + againMinutes * 60_000));

  const lookAtDue = async (): Promise<number> => {
    const due = await left.due(now());
    for (const proId of due) await ((await look(proId)) ? lookAgain(proId) : left.remove(proId));
    return due.length;
  };

  return {
    leave: async (proId) => {
      // Once more in any case: the index may lag behind the last bookings.
      await lookAgain(proId);
      await look(proId);
    },
    ...createPoller({ name: 'patients of deleted accounts', look: lookAtDue, pause, log }),
  };
};
