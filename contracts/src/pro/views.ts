import { z } from 'zod';
import { language, spokenLanguage } from '../language.ts';
import { title } from '../fields.ts';
import { reviewed } from './events.ts';

/** A plan with its features and limits. */
export const subscription = z.object({
  id: z.int(),
  name: z.string(),
  collaboratorNumber: z.int(),
  vacationFunction: z.boolean(),
  patientManagerFunction: z.boolean(),
  onlinePaymentFunction: z.boolean(),
});
/** `collaboratorNumber`: maximum number of active collaborators per clinic. */
export type Subscription = z.infer<typeof subscription>;

/** All options, for their pro. Those of `plainOptions` can be sent back changed. */
export const options = z.object({
  id: z.string(),
  patientBookingLimit: z.boolean(),
  calendarAvailabilityLimit: z.int(),
  calendarPageUrl: z.string(),
  paymentOnline: z.boolean(),
  paymentOffline: z.boolean(),
  /** Whether an external calendar is connected; never the token. */
  googleAccessToken: z.literal('connected').nullable(),
  reminderBookingEmail: z.boolean(),
  bookingReminderPro: z.boolean(),
  bookingNoticePro: z.boolean(),
  cancelBookingEmail: z.boolean(),
  comunicationsLanguage: language,
  thankYouPageUrl: z.string().nullable(),
  manageNoticeHours: z.int(),
  bookingNoticeHours: z.int(),
  gaplessStarts: z.boolean(),
  searchEngines: z.boolean(),
  languagesSpoken: z.array(spokenLanguage),
  /** Years after the last appointment at which a patient's record is erased; 0 keeps all. */
  patientRetentionYears: z.int(),
  /** Whether a freed time is offered to all waiting people at once instead of one after the other. */
  offersAtOnce: z.boolean(),
});
/** `id` is the pro's. */
export type Options = z.infer<typeof options>;

/** Options that the public page needs. */
export const publicOptions = options
  .pick({
    calendarAvailabilityLimit: true,
    comunicationsLanguage: true,
    searchEngines: true,
    languagesSpoken: true,
  })
  /** Set if the pro has a provider of texts, so that the booking form asks for consent. */
  .extend({ texts: z.literal(true).optional() });

/** Setup progress: 1 signed up, 2 personal data saved, 10 invited, 100 ready; 0 is not used. */
export const configStatus = z.union([
  z.literal(0),
  z.literal(1),
  z.literal(2),
  z.literal(10),
  z.literal(100),
]);

/** A pro's data for their own account. */
export const pro = z.object({
  id: z.string(),
  email: z.string(),
  username: z.string(),
  /** Whether the pro has used a link that was mailed to the address. */
  addressProven: z.boolean(),
  /** Subject of the review that the pro is asked for; null if none. */
  review: reviewed.nullable(),
  /** Whether a clinic requires a second factor that the pro lacks. Most calls are refused then. */
  factorAsked: z.boolean(),
  title: title.nullable(),
  name: z.string().nullable(),
  lastname: z.string().nullable(),
  prefix: z.string().nullable(),
  phone: z.string().nullable(),
  configStatus,
  marketingConsent: z.boolean(),
  subscription: z.array(subscription),
  subscriptionName: z.string().nullable(),
  options,
  /** Version of the options without the external calendar, for `If-Match`. */
  optionsVersion: z.string(),
});
/** Name, title and phone are null until onboarding. */
export type Pro = z.infer<typeof pro>;

/** A pro's data for visitors of the public page. */
export const publicPro = z.object({
  id: z.string(),
  username: z.string(),
  title: title.nullable(),
  name: z.string().nullable(),
  lastname: z.string().nullable(),
  calendarPageUrl: z.string(),
});
/** Neither email nor phone; name and title are null until onboarding. */
export type PublicPro = z.infer<typeof publicPro>;
