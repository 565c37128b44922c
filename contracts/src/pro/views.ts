import { z } from 'zod';
import { language, spokenLanguage } from '../language.ts';
import { title } from '../fields.ts';
import { reviewed } from './events.ts';

/** A plan with its functions and limits. */
export const subscription = z.object({
  id: z.int(),
  name: z.string(),
  collaboratorNumber: z.int(),
  vacationFunction: z.boolean(),
  patientManagerFunction: z.boolean(),
  onlinePaymentFunction: z.boolean(),
});
/** `collaboratorNumber` is how many active collaborators a clinic of theirs may have. */
export type Subscription = z.infer<typeof subscription>;

/** All options as their pro reads them; those of `plainOptions` can be sent back changed. */
export const options = z.object({
  id: z.string(),
  patientBookingLimit: z.boolean(),
  calendarAvailabilityLimit: z.int(),
  calendarPageUrl: z.string(),
  paymentOnline: z.boolean(),
  paymentOffline: z.boolean(),
  /** Only whether an external calendar is connected, never the token. */
  googleAccessToken: z.literal('connected').nullable(),
  reminderBookingEmail: z.boolean(),
  bookingReminderPro: z.boolean(),
  bookingNoticePro: z.boolean(),
  cancelBookingEmail: z.boolean(),
  comunicationsLanguage: language,
  thankYouPageUrl: z.string().nullable(),
  /** Hours. */
  manageNoticeHours: z.int(),
  /** Hours. */
  bookingNoticeHours: z.int(),
  gaplessStarts: z.boolean(),
  searchEngines: z.boolean(),
  languagesSpoken: z.array(spokenLanguage),
  /** So many years after the last appointment a patient's record is erased; 0 keeps all. */
  patientRetentionYears: z.int(),
});
/** `id` is the pro's. */
export type Options = z.infer<typeof options>;

/** What the public page may know of a pro's options. */
export const publicOptions = options.pick({
  calendarAvailabilityLimit: true,
  comunicationsLanguage: true,
  searchEngines: true,
  languagesSpoken: true,
});

/** How far the account is set up: 1 signed up, 2 personal data saved, 10 invited, 100 ready; 0 is nobody's. */
export const configStatus = z.union([
  z.literal(0),
  z.literal(1),
  z.literal(2),
  z.literal(10),
  z.literal(100),
]);

/** A pro as the pro sees themself. */
export const pro = z.object({
  id: z.string(),
  email: z.string(),
  username: z.string(),
  /** Whether a mail has reached the address. */
  addressProven: z.boolean(),
  /** What the next login asks about; null for nothing. */
  review: reviewed.nullable(),
  /** Whether a clinic that they work at asks for a second factor that they do not have: nothing else is answered. */
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
  /** The version of the options but for the external calendar, for `If-Match`. */
  optionsVersion: z.string(),
});
/** Name, title and phone are null until onboarding saved them. */
export type Pro = z.infer<typeof pro>;

/** A pro as a visitor of the public page sees them. */
export const publicPro = z.object({
  id: z.string(),
  username: z.string(),
  title: title.nullable(),
  name: z.string().nullable(),
  lastname: z.string().nullable(),
  calendarPageUrl: z.string(),
});
/** Neither email nor phone; name and title are null until onboarding saved them. */
export type PublicPro = z.infer<typeof publicPro>;
