import { z } from 'zod';
import { id } from '../fields.ts';
import { recallRule, recallRules } from '../recall/rules.ts';
import { dueRecall, recallOutcome } from '../recall/views.ts';
import { answer, post, put, read } from './call.ts';

const byProId = z.object({ proId: id });
const rulesAnswer = answer(z.array(recallRule), { version: z.string() });

/** Maximum number of patients in a page of the list, and of patients invited at once. */
export const recallsAtOnce = 50;

/** Calls of recalls: invitations of patients to a next visit. */
export const recallCalls = {
  getRecallRules: read('/api/pros/:proId/recall_rules', {
    access: 'pro',
    limit: 'S',
    summary: 'The pro’s rules by which patients are due for a next visit',
    params: byProId,
    answer: rulesAnswer,
  }),
  setRecallRules: put('/api/pros/:proId/recall_rules', {
    access: 'pro',
    limit: 'W',
    summary: 'Replace the pro’s rules of recalls',
    replaces: 'version',
    params: byProId,
    body: recallRules,
    answer: rulesAnswer,
  }),
  getRecalls: read('/api/recalls/:clinicId', {
    access: 'pro',
    limit: 'W',
    summary: 'Patients of the clinic who are due for a next visit by the rules of their professionals',
    params: z.object({ clinicId: id }),
    query: z.object({
      from: z
        .string()
        .regex(/^\d{1,5}$/, 'must be a number of at most 5 digits')
        .optional(),
    }),
    /** `total` and `invited` count all pages; patients with an open invitation come last. */
    answer: answer(z.object({ due: z.array(dueRecall), total: z.int(), invited: z.int() })),
    failure: 'Impossible to load the patients to invite',
  }),
  sendRecalls: post('/api/recalls', {
    access: 'pro',
    limit: 'W',
    summary: 'Invite patients to a next visit, each by the past visit that is the reason',
    body: z.strictObject({ clinicId: id, bookingIds: z.array(id).min(1).max(recallsAtOnce) }),
    answer: answer(z.array(z.object({ booking_id: z.string(), outcome: recallOutcome }))),
    failure: 'Impossible to send the invitations',
  }),
};
