import { z } from 'zod';
import { defineEvent, personal, type EventsOf } from '../event.ts';
import { formerSlugsKept, id, instant, phone, prefix, storedName, title } from '../fields.ts';
import { language, spokenLanguage, spokenMaximum } from '../language.ts';

const proId = { proId: id };
const about = { subject: (data: { proId: string }) => `pro-${data.proId}` as const };

/** A pro's own name and phone, encrypted as one value. */
export const profile = z.strictObject({ name: storedName, lastname: storedName, prefix, phone });
/** The last name is apart, the phone without its prefix. */
export type Profile = z.infer<typeof profile>;

/** The options that are changed as they are, without rules of their own. */
export const plainOptions = z.strictObject({
  patientBookingLimit: z.boolean(),
  calendarAvailabilityLimit: z.int().min(20).max(60),
  paymentOnline: z.boolean(),
  paymentOffline: z.boolean(),
  reminderBookingEmail: z.boolean(),
  bookingReminderPro: z.boolean(),
  /** Whether the pro is told by mail what patients book, move and cancel online. */
  bookingNoticePro: z.boolean(),
  cancelBookingEmail: z.boolean(),
  comunicationsLanguage: language,
  thankYouPageUrl: z.string().max(500).nullable(),
  /** Until how many hours before an appointment its patient may move and cancel it. */
  manageNoticeHours: z.int().min(0).max(168),
  /** How many hours ahead patients book at least; a service may ask for more. */
  bookingNoticeHours: z.int().min(0).max(168),
  /** Patients are offered no start that leaves a rest of the day in which no service fits. */
  gaplessStarts: z.boolean(),
  /** Whether search engines may show the booking page. */
  searchEngines: z.boolean(),
  /** What the pro speaks with patients, in the order in which the booking page says it. */
  languagesSpoken: z
    .array(spokenLanguage)
    .max(spokenMaximum)
    .refine((codes) => new Set(codes).size === codes.length, 'must name each language once'),
  /** So many years after the last appointment a patient's record is erased by itself; 0 keeps all. */
  patientRetentionYears: z.int().min(0).max(50),
});
/** Of a new pro the defaults of `defaultOptions`, by the specification. */
export type PlainOptions = z.infer<typeof plainOptions>;

/** What a pro may be asked about at the next login. */
export const reviewed = z.enum(['holdings', 'connections']);
/** `holdings` is everything in the account. */
export type Reviewed = z.infer<typeof reviewed>;

/** A link mailed to the pro: its token is made of this id and a key, and stands in the mail only. */
const mailedLink = { tokenId: id, expires: instant };

