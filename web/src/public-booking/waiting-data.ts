import useSWR from 'swr';
import type { ApiError, CallInput } from '../lib/api/api.ts';
import { call } from './data.ts';

const getOffer = async ([, token]: readonly [string, string]) => (await call('getOffer', { token })).data;

/** Offer as its person sees it through the mailed link. */
export type Offered = Awaited<ReturnType<typeof getOffer>>;

export const useOffer = (token: string | null) =>
  useSWR<Offered, ApiError, readonly [string, string] | null>(
    token === null ? null : ['offer', token],
    getOffer,
    { shouldRetryOnError: false },
  );

/** Takes one of the offered times; null declines the offer. */
export const answerOffer = async (token: string, date: string | null): Promise<Offered> => {
  const body = date === null ? { take: false } : { take: true, date };
  return (await call('answerOffer', { token, body })).data;
};

export type Joining = CallInput<'joinWaitingList'>['body'];

export const joinWaitingList = async (body: Joining): Promise<void> => {
  await call('joinWaitingList', { body });
};

export const confirmWaiting = async (token: string) => (await call('confirmWaiting', { token })).data;

export const leaveWaitingList = async (token: string, id: string): Promise<void> => {
  await call('leaveWaitingList', { token, params: { id } });
};
