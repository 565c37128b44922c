import type { WaitingEntryView } from '@visita/contracts/waiting/views';
import { call } from '../api/client.ts';
import { reread } from '../api/rereads.ts';
import { useCall } from '../api/use-call.ts';

/** A free time of a hub: local start. */
export type HubTime = { hubId: string; date: string };

/** Loads the waiting list of a clinic and the refused times that are left, or only the people whom a time suits. */
export const useWaitingList = (clinicId: string | undefined, time: HubTime | null = null) => {
  const query = time ?? {};
  const { data, ...rest } = useCall('getWaitingList', clinicId ? { params: { clinicId }, query } : null);
  return { data: data?.data, left: data?.left ?? [], ...rest };
};

const refresh = () => Promise.all([reread('getWaitingList'), reread('getProCalendar')]);

/** Returns a function that changes the list and reads it again. */
const changing =
  <Input>(change: (input: Input) => Promise<unknown>) =>
  async (input: Input): Promise<void> => {
    await change(input);
    await refresh();
  };

export const joinWaitingList = changing((body: Parameters<typeof call<'joinWaitingList'>>[1]['body']) =>
  call('joinWaitingList', { body }),
);
export const removeEntry = changing(({ id }: WaitingEntryView) =>
  call('leaveWaitingList', { params: { id } }),
);
export const setUrgent = changing(({ id, urgent }: WaitingEntryView) =>
  call('editWaitingEntry', { params: { id }, body: { urgent: !urgent } }),
);
export const endPause = changing(({ id }: WaitingEntryView) =>
  call('editWaitingEntry', { params: { id }, body: { paused: false } }),
);
export const markCalled = changing(({ id }: WaitingEntryView) =>
  call('editWaitingEntry', { params: { id }, body: { called: true } }),
);
export const takeBack = changing((id: string) => call('withdrawOffer', { params: { id } }));

/** A free time to offer; `taken` books it at once for a person who said yes on the phone. */
export type Offering = { id: string; hubServiceId: string; date: string; taken: boolean };

export const offerTime = async ({ id, ...body }: Offering): Promise<string> => {
  const { data } = await call('offerTime', { params: { id }, body });
  await refresh();
  return data.until;
};
