import { mutate } from 'swr';
import { isCall } from '../../lib/api/rereads.ts';

/**
 * Reads the figures again. The function has its own file, because the shell loads it with the
 * calendar.
 */
export const refreshOverview = (): Promise<unknown> => mutate(isCall('getProOverview'));
