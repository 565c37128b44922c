import { z } from 'zod';
import { freeTimes, freeTimesQuery } from '../booking/free-times.ts';
import { id } from '../fields.ts';
import { answer, read } from './call.ts';

/** Calls for the free times of a clinic's professionals, for staff. */
export const freeTimesCalls = {
  getFreeTimes: read('/api/clinics/:clinicId/free_times', {
    access: 'pro',
    limit: 'W',
    summary: 'Free starts of a service for staff, over the professionals of a clinic',
    params: z.object({ clinicId: id }),
    query: freeTimesQuery,
    answer: answer(freeTimes),
    failure: 'Impossible to load the free times',
  }),
};
