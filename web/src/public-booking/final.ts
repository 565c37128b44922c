import type { ApiError } from '../lib/api/api.ts';

/** Whether trying again would change nothing; too many requests for now are no answer. */
export const isFinal = (error: Pick<ApiError, 'status'> | undefined): boolean =>
  error !== undefined && error.status >= 400 && error.status < 500 && error.status !== 429;
