import { z } from 'zod';
import { blockNote } from '../block/events.ts';
import { blockView } from '../block/views.ts';
import { requestDateTime, id } from '../fields.ts';
import { answer, done, post, put, remove } from './call.ts';

/** Hub of the blocked time; needed if it is a colleague's. */
const ofColleague = { hub_id: id.optional() };

export const blockCalls = {
  blockTime: post('/api/blocks', {
    access: 'pro',
    limit: 'W',
    summary: 'Block a time of the caller or a colleague for bookings, in every clinic',
    body: z.strictObject({
      hub_id: id,
      starting_date: requestDateTime,
      ending_date: requestDateTime,
      note: blockNote.default(''),
    }),
    answer: answer(blockView),
  }),
  editBlock: put('/api/blocks/:id', {
    access: 'pro',
    limit: 'W',
    summary: 'Change a blocked time or its note, or hand it over to another professional',
    params: z.object({ id }),
    body: z.strictObject({
      starting_date: requestDateTime,
      ending_date: requestDateTime,
      note: blockNote.default(''),
      ...ofColleague,
      /** Hub of the professional who gets the blocked time; its former professional is free again. */
      to_hub_id: id.optional(),
    }),
    answer: answer(blockView),
  }),
  unblockTime: remove('/api/blocks/:id', {
    access: 'pro',
    limit: 'W',
    summary: 'Remove a blocked time',
    params: z.object({ id }),
    query: z.object(ofColleague),
    answer: done,
  }),
};
