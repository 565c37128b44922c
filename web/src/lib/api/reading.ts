import type { SWRConfiguration } from 'swr';
import { ApiError } from './api.ts';

/** Only temporary failures are retried, not refusals. */
const mayPass = (error: unknown) =>
  !(error instanceof ApiError) || error.code === 'network' || error.status >= 500;

export const reading: SWRConfiguration = {
  shouldRetryOnError: mayPass,
  errorRetryCount: 3,
  dedupingInterval: 1000,
  keepPreviousData: true,
};
