import { z } from 'zod';
import { line, storedLine } from '../fields.ts';
import { withoutControl } from '../names.ts';
import { timeOfDay } from './plan.ts';

/** Hours in which no planned text is sent, in the clinic's local time. Equal times mean none. */
export const quietHours = z.strictObject({
  from: timeOfDay,
  until: timeOfDay,
  /** Whether planned mails keep them too. */
  mails: z.boolean(),
});
export type QuietHours = z.infer<typeof quietHours>;

/** Maximum number of clinics whose day sheet one pro gets. */
const sheetsMaximum = 20;

/** A clinic whose sheet of the next day the pro gets by mail, and the clinic's local time at which it is sent. */
export const daySheet = z.strictObject({ clinicId: z.uuid(), at: timeOfDay });
export type DaySheet = z.infer<typeof daySheet>;

/** Settings of a pro's planned messages, without the sender and the credentials of the provider. */
export const plainMessageSettings = z.strictObject({
  /** Name of the operator's description of an SMS gateway; null if no texts are sent. */
  provider: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'must be the name of a provider')
    .nullable(),
  /** Maximum number of texts a month; null means no maximum. Mails are sent beyond it. */
  textsPerMonth: z.int().min(0).max(100_000).nullable(),
  quietHours,
  /** Whether accents are left out of texts, so that more of them fit into one segment. */
  plainLetters: z.boolean(),
  /** Whether texts name the service. */
  serviceInTexts: z.boolean(),
  /** Whether a mail asks patients after their visit how it was; absent means no. */
  surveyMails: z.boolean().optional(),
  /** Sheets of the next day that the pro gets by mail; absent means none. */
  daySheets: z.array(daySheet).max(sheetsMaximum).optional(),
});
export type PlainMessageSettings = z.infer<typeof plainMessageSettings>;

/** Number or name that texts come from; null leaves it to the provider. */
export const storedSender = storedLine(20).nullable();

export const messageSettings = plainMessageSettings.extend({ sender: line(20).nullable() });
export type MessageSettings = z.infer<typeof messageSettings>;

/** A secret as it stands in an address or a header of a request. */
const credential = z.string().min(1).max(500).regex(withoutControl, 'must not contain control characters');

/** The settings to save. Credentials of the provider replace the known ones; no answer contains them. */
export const messageSettingsBody = messageSettings.extend({
  credentials: z.record(z.string().max(40), credential).optional(),
});
export type MessageSettingsBody = z.infer<typeof messageSettingsBody>;

/** The SMS providers that a pro can choose, and the pro's texts. */
export const textStanding = z.object({
  providers: z.array(
    z.object({
      name: z.string(),
      title: z.string(),
      /** Names of the credentials to enter. */
      credentials: z.array(z.string()),
      /** Whether the pro has entered them. */
      ready: z.boolean(),
      /** Address to which the provider sends answers; null if it delivers none. */
      answers_to: z.string().nullable(),
    }),
  ),
  /** Whether the operator has stopped all texts. */
  stopped: z.boolean(),
  /** Texts of this month (UTC). */
  this_month: z.int(),
});
export type TextStanding = z.infer<typeof textStanding>;

const stored = plainMessageSettings.extend({ sender: storedSender });

/** Returns stored settings with their fields in a fixed order, on which their version depends. */
export const settingsInOrder = (settings: MessageSettings): MessageSettings => stored.parse(settings);

export const defaultMessageSettings: MessageSettings = {
  provider: null,
  textsPerMonth: 200,
  quietHours: { from: '21:00', until: '08:00', mails: false },
  plainLetters: false,
  serviceInTexts: false,
  sender: null,
};

/** Tells whether the messages of a channel keep the quiet hours. */
export const keepsQuiet = ({ mails }: QuietHours, by: 'mail' | 'sms'): boolean => by === 'sms' || mails;