/** Events of `pro-<id>`. */
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
      /** The link that proves the address, where one was mailed. */
      proof: z.strictObject(mailedLink).optional(),
    },
    about,
  ),
  /** Another link that proves the address of the account. */
  AddressProofRequested: defineEvent('AddressProofRequested', { ...proId, ...mailedLink }),
  /**
   * A link mailed to the account's address was used for the first time. Early accounts have none: a password or an email
   * set by a link says the same.
   */
  ProAddressProven: defineEvent('ProAddressProven', {
    ...proId,
    by: z.enum(['sign-up', 'reset', 'invitation', 'email-change']),
  }),
  /** A sign-up that claimed an email or username and never finished; the next to claim it fences it off. */
  SignUpAbandoned: defineEvent('SignUpAbandoned', proId),
  /** A shell account, made because a clinic invited an unknown email; the link sets its password. */
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
  /** Somebody who never proved their address was invited: the mailed link sets another password. */
  InvitationLinkIssued: defineEvent('InvitationLinkIssued', { ...proId, ...mailedLink, clinicId: id }),
  PasswordResetRequested: defineEvent('PasswordResetRequested', { ...proId, ...mailedLink }),
  /** The mailed link was used up; the password itself is no event. Early ones do not say which link it was. */
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
  /** Somebody logged in in a browser that the pro is not known in. */
  NewBrowserUsed: defineEvent('NewBrowserUsed', proId),
  /** So many logins failed in a row that the next have to wait. */
  LoginSlowed: defineEvent('LoginSlowed', proId),
  /** The pro ended every session but their own, and the private address of the calendar. */
  SessionsEnded: defineEvent('SessionsEnded', proId),
  /**
   * The next login asks what stays: of all that the account holds, where it was first proven by another link than the
   * sign-up's; of connected calendars, where the password, the email or the sessions of before have ended.
   */
  AccountReviewAsked: defineEvent('AccountReviewAsked', { ...proId, about: reviewed }),
  AccountReviewed: defineEvent('AccountReviewed', { ...proId, about: reviewed, kept: z.boolean() }),
  /** Another private address of the calendar; the address itself is no event. */
  CalendarFeedCreated: defineEvent('CalendarFeedCreated', proId),
  /** Logins ask for a code as well. */
  FactorAdded: defineEvent('FactorAdded', proId),
  FactorRemoved: defineEvent('FactorRemoved', proId),
  /** It logs in by itself, and logins with the password ask for a second factor; its name is no event. */
  PasskeyAdded: defineEvent('PasskeyAdded', proId),
  /** Its names, the one before and the next, are no event. */
  PasskeyRenamed: defineEvent('PasskeyRenamed', proId),
  PasskeyRemoved: defineEvent('PasskeyRemoved', proId),
  RecoveryCodesRenewed: defineEvent('RecoveryCodesRenewed', proId),
  /** Somebody logged in with a recovery code in place of the authenticator's. */
  RecoveryCodeUsed: defineEvent('RecoveryCodeUsed', proId),
  PersonalDataSaved: defineEvent('PersonalDataSaved', { ...proId, title, profile: personal(profile) }, about),
  PlanChosen: defineEvent('PlanChosen', { ...proId, plan: z.literal('free') }),
  /** By an operator: the app itself can only choose the free plan. */
  PlanAssigned: defineEvent('PlanAssigned', { ...proId, plan: z.enum(['free', 'premium', 'friends']) }),
  CollaboratorOnboarded: defineEvent(
    'CollaboratorOnboarded',
    {
      ...proId,
      title,
      profile: personal(profile),
      /** What was not asked is not there. */
      marketingConsent: z.boolean().optional(),
      termsAcceptedAt: instant.optional(),
    },
    about,
  ),
  ProfileUpdated: defineEvent('ProfileUpdated', { ...proId, profile: personal(profile) }, about),
  /** The pro deleted their account: nothing of it is shown any more, and its personal data is being erased. */
  ProDeletionRequested: defineEvent('ProDeletionRequested', proId),
  /** The mails that were about the pro are gone, and none will follow. */
  ProMailsDeleted: defineEvent('ProMailsDeleted', proId),
  /** The pro's key is gone, and with it their personal data in all events. */
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
      /** An address on the web may name whose it is. */
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
  /** A change of the booking address has begun, in place of one that has not ended; `turn` counts them. */
  BookingSlugRequested: defineEvent(
    'BookingSlugRequested',
    { ...proId, calendarPageUrl: personal(z.string()), turn: z.int().min(1) },
    about,
  ),
  /** The change that had begun is not made: somebody else has the address, or wants it after the request died. */
  BookingSlugGivenUp: defineEvent('BookingSlugGivenUp', { ...proId, turn: z.int().min(1) }),
  BookingSlugChanged: defineEvent(
    'BookingSlugChanged',
    {
      ...proId,
      calendarPageUrl: personal(z.string()),
      /** Since when it is the pro's; not known of changes from before it was kept. */
      at: instant.optional(),
      /** All the addresses that stay the pro's and lead to this one, the last first; not known of earlier changes, which kept none. */
      former: personal(z.array(z.string()).max(formerSlugsKept)).optional(),
    },
    about,
  ),
  /** The tokens are kept elsewhere, sealed, under this id; connecting again takes a new one. */
  ExternalCalendarConnected: defineEvent('ExternalCalendarConnected', {
    ...proId,
    connectionId: id,
    /** The connection that ends with this. */
    replaces: id.nullable(),
  }),
  ExternalCalendarDisconnected: defineEvent('ExternalCalendarDisconnected', {
    ...proId,
    connectionId: id,
    /** `provider`: the calendar service no longer accepts our tokens. */
    by: z.enum(['pro', 'provider']),
  }),
};
/** An event of one pro's account, told apart by `type`. */
export type ProEvent = EventsOf<typeof proEvents>;
