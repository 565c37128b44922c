import { z } from 'zod';
import { answer, read } from './call.ts';

export const visitorCalls = {
  getCountry: read('/api/country', {
    access: 'public',
    limit: 'R',
    summary: 'The country a visitor comes from, by their network; null where it is not known',
    answer: answer(z.object({ country: z.string().length(2).nullable() })),
  }),
};
