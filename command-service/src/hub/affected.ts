import type { Parsed, Api } from '@visita/contracts/api/table';
import { proOf } from '@visita/platform/auth/caller';
import type { Handlers } from '@visita/platform/http/calls';
import { ownedClinic } from '../access.ts';
import { bookingsOnOtherClock, type BookingsToCome, bookingsWithin } from '../booking/within.ts';
import type { Dependencies } from '../dependencies.ts';
import { closableClinic, prosOf } from '../clinic/closable.ts';
import { zoneOfProvince } from '../clinic/province.ts';
import { periodOf } from '../period.ts';
import { vacationableHub } from './vacations.ts';

type Query = Parsed<Api['getAffected']>['query'];

/**
 * Returns the clinic and the pros whose bookings count; throws if the caller may not save the closing or
 * vacation.
 */
const whereOf = async ({ domain }: Dependencies, query: Query, proId: string) => {
  if (query.hub_id === undefined) {
    const clinic = await closableClinic(domain, query.clinic_id ?? '', proId);
    return { clinic, proIds: prosOf(clinic) };
  }
  const { clinic } = await vacationableHub(domain, query.hub_id, proId);
  return { clinic, proIds: [proId] };
};

/** Bookings affected by a closing, a vacation or another province of the clinic, before it is saved. */
export const affectedHandlers = (deps: Dependencies & BookingsToCome) =>
  ({
    getAffected: async ({ query, caller }) => {
      const { proId } = proOf(caller);
      const { province_id: provinceId, from = '', to = '' } = query;
      if (provinceId !== undefined) {
        const clinic = await ownedClinic(deps.domain, query.clinic_id ?? '', proId);
        const zone = deps.zones(zoneOfProvince(provinceId));
        const data = await bookingsOnOtherClock(deps, proId, { clinicId: clinic.id, zone });
        return { message: 'Bookings affected', data };
      }
      const { clinic, proIds } = await whereOf(deps, query, proId);
      const stretch = { title: '', starting_date: from, ending_date: to };
      const period = periodOf(stretch, deps.zones(clinic.details.timezone));
      const data = await bookingsWithin(deps, proId, { proIds, period, clinicId: clinic.id });
      return { message: 'Bookings affected', data };
    },
  }) satisfies Handlers;
