import { setTimeout as delay } from 'node:timers/promises';
import type { Knex } from 'knex';
import { codeOf, type Log } from '@visita/platform/database/connect';
import type { Cause } from '@visita/platform/decider';
import { deriveId } from '@visita/platform/derive-id';
import type { Pseudonyms } from '@visita/platform/vault/pseudonyms';
import type { BookingState } from '../booking/decider.ts';
import type { Domain } from '../domain.ts';
import type { PatientBookings } from './patient-bookings.ts';

/** Pros who deleted their account, until nobody is left of whom they kept a record. */
export type LeftPros = {
  put(proId: string, lookAt: Date): Promise<void>;
  remove(proId: string): Promise<void>;
  /** Those to be looked at by an instant. */
  due(now: Date): Promise<string[]>;
};

export type LeftPatients = {
  /** Remembers the pro, and erases who can be erased at once. */
  leave(proId: string): Promise<void>;
  start(): void;
  stop(): Promise<void>;
  /** One look at those who were left; answers how many pros it came to. */
  sweep(): Promise<number>;
};

type Deps = {
  domain: Pick<Domain, 'bookings' | 'patients' | 'pros'>;
  bookings: Pick<PatientBookings, 'of' | 'patientsOf'>;
  left: LeftPros;
  pseudonyms: Pick<Pseudonyms, 'forgetId'>;
  now: () => Date;
  log: Log;
};

const table = 'command.left_pros';
const pauseSeconds = 60;
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

/**
 * Erases the patients of pros who deleted their account: each as soon as no appointment of theirs lies ahead, since
 * until then clinics find them another professional, or they are told that there is none. Who was taken over by a
 * colleague stays as long as that colleague.
 */
export const createLeftPatients = (deps: Deps): LeftPatients => {
  const { domain, bookings, left, pseudonyms, now, log } = deps;
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();

  const isNeeded = async (state: BookingState, { proId, time }: { proId: string; time: string }) => {
    if (state.status === 'none' || state.status === 'cancelled' || state.status === 'lapsed') return false;
    if (state.start > time) return true;
    return state.proId !== proId && (await domain.pros.load(state.proId)).state.status === 'registered';
  };

  const erase = async (patientId: string, proId: string, time: string): Promise<boolean> => {
    for (const bookingId of await bookings.of(patientId)) {
      if (await isNeeded((await domain.bookings.load(bookingId)).state, { proId, time })) return false;
    }
    const id = deriveId(patientId, 'left');
    const cause: Cause = { id, correlationId: id, actor: 'process:erase-left-patients', time };
    await domain.patients.execute(patientId, { type: 'request-erasure', patientId, proId }, cause);
    await pseudonyms.forgetId(patientId);
    return true;
  };

  /** Erases who can be erased; answers whether anybody remains. */
  const look = async (proId: string): Promise<boolean> => {
    const time = now().toISOString();
    let remain = false;
    for (const patientId of await bookings.patientsOf(proId)) {
      if (!(await erase(patientId, proId, time))) remain = true;
    }
    return remain;
  };

  const lookAgain = (proId: string) => left.put(proId, new Date(now().getTime() + againMinutes * 60_000));

  const sweep = async (): Promise<number> => {
    const due = await left.due(now());
    for (const proId of due) await ((await look(proId)) ? lookAgain(proId) : left.remove(proId));
    return due.length;
  };

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await sweep().catch((error: unknown) => {
        log.warn({ code: codeOf(error) }, 'cannot look for patients of deleted accounts, trying again');
      });
      await delay(pauseSeconds * 1000, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };

  return {
    leave: async (proId) => {
      // Once more in any case: the index may lag behind the last bookings.
      await lookAgain(proId);
      await look(proId);
    },
    sweep,
    start: () => {
      running = run();
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
};
