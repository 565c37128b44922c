import type { Pro } from '@visita/contracts/pro/views';
import { call } from '../api/client.ts';
import { useCall } from '../api/use-call.ts';
import { refreshCalendar } from './calendar.api.ts';
import { rereadPatients } from './patients.api.ts';

/** Who may be one person, of all the pro's patients or of one and others; settled once that is known or could not be read. */
export const useDuplicates = (pro: Pro, patientId?: string) => {
  const query = patientId === undefined ? {} : { patientId };
  const { data, error } = useCall('getDuplicates', { params: { proId: pro.id }, query });
  return { pairs: data?.data ?? [], settled: data !== undefined || error !== undefined };
};

/** Two of the pro's patients side by side. */
export const usePair = (pro: Pro, patientId: string, otherId: string) => {
  const { data, ...rest } = useCall('getDuplicates', {
    params: { proId: pro.id },
    query: { patientId, otherId },
  });
  return { data: data?.data, ...rest };
};

/** Two records, and which of them is kept. */
export type Merge = { readonly keptId: string; readonly absorbedId: string };

/** Names two records that are merged and separated, whichever is kept. */
export const pairOf = ({ keptId, absorbedId }: Merge): string => [keptId, absorbedId].toSorted().join(' ');

const reread = (): Promise<unknown> => Promise.all([rereadPatients(), refreshCalendar()]);

/** Shows two records as one from now on. */
export const mergePatients = async ({ keptId, absorbedId }: Merge): Promise<void> => {
  await call('mergePatients', { params: { patientId: keptId }, body: { absorbedId } });
  await reread();
};

/** Shows each of two merged records for itself again. */
export const separatePatients = async ({ keptId, absorbedId }: Merge): Promise<void> => {
  await call('separatePatients', { params: { patientId: keptId }, body: { absorbedId } });
  await reread();
};

/** Says that two records are of two people, who are not suggested again. */
export const tellPatientsApart = async (patientId: string, otherId: string): Promise<void> => {
  await call('tellPatientsApart', { params: { patientId }, body: { otherId } });
  await rereadPatients();
};
