import type { SWRConfiguration } from 'swr';
import { ApiError } from './api.ts';

/** Refusals are not retried, only temporary failures. */
const mayPass = (error: unknown) =>
  !(error instanceof ApiError) || error.code === 'network' || error.status >= 500;

export const reading: SWRConfiguration = {
  shouldRetryOnError: mayPass,
  errorRetryCount: 3,
  dedupingInterval: 1000,
  keepPreviousData: true,
};
