import { z } from 'zod';
import { defineEvent, personal, type EventsOf } from '../event.ts';
import { formerSlugsKept, id, instant, phone, prefix, storedName, title } from '../fields.ts';
import { language, spokenLanguage, spokenMaximum } from '../language.ts';
import { storedStep } from '../messages/plan.ts';
import { recallRule } from '../recall/rules.ts';
import { plainMessageSettings, storedSender } from '../messages/settings.ts';

const proId = { proId: id };
const about = { subject: (data: { proId: string }) => `pro-${data.proId}` as const };

/** A pro's name and phone, encrypted as one value. */
export const profile = z.strictObject({ name: storedName, lastname: storedName, prefix, phone });
/** The phone has no prefix. */
export type Profile = z.infer<typeof profile>;

/** Options that can be set directly, without further rules. */
export const plainOptions = z.strictObject({
  patientBookingLimit: z.boolean(),
  calendarAvailabilityLimit: z.int().min(20).max(60),
  paymentOnline: z.boolean(),
  paymentOffline: z.boolean(),
  reminderBookingEmail: z.boolean(),
  bookingReminderPro: z.boolean(),
  /** Whether the pro gets a mail when patients book, move or cancel online. */
  bookingNoticePro: z.boolean(),
  cancelBookingEmail: z.boolean(),
  comunicationsLanguage: language,
  thankYouPageUrl: z.string().max(500).nullable(),
  /** Minimum hours before the start for moving and cancelling by the patient. */
  manageNoticeHours: z.int().min(0).max(168),
  /** Minimum hours before the start for online booking; a service may require more. */
  bookingNoticeHours: z.int().min(0).max(168),
  /** Whether starts that leave a gap too short for any service are not offered. */
  gaplessStarts: z.boolean(),
  /** Whether search engines may index the booking page. */
  searchEngines: z.boolean(),
  /** Languages that the pro speaks with patients, in the order of the booking page. */
  languagesSpoken: z
    .array(spokenLanguage)
    .max(spokenMaximum)
    .refine((codes) => new Set(codes).size === codes.length, 'must name each language once'),
  /** Years after the last appointment at which a patient's record is erased automatically; 0 keeps all. */
  patientRetentionYears: z.int().min(0).max(50),
  /** Whether a freed time is offered to all waiting people at once, without a hold, instead of one after the other. */
  offersAtOnce: z.boolean(),
});
/** Defaults: `defaultOptions`. */
export type PlainOptions = z.infer<typeof plainOptions>;

/** Subjects of a review that the pro is asked for at the next login. */
export const reviewed = z.enum(['holdings', 'connections']);
/** `holdings`: everything in the account. */
export type Reviewed = z.infer<typeof reviewed>;

/** A link mailed to the pro. Its token is derived from this id and a key; only the mail contains it. */
const mailedLink = { tokenId: id, expires: instant };

