import { z } from 'zod';
import { noticeId, noticeList, readTogether } from '../activity/views.ts';
import { answer, done, put, read } from './call.ts';

/** Calls for the caller's notices: of their own calendar, and of the clinics whose whole calendar they see. */
export const noticeCalls = {
  getNotices: read('/api/notices', {
    access: 'pro',
    limit: 'S',
    summary: 'What patients, colleagues and the system changed in the calendars visible to the pro',
    query: z.object({
      /** Id of the last notice of the previous page. */
      after: noticeId.optional(),
    }),
    answer: answer(noticeList),
    failure: 'Impossible to load the notices',
  }),
  readNotices: put('/api/notices/read', {
    access: 'pro',
    limit: 'S',
    summary: 'Mark notices as read for the pro alone: all up to one, or single ones',
    body: z.union([
      z.strictObject({ until: noticeId }),
      z.strictObject({ ids: z.array(noticeId).min(1).max(readTogether) }),
    ]),
    answer: done,
  }),
};
