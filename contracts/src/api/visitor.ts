import { z } from 'zod';
import { answer, read } from './call.ts';

/** Calls about the visitor. At most their network (/24, or /48 for IPv6) is passed on to third parties. */
export const visitorCalls = {
  getCountry: read('/api/country', {
    access: 'public',
    limit: 'R',
    summary: 'The visitor’s country, by their network; null if unknown',
    answer: answer(z.object({ country: z.string().length(2).nullable() })),
  }),
};
