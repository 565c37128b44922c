import type { HolidayChoice } from '@visita/contracts/clinic/events';
import type { BookingView } from '@visita/contracts/booking/views';
import { Rejection } from '@visita/contracts/problem';
import { proOf } from '@visita/platform/auth/caller';
import { isHolidayPlace } from '@visita/platform/holidays/holidays';
import type { Handlers } from '@visita/platform/http/calls';
import { bookingsWithin } from '../booking/within.ts';
import type { Dependencies } from '../dependencies.ts';
import type { ClinicDeps } from './deps.ts';
import { type Command, handling } from '../unit-of-work.ts';
import { closableClinic } from './closable.ts';
import { clinicDecider, type ClinicState } from './decider.ts';
import { holidayClosings } from './holiday-closings.ts';
import type { Clinic } from './state.ts';
import { storedHolidays } from './view.ts';

/** Returns the bookings in closings that the clinic did not have before. */
const newlyAffected = async (
  deps: ClinicDeps,
  viewerId: string,
  { before, after }: { before: Clinic; after: ClinicState },
): Promise<BookingView[]> => {
  if (after.status === 'none') return [];
  const known = new Set(before.closings.map(({ closingId }) => closingId));
  const proIds = [...new Set(after.team.map(({ proId }) => proId))];
  const found: BookingView[] = [];
  for (const { closingId, period } of after.closings) {
    if (known.has(closingId)) continue;
    found.push(...(await bookingsWithin(deps, viewerId, { proIds, period, clinicId: after.id })));
  }
  return found;
};

/** Returns the closings that a choice asks for from an instant on. Throws `malformed-request` for an unknown place. */
const closingsFor = async (
  { zones }: Pick<Dependencies, 'zones'>,
  { clinic, choice }: { clinic: Clinic; choice: HolidayChoice },
  at: Date,
) => {
  if (!(await isHolidayPlace(choice))) {
    throw new Rejection('malformed-request', 'Choose a country and a region from the list.');
  }
  return holidayClosings({ clinicId: clinic.id, choice, zone: zones(clinic.details.timezone) }, at);
};

/** Returns the bookings that lie in the closings that a choice would add. */
export const affectedByHolidays = async (
  deps: ClinicDeps,
  viewerId: string,
  { clinic, choice }: { clinic: Clinic; choice: HolidayChoice },
): Promise<BookingView[]> => {
  const at = deps.now();
  const days = await closingsFor(deps, { clinic, choice }, at);
  const events = clinicDecider.decide(
    { type: 'choose-holidays', choice, days, now: at.toISOString() },
    clinic,
  );
  const after = events.reduce(clinicDecider.evolve, clinic as ClinicState);
  return newlyAffected(deps, viewerId, { before: clinic, after });
};

const setHolidays: Command<'setHolidays', ClinicDeps> = async (
  { params, body, caller },
  { at, now, replace },
  deps,
) => {
  const { proId } = proOf(caller);
  const { domain } = deps;
  const clinic = await closableClinic(domain, params.id, proId);
  const { country, region, language } = body;
  if (country === null) {
    await replace(domain.clinics, clinic.id, {
      command: { type: 'give-up-holidays', now },
      record: storedHolidays,
    });
    return { message: 'Holidays given up', data: null, affected: [] };
  }
  const choice = { country, region, language };
  const days = await closingsFor(deps, { clinic, choice }, at);
  const { state } = await replace(domain.clinics, clinic.id, {
    command: { type: 'choose-holidays', choice, days, now },
    record: storedHolidays,
  });
  const affected = await newlyAffected(deps, proId, { before: clinic, after: state });
  return { message: 'Holidays chosen', data: null, affected };
};

const setHoliday: Command<'setHoliday', ClinicDeps> = async (
  { params, body, caller },
  { at, now, execute },
  deps,
) => {
  const { proId } = proOf(caller);
  const { domain, zones } = deps;
  const clinic = await closableClinic(domain, params.id, proId);
  if (clinic.holidays === null) throw new Rejection('not-found');
  const where = { clinicId: clinic.id, choice: clinic.holidays, zone: zones(clinic.details.timezone) };
  const day = (await holidayClosings(where, at)).find(({ date }) => date === body.date);
  if (!day) throw new Rejection('not-found');
  const type = body.open ? 'except-holiday' : 'keep-holiday';
  const { state } = await execute(domain.clinics, clinic.id, { type, day, now });
  const affected = await newlyAffected(deps, proId, { before: clinic, after: state });
  return { message: body.open ? 'Holiday kept open' : 'Holiday closed', data: null, affected };
};

/** Returns the handlers of public holidays on which a clinic closes. */
export const holidayHandlers = (deps: ClinicDeps) => {
  const handle = handling(deps);
  return { setHolidays: handle(setHolidays), setHoliday: handle(setHoliday) } satisfies Handlers;
};
