import { z } from 'zod';
import { id } from '../fields.ts';
import { overviewQuery, overviewView } from '../overview/views.ts';
import { answer, read } from './call.ts';

export const overviewCalls = {
  getProOverview: read('/api/pro_overview/:proId', {
    access: 'pro',
    limit: 'W',
    summary: 'Bookings, occupancy, new patients and cancellations of the clinics visible to the pro',
    params: z.object({ proId: id }),
    query: overviewQuery,
    answer: answer(overviewView),
    failure: 'Impossible to load the overview',
  }),
};
