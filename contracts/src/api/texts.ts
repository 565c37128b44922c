import { z } from 'zod';
import { id } from '../fields.ts';
import { language } from '../language.ts';
import { ownWaitingView } from '../waiting/views.ts';
import { answer, done, post, put, readFromCommand } from './call.ts';

const byAdapter = z.object({
  adapter: z.string().regex(/^[a-z0-9-]{1,40}$/, 'must be the name of a provider'),
});

/** Subject of a gateway's request, as in the address that the product gave out; the gateway adds fields of its own. */
const about = z
  .object({ message: id.optional(), pro: id.optional(), key: z.string().max(100).optional() })
  .catchall(z.string().max(2000));

/** A patient's choices about messages from one professional. */
const myMessages = z.object({
  professional: z.string(),
  clinic: z.string(),
  language,
  /** The last two digits of the mobile number; null if texts are not possible. */
  mobile: z.string().nullable(),
  /** Whether the person agreed to texts. */
  texts: z.boolean(),
  /** Whether that covers offers of earlier times and invitations, besides reminders. */
  all_texts: z.boolean(),
  /** Whether the person wants no reminders, offers or invitations at all. */
  stopped: z.boolean(),
  /** Whether the person may be invited to a next visit. */
  recalls: z.boolean(),
  /** The person's places on waiting lists of the professional. */
  waiting: z.array(
    ownWaitingView.omit({ language: true }).extend({
      /** An offered time that can be taken; the token opens its page. */
      offer: z
        .object({
          /** Start and deadline with the clinic's offset. */
          date: z.string(),
          until: z.string(),
          token: z.string(),
        })
        .nullable(),
    }),
  ),
});
export type MyMessages = z.infer<typeof myMessages>;

/** Calls of SMS gateways, and of patients about their messages. */
export const textCalls = {
  receiveMessage: post('/api/messages/:adapter', {
    access: 'public',
    limit: 'C',
    signed: true,
    summary: 'Receipt or answer from an SMS gateway, signed as the gateway’s description says',
    bodyMaximum: 8 * 1024,
    params: byAdapter,
    query: about,
    body: z.record(z.string().max(100), z.unknown()),
    answer: done,
  }),
  receiveMessageByGet: readFromCommand('/api/messages/:adapter', {
    access: 'public',
    limit: 'C',
    signed: true,
    summary: 'Receipt or answer from an SMS gateway that calls by GET only',
    params: byAdapter,
    query: about,
    answer: done,
  }),
  getMyMessages: readFromCommand('/api/my_messages', {
    access: 'message-token',
    limit: 'R',
    summary: 'The patient’s choices about messages, by the link of any message',
    answer: answer(myMessages),
    failure: 'Impossible to load your choices',
  }),
  setMyMessages: put('/api/my_messages', {
    access: 'message-token',
    limit: 'T',
    summary: 'Change the patient’s choices about messages',
    body: z.strictObject({
      language: language.optional(),
      texts: z.boolean().optional(),
      stopped: z.boolean().optional(),
      recalls: z.boolean().optional(),
      /** Id of an entry on a waiting list, which the person leaves. */
      leave: id.optional(),
    }),
    answer: answer(myMessages),
    failure: 'Impossible to save your choices',
  }),
  setPatientTexts: put('/api/patient_texts/:patientId', {
    access: 'pro',
    limit: 'W',
    summary: 'Record that a patient agreed to texts, or does not want them any more',
    params: z.object({ patientId: id }),
    body: z.strictObject({ texts: z.boolean() }),
    answer: done,
    failure: 'Impossible to save the choice about texts',
  }),
};
