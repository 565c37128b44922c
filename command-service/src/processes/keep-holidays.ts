import { createZones } from '@visita/contracts/availability/zones';
import { Rejection } from '@visita/contracts/problem';
import type { Knex } from 'knex';
import { deriveId } from '@visita/platform/ids/derive-id';
import type { Log } from '@visita/platform/logging/log';
import { createPoller, type Poller } from '@visita/platform/runtime/poller';
import type { Process } from '@visita/platform/runtime/process';
import { holidayClosings } from '../clinic/holiday-closings.ts';
import type { Domain } from '../domain.ts';
import { planOf } from '../pro/view.ts';

/**
 * Index of clinics that close on public holidays. The clinics' streams decide. The index is built
 * from events and can be rebuilt.
 */
export type HolidayClinics = {
  put(clinicId: string, lookAt: Date): Promise<void>;
  remove(clinicId: string): Promise<void>;
  /** Returns some clinics due by an instant. */
  due(now: Date, atOnce: number): Promise<readonly string[]>;
};

const table = 'command.holiday_clinics';

/** Creates the index in a table of the command schema. */
export const createHolidayClinics = (knex: Knex): HolidayClinics => ({
  put: async (clinicId, lookAt) => {
    await knex(table).insert({ clinic_id: clinicId, look_at: lookAt }).onConflict('clinic_id').merge();
  },
  remove: async (clinicId) => {
    await knex(table).where({ clinic_id: clinicId }).delete();
  },
  due: (now, atOnce) =>
    knex(table).where('look_at', '<=', now).orderBy('look_at').limit(atOnce).pluck<string[]>('clinic_id'),
});

const day = 86_400_000;
const pause = 10 * 60_000;

/**
 * Maintains the index and handles events in order: a clinic that no longer closes on holidays is
 * removed.
 */
export const rememberHolidays = (clinics: Pick<HolidayClinics, 'put' | 'remove'>): Process => ({
  name: 'remember-holidays',
  inOrder: 'log',
  on: {
    HolidaysChosen: ({ data, metadata }) =>
      clinics.put(data.clinicId, new Date(Date.parse(metadata.time) + day)),
    HolidaysGivenUp: ({ data }) => clinics.remove(data.clinicId),
    ClinicArchived: ({ data }) => clinics.remove(data.clinicId),
  },
});

type Deps = {
  domain: Pick<Domain, 'clinics' | 'pros'>;
  clinics: Pick<HolidayClinics, 'put' | 'due'>;
  now: () => Date;
  log: Log;
};

/**
 * Ignores a refusal, which means that the clinic is archived or has the maximum number of closings.
 */
const settled = (error: unknown): void => {
  if (!(error instanceof Rejection)) throw error;
};

/**
 * Plans closings for the holidays of the next twelve months, once a day for each clinic whose
 * owner's plan includes closings. Ids derive from clinic and date, so that a repetition changes
 * nothing.
 */
export const createHolidayPlanning = ({ domain, clinics, now, log }: Deps): Poller => {
  const zones = createZones();
  const plan = async (clinicId: string, at: Date): Promise<void> => {
    const { state } = await domain.clinics.load(clinicId);
    if (state.status !== 'active' || state.holidays === null) return;
    const { state: owner } = await domain.pros.load(state.ownerId);
    if (owner.status !== 'registered' || !planOf(owner).vacationFunction) return;
    const where = { clinicId, choice: state.holidays, zone: zones(state.details.timezone) };
    const days = await holidayClosings(where, at);
    const time = at.toISOString();
    const id = deriveId(clinicId, 'holidays', time);
    const cause = { id, correlationId: id, actor: 'process:keep-holidays', time } as const;
    await domain.clinics.execute(clinicId, { type: 'plan-holidays', days, now: time }, cause).catch(settled);
  };
  const look = async (atOnce: number): Promise<number> => {
    const at = now();
    const due = await clinics.due(at, atOnce);
    for (const clinicId of due) {
      await plan(clinicId, at);
      await clinics.put(clinicId, new Date(at.getTime() + day));
    }
    return due.length;
  };
  return createPoller({ name: 'public holidays', look, pause, log });
};
