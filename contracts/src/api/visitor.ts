import { z } from 'zod';
import { answer, read } from './call.ts';

/** What a page asks about its visitor; of the address at most its network (/24, or /48 for IPv6) leaves the product. */
export const visitorCalls = {
  getCountry: read('/api/country', {
    access: 'public',
    limit: 'R',
    summary: 'The country a visitor comes from, by their network; null where it is not known',
    answer: answer(z.object({ country: z.string().length(2).nullable() })),
  }),
};
