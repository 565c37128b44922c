import type { Pro } from '@visita/contracts/pro/views';
import { call } from '../api/client.ts';
import { useCall } from '../api/use-call.ts';
import { refreshCalendar } from './calendar.api.ts';
import { rereadPatients } from './patients.api.ts';

/** Loads possible duplicates, of all patients or of one; `settled` once loaded or failed. */
export const useDuplicates = (pro: Pro, patientId?: string) => {
  const query = patientId === undefined ? {} : { patientId };
  const { data, error } = useCall('getDuplicates', { params: { proId: pro.id }, query });
  return { pairs: data?.data ?? [], settled: data !== undefined || error !== undefined };
};

export const usePair = (pro: Pro, patientId: string, otherId: string) => {
  const { data, ...rest } = useCall('getDuplicates', {
    params: { proId: pro.id },
    query: { patientId, otherId },
  });
  return { data: data?.data, ...rest };
};

/** Two records and which one is kept. */
export type Merge = { readonly keptId: string; readonly absorbedId: string };

/** Returns a key for two merged or separated records, in either order. */
export const pairOf = ({ keptId, absorbedId }: Merge): string => [keptId, absorbedId].toSorted().join(' ');

const reread = (): Promise<unknown> => Promise.all([rereadPatients(), refreshCalendar()]);

export const mergePatients = async ({ keptId, absorbedId }: Merge): Promise<void> => {
  await call('mergePatients', { params: { patientId: keptId }, body: { absorbedId } });
  await reread();
};

export const separatePatients = async ({ keptId, absorbedId }: Merge): Promise<void> => {
  await call('separatePatients', { params: { patientId: keptId }, body: { absorbedId } });
  await reread();
};

/** Marks two records as different people, who are not suggested again. */
export const tellPatientsApart = async (patientId: string, otherId: string): Promise<void> => {
  await call('tellPatientsApart', { params: { patientId }, body: { otherId } });
  await rereadPatients();
};
