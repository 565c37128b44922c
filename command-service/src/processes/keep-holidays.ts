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

/** Clinics that close on public holidays. It only says where to look; filled from events, so it can be wiped. */
export type HolidayClinics = {
  put(clinicId: string, lookAt: Date): Promise<void>;
  remove(clinicId: string): Promise<void>;
  /** Some of those to be looked at by an instant. */
  due(now: Date, atOnce: number): Promise<readonly string[]>;
};

const table = 'command.holiday_clinics';

/** Clinics with holidays in a table of the write side. */
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

/** Remembers which clinics close on holidays. In order: what is given up is not looked at any more. */
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

/** Archived meanwhile, or with as many closings as there can be: nothing is planned. */
const settled = (error: unknown): void => {
  if (!(error instanceof Rejection)) throw error;
};

/**
 * Plans closings for the holidays that came within twelve months, once a day for each clinic whose owner's plan has
 * closings. Ids follow from clinic and date, so it does not matter how often it looks.
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
