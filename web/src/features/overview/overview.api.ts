import type { Pro } from '@visita/contracts/pro/views';
import { useCall } from '../../lib/api/use-call.ts';
import { wallNow } from '../../lib/time/wall-clock.ts';
import type { OverviewFilters } from './overview.atoms.ts';
import { periodOf } from './period.ts';

/** Figures for the chosen weeks, clinic and professional. */
export const useOverview = (pro: Pro, { weeks, clinicId, professionalId }: OverviewFilters) => {
  const query = {
    ...periodOf(weeks, wallNow(undefined).slice(0, 10)),
    ...(clinicId === null ? {} : { clinicId }),
    ...(professionalId === null ? {} : { professionalId }),
  };
  const load = useCall('getProOverview', { params: { proId: pro.id }, query });
  // Keeps the previous figures while others load, but not after a failure.
  const missing = load.error && !load.at;
  const data = load.data?.data;
  return { ...load, data: missing ? undefined : data, professionals: data?.professionals ?? [] };
};
