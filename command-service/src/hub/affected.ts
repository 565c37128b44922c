import type { Parsed, Api } from '@visita/contracts/api/table';
import type { BookingView } from '@visita/contracts/booking/views';
import { proOf } from '@visita/platform/auth/caller';
import type { Handlers } from '@visita/platform/http/calls';
import { ownedClinic, plannableHub } from '../access.ts';
import { bookingsOnOtherClock, type BookingsToCome, bookingsWithin } from '../booking/within.ts';
import type { Dependencies } from '../dependencies.ts';
import type { HubDeps } from './deps.ts';
import { affectedByHolidays } from '../clinic/holidays.commands.ts';
import { closableClinic, prosOf } from '../clinic/closable.ts';
import { zoneOfProvince } from '../clinic/province.ts';
import { periodOf } from '../period.ts';

type Query = Parsed<Api['getAffected']>['query'];

/**
 * Returns the clinic and the pros whose bookings count; throws if the caller may not save the closing, or has no
 * say over the hub. The visits of an absence are listed on any plan.
 */
const whereOf = async ({ domain }: Pick<Dependencies, 'domain'>, query: Query, proId: string) => {
  if (query.hub_id === undefined) {
    const clinic = await closableClinic(domain, query.clinic_id ?? '', proId);
    return { clinic, proIds: prosOf(clinic) };
  }
  const { hub, clinic } = await plannableHub(domain, query.hub_id, proId);
  return { clinic, proIds: [hub.proId] };
};

const affectedBy = async (
  deps: HubDeps & BookingsToCome,
  query: Query,
  proId: string,
): Promise<BookingView[]> => {
  const { clinic_id: clinicId = '', province_id: provinceId, country, region = null } = query;
  if (provinceId !== undefined) {
    const clinic = await ownedClinic(deps.domain, clinicId, proId);
    return bookingsOnOtherClock(deps, proId, {
      clinicId: clinic.id,
      zone: deps.zones(zoneOfProvince(provinceId)),
    });
  }
  if (country !== undefined) {
    const clinic = await closableClinic(deps.domain, clinicId, proId);
    return affectedByHolidays(deps, proId, { clinic, choice: { country, region, language: 'en' } });
  }
  const { clinic, proIds } = await whereOf(deps, query, proId);
  const { from = '', to = '' } = query;
  const stretch = { title: '', starting_date: from, ending_date: to };
  const period = periodOf(stretch, deps.zones(clinic.details.timezone));
  return bookingsWithin(deps, proId, { proIds, period, clinicId: clinic.id });
};

/**
 * Returns the handlers that list bookings affected by a closing, a vacation, public holidays or another
 * province before it is saved.
 */
export const affectedHandlers = (deps: HubDeps & BookingsToCome) =>
  ({
    getAffected: async ({ query, caller }) => ({
      message: 'Bookings affected',
      data: await affectedBy(deps, query, proOf(caller).proId),
    }),
  }) satisfies Handlers;
