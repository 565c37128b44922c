import { z } from 'zod';
import { publicClinic, publicHub } from '../clinic/views.ts';
import { publicOptions, publicPro } from '../pro/views.ts';
import { bookingCalls } from './booking.ts';
import { answer, read } from './call.ts';

const { params, query, answer: days, failure } = bookingCalls.getBookingAvailabilities;

/** Calls for the preview of the pro's own booking page, also before it is public. */
export const previewCalls = {
  getBookingPreview: read('/api/booking_preview', {
    access: 'pro',
    limit: 'W',
    summary: 'Preview of the pro’s own booking page, also if it is not public yet',
    answer: answer(
      z.object({
        pro: publicPro,
        clinics: z.array(publicClinic),
        hubs: z.array(publicHub),
        options: publicOptions,
        /** Whether the page is public. */
        open: z.boolean(),
      }),
    ),
    failure: 'Error: impossible to download Pro',
  }),
  getPreviewAvailabilities: read('/api/booking_preview/availabilities/:clinicId', {
    access: 'pro',
    limit: 'W',
    summary: 'Preview of a clinic’s free times, the pro’s own also if they are not public yet',
    params,
    query,
    answer: days,
    failure,
  }),
};
