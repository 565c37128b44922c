import { z } from 'zod';
import { id } from '../fields.ts';
import { answer, done, post, remove } from './call.ts';

const byId = z.object({ id });

/** Calls for a pro's external calendar and calendar feed. */
export const calendarCalls = {
  authorizeCalendar: post('/api/googleauthorization/:id', {
    access: 'pro',
    again: true,
    limit: 'W',
    summary: 'Start to connect the external calendar; send the browser to the returned address',
    params: byId,
    answer: answer(z.object({ url: z.string() })),
    failure: 'Google authentication faild. Try later or contact support.',
  }),
  createCalendarFeed: post('/api/calendar_feed/:id', {
    access: 'pro',
    again: true,
    secret: true,
    limit: 'W',
    summary:
      'Create a new private address of the pro’s calendar for calendar programs, replacing the old one',
    params: byId,
    answer: answer(z.object({ url: z.string() })),
  }),
  removeCalendarFeed: remove('/api/calendar_feed/:id', {
    access: 'pro',
    limit: 'W',
    summary: 'Remove the private address of the pro’s calendar',
    params: byId,
    answer: done,
  }),
};