export const proEvents = {
  ProSignedUp: defineEvent(
    'ProSignedUp',
    {
      ...proId,
      email: personal(z.string()),
      username: personal(z.string()),
      marketingConsent: z.boolean(),
      comunicationsLanguage: language,
      termsAcceptedAt: instant,
      /** Link that verifies the email address, if one was mailed. */
      proof: z.strictObject(mailedLink).optional(),
    },
    about,
  ),
  /** A new link that verifies the account's email address was mailed. */
  AddressProofRequested: defineEvent('AddressProofRequested', { ...proId, ...mailedLink }),
  /**
   * A link mailed to the account's email address was used for the first time, which verifies the
   * address. Early accounts have no such event; a password or email set by a link verifies the
   * address as well.
   */
  ProAddressProven: defineEvent('ProAddressProven', {
    ...proId,
    by: z.enum(['sign-up', 'reset', 'invitation', 'email-change']),
  }),
  /** An unfinished sign-up whose email or username was claimed by a later one. It cannot be completed any more. */
  SignUpAbandoned: defineEvent('SignUpAbandoned', proId),
  /** A clinic invited an unknown email: an account without password, which the mailed link sets. */
  ProInvited: defineEvent(
    'ProInvited',
    {
      ...proId,
      ...mailedLink,
      email: personal(z.string()),
      username: personal(z.string()),
      clinicId: id,
      comunicationsLanguage: language,
    },
    about,
  ),
  /**
   * Invitation of a pro whose email address is not verified: the mailed link sets a new password.
   */
  InvitationLinkIssued: defineEvent('InvitationLinkIssued', { ...proId, ...mailedLink, clinicId: id }),
  PasswordResetRequested: defineEvent('PasswordResetRequested', { ...proId, ...mailedLink }),
  /** A mailed link was used. The password is in no event. Early events do not have the link's id. */
  PasswordSet: defineEvent('PasswordSet', {
    ...proId,
    tokenId: id,
    link: z.enum(['reset', 'invitation']).optional(),
  }),
  EmailChangeRequested: defineEvent(
    'EmailChangeRequested',
    { ...proId, ...mailedLink, newEmail: personal(z.string()) },
    about,
  ),
  EmailChanged: defineEvent(
    'EmailChanged',
    { ...proId, tokenId: id, email: personal(z.string()), previous: personal(z.string()) },
    about,
  ),
  /** Login from a browser that is not known for this pro. */
  NewBrowserUsed: defineEvent('NewBrowserUsed', proId),
  /** After repeated failed logins, further ones are delayed. */
  LoginSlowed: defineEvent('LoginSlowed', proId),
  /** The pro ended all other sessions and deleted the calendar's private address. */
  SessionsEnded: defineEvent('SessionsEnded', proId),
  /**
   * The next login asks for a review. `holdings`: the email address was first verified by another
   * link than the one of the sign-up. `connections`: password, email or sessions changed, so
   * connected calendars are checked.
   */
  AccountReviewAsked: defineEvent('AccountReviewAsked', { ...proId, about: reviewed }),
  AccountReviewed: defineEvent('AccountReviewed', { ...proId, about: reviewed, kept: z.boolean() }),
  /** A new private address of the calendar. The address is in no event. */
  CalendarFeedCreated: defineEvent('CalendarFeedCreated', proId),
  /** Logins require a code as well. */
  FactorAdded: defineEvent('FactorAdded', proId),
  FactorRemoved: defineEvent('FactorRemoved', proId),
  /** A passkey logs in on its own; logins with a password require a second factor. Its name is in no event. */
  PasskeyAdded: defineEvent('PasskeyAdded', proId),
  /** The names are in no event. */
  PasskeyRenamed: defineEvent('PasskeyRenamed', proId),
  PasskeyRemoved: defineEvent('PasskeyRemoved', proId),
  RecoveryCodesRenewed: defineEvent('RecoveryCodesRenewed', proId),
  /** Login with a recovery code instead of an authenticator code. */
  RecoveryCodeUsed: defineEvent('RecoveryCodeUsed', proId),
  PersonalDataSaved: defineEvent('PersonalDataSaved', { ...proId, title, profile: personal(profile) }, about),
  PlanChosen: defineEvent('PlanChosen', { ...proId, plan: z.literal('free') }),
  /** An operator assigned a plan; the app offers only the free plan. */
  PlanAssigned: defineEvent('PlanAssigned', { ...proId, plan: z.enum(['free', 'premium', 'friends']) }),
  CollaboratorOnboarded: defineEvent(
    'CollaboratorOnboarded',
    {
      ...proId,
      title,
      profile: personal(profile),
      /** Absent if not asked. */
      marketingConsent: z.boolean().optional(),
      termsAcceptedAt: instant.optional(),
    },
    about,
  ),
  ProfileUpdated: defineEvent('ProfileUpdated', { ...proId, profile: personal(profile) }, about),
  /** The pro deleted their account: nothing of it is shown any more; erasure of personal data has begun. */
  ProDeletionRequested: defineEvent('ProDeletionRequested', proId),
  /** Mails about the pro are deleted, and none will follow. */
  ProMailsDeleted: defineEvent('ProMailsDeleted', proId),
  /** The pro's key is deleted, which makes their personal data in all events unreadable. */
  ProErased: defineEvent('ProErased', proId),
  MarketingConsentChanged: defineEvent('MarketingConsentChanged', {
    ...proId,
    marketingConsent: z.boolean(),
  }),
  OptionsChanged: defineEvent(
    'OptionsChanged',
    {
      ...proId,
      changes: plainOptions.omit({ thankYouPageUrl: true }).partial(),
      /** Personal, because a web address may contain its owner's name. */
      thankYouPageUrl: personal(plainOptions.shape.thankYouPageUrl).optional(),
    },
    {
      ...about,
      version: 2,
      upcasts: {
        1: ({ changes, ...ids }) => {
          const { thankYouPageUrl, ...others } = changes as Partial<PlainOptions>;
          return { ...ids, changes: others, ...(thankYouPageUrl === undefined ? {} : { thankYouPageUrl }) };
        },
      },
    },
  ),
  /** The whole plan of reminders; empty means one mail, `REMINDER_HOURS` before the visit. */
  ReminderPlanSet: defineEvent('ReminderPlanSet', { ...proId, steps: z.array(storedStep) }),
  /** The settings of planned messages as a whole. Credentials of the provider are in no event. */
  MessageSettingsSet: defineEvent(
    'MessageSettingsSet',
    { ...proId, settings: plainMessageSettings, sender: personal(storedSender) },
    about,
  ),
  /** The pro's maximum of texts in a month (UTC, `2026-11`) was used up: mails are sent instead until it ends. */
  TextsUsedUp: defineEvent('TextsUsedUp', {
    ...proId,
    month: z.string().regex(/^\d{4}-\d{2}$/),
    maximum: z.int().min(1),
  }),
  /** All rules of recalls. They are personal, because their tags are free text. */
  RecallRulesSet: defineEvent('RecallRulesSet', { ...proId, rules: personal(z.array(recallRule)) }, about),
  /** A change of the booking address began, replacing any unfinished one; `turn` counts the changes. */
  BookingSlugRequested: defineEvent(
    'BookingSlugRequested',
    { ...proId, calendarPageUrl: personal(z.string()), turn: z.int().min(1) },
    about,
  ),
  /** The change was not made: another pro has the address, or claimed it after the request expired. */
  BookingSlugGivenUp: defineEvent('BookingSlugGivenUp', { ...proId, turn: z.int().min(1) }),
  BookingSlugChanged: defineEvent(
    'BookingSlugChanged',
    {
      ...proId,
      calendarPageUrl: personal(z.string()),
      /** Instant from which the address is the pro's; unknown for early changes. */
      at: instant.optional(),
      /** Former addresses that redirect to this one, latest first. Early changes kept none. */
      former: personal(z.array(z.string()).max(formerSlugsKept)).optional(),
    },
    about,
  ),
  /** The tokens are stored elsewhere, encrypted, under this id. A new connection gets a new id. */
  ExternalCalendarConnected: defineEvent('ExternalCalendarConnected', {
    ...proId,
    connectionId: id,
    /** The previous connection, which ends. */
    replaces: id.nullable(),
  }),
  ExternalCalendarDisconnected: defineEvent('ExternalCalendarDisconnected', {
    ...proId,
    connectionId: id,
    /** `provider`: the calendar service no longer accepts our tokens. */
    by: z.enum(['pro', 'provider']),
  }),
};
export type ProEvent = EventsOf<typeof proEvents>;
