import type { RecallOutcome } from '@visita/contracts/recall/views';
import { call } from '../../lib/api/client.ts';
import { reread } from '../../lib/api/rereads.ts';
import { useCall } from '../../lib/api/use-call.ts';

/** Loads a page of the patients who are due, from a place in the list. */
export const useRecalls = (clinicId: string, from: number) => {
  const { data, ...rest } = useCall('getRecalls', { params: { clinicId }, query: { from: String(from) } });
  return { data: data?.data, ...rest };
};

/** Invites patients by their last visits; returns the outcome for each visit. */
export const sendRecalls = async (
  clinicId: string,
  bookingIds: string[],
): Promise<ReadonlyMap<string, RecallOutcome>> => {
  const { data } = await call('sendRecalls', { body: { clinicId, bookingIds } });
  await reread('getRecalls');
  return new Map(data.map(({ booking_id, outcome }) => [booking_id, outcome]));
};
