import type { Answer, Api, CallName } from '@visita/contracts/api/table';
import useSWR, { type SWRResponse } from 'swr';
import type { ApiError, CallInput } from './api.ts';
import { call } from './client.ts';

/** True for every cached answer of one call, whatever its parameters. */
export const isCall =
  (name: CallName) =>
  (key: unknown): boolean =>
    Array.isArray(key) && key[0] === name;

/** Reads a call through the cache. A null input waits. */
export const useCall = <Name extends CallName>(
  name: Name,
  input: CallInput<Name> | null,
): SWRResponse<Answer<Api[Name]>, ApiError> =>
  useSWR<Answer<Api[Name]>, ApiError>(input && [name, input], () =>
    // The input is whole here, whether or not the call could do without one.
    call(name, ...([input] as never)),
  );
