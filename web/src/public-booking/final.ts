import type { ApiError } from '../lib/api/api.ts';

/** Returns whether a retry cannot succeed; 429 is not final. */
export const isFinal = (error: Pick<ApiError, 'status'> | undefined): boolean =>
  error !== undefined && error.status >= 400 && error.status < 500 && error.status !== 429;
