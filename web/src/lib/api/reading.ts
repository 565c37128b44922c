import type { SWRConfiguration } from 'swr';
import { ApiError } from './api.ts';

/** A refusal stays a refusal: only failures that may pass are tried again. */
const mayPass = (error: unknown) =>
  !(error instanceof ApiError) || error.code === 'network' || error.status >= 500;

/** How pages read through the cache. */
export const reading: SWRConfiguration = {
  shouldRetryOnError: mayPass,
  errorRetryCount: 3,
  dedupingInterval: 1000,
  keepPreviousData: true,
};
