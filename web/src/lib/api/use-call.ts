import type { Answer, Api, CallName } from '@visita/contracts/api/table';
import useSWR, { mutate, unstable_serialize, useSWRConfig, type SWRResponse } from 'swr';
import type { ApiError, CallInput } from './api.ts';
import { call } from './client.ts';
import { isCall } from './rereads.ts';

type DataOf<Name extends CallName> = Answer<Api[Name]> extends { data: infer Data } ? Data : never;

/** Changes a call's cached responses without a request. */
export const patchAnswers = <Name extends CallName>(
  name: Name,
  change: (data: DataOf<Name>) => DataOf<Name>,
): Promise<unknown> =>
  mutate<{ data: DataOf<Name> }>(
    isCall(name),
    (cached) => cached && { ...cached, data: change(cached.data) },
    { revalidate: false },
  );

/** Time of each key's last request, in milliseconds since navigation. */
const requestedAt = new Map<string, number>();

/** Reads the responses of some calls again that were requested before a time. */
export const refreshOlder = (names: readonly CallName[], moment: number): Promise<unknown> =>
  mutate(
    (key) =>
      names.some((name) => isCall(name)(key)) &&
      (requestedAt.get(unstable_serialize(key)) ?? moment) < moment,
  );

/** Time of each key's last response; local changes do not count. */
const answeredAt = new Map<string, Date>();

/** A cached call; `at` is the time of its last response, null if there is none for this input. */
export type Load<Data> = SWRResponse<Data, ApiError> & { at: Date | null };

/** The resource is gone or no longer visible to the professional. */
const isLost = (error: ApiError | undefined): boolean => error?.status === 403 || error?.status === 404;

/** Returns the option that reads a key again whose first response SWR discarded, because of a mutation during the request. */
export const useReadAgain = (key: readonly unknown[] | null) => {
  const { cache } = useSWRConfig();
  return {
    onDiscarded: (discarded: string) => {
      const state = cache.get(discarded);
      if (state?.data === undefined && !state?.isValidating) void mutate(key);
    },
  };
};

type Options = {
  /** Shows the previous input's data while loading. */
  keepPreviousData?: boolean;
  /** Whether an answer in the cache is read again when a component asks for it; true by default. */
  revalidateIfStale?: boolean;
};

/** Reads a call through the cache; a null input waits. After a 403 or 404 its old data is no longer shown. */
export const useCall = <Name extends CallName>(
  name: Name,
  input: CallInput<Name> | null,
  options: Options = {},
): Load<Answer<Api[Name]>> => {
  const key = input && ([name, input] as const);
  const readAgain = useReadAgain(key);
  const fetcher = async () => {
    requestedAt.set(unstable_serialize(key), performance.now());
    // Calls with optional input get it explicitly.
    const answer = await call(name, ...([input] as never));
    answeredAt.set(unstable_serialize(key), new Date());
    return answer;
  };
  const response = useSWR<Answer<Api[Name]>, ApiError>(key, fetcher, {
    ...options,
    ...readAgain,
  });
  const { error } = response;
  const data = isLost(error) ? undefined : response.data;
  return { ...response, data, at: answeredAt.get(unstable_serialize(key)) ?? null };
};
