import type { Answer, Api, CallName } from '@visita/contracts/api/table';
import useSWR, { mutate, unstable_serialize, useSWRConfig, type SWRResponse } from 'swr';
import type { ApiError, CallInput } from './api.ts';
import { call } from './client.ts';
import { isCall } from './rereads.ts';

type DataOf<Name extends CallName> = Answer<Api[Name]> extends { data: infer Data } ? Data : never;

/** Changes the data of every cached answer of a call, without asking the server again. */
export const patchAnswers = <Name extends CallName>(
  name: Name,
  change: (data: DataOf<Name>) => DataOf<Name>,
): Promise<unknown> =>
  mutate<{ data: DataOf<Name> }>(
    isCall(name),
    (cached) => cached && { ...cached, data: change(cached.data) },
    { revalidate: false },
  );

/** When each key was last asked for, in milliseconds of the page's life. */
const asked = new Map<string, number>();

/** Reads again what some calls were asked for before a moment of the page's life. */
export const refreshOlder = (names: readonly CallName[], moment: number): Promise<unknown> =>
  mutate(
    (key) =>
      names.some((name) => isCall(name)(key)) && (asked.get(unstable_serialize(key)) ?? moment) < moment,
  );

/** When the server last answered each key; changes made here do not count. */
const answered = new Map<string, Date>();

/** A call read through the cache; `at` is when the server gave the answer, null where it never did for these inputs. */
export type Load<Data> = SWRResponse<Data, ApiError> & { at: Date | null };

/** The thing is gone, or not the pro's to see any more. */
const isLost = (error: ApiError | undefined): boolean => error?.status === 403 || error?.status === 404;

type Options = {
  /** Whether the answer to what was asked before is shown until there is one to what is asked now. */
  keepPreviousData?: boolean;
};

/** Reads a call through the cache. A null input waits. What is lost is shown no longer, whatever it was before. */
export const useCall = <Name extends CallName>(
  name: Name,
  input: CallInput<Name> | null,
  options: Options = {},
): Load<Answer<Api[Name]>> => {
  const key = input && ([name, input] as const);
  const { cache } = useSWRConfig();
  const fetcher = async () => {
    asked.set(unstable_serialize(key), performance.now());
    // The input is whole here, whether or not the call could do without one.
    const answer = await call(name, ...([input] as never));
    answered.set(unstable_serialize(key), new Date());
    return answer;
  };
  const response = useSWR<Answer<Api[Name]>, ApiError>(key, fetcher, {
    ...options,
    // A change made while the first answer is on its way has it thrown away, and there would be none.
    onDiscarded: (discarded) => {
      const state = cache.get(discarded);
      if (state?.data === undefined && !state?.isValidating) void mutate(key);
    },
  });
  const { error } = response;
  const data = isLost(error) ? undefined : response.data;
  return { ...response, data, at: answered.get(unstable_serialize(key)) ?? null };
};
