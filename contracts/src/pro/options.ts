import type { Language } from '../language.ts';
import { isErased } from '../event.ts';
import type { PlainOptions, ProEvent } from './events.ts';

/**
 * Options of a new account: 30 days ahead, a day's minimum notice, mails on, indexed by search engines, no languages,
 * records kept, online payment and gapless starts off, freed times offered one after the other.
 */
export const defaultOptions = (comunicationsLanguage: Language): PlainOptions => ({
  patientBookingLimit: false,
  calendarAvailabilityLimit: 30,
  paymentOnline: false,
  paymentOffline: true,
  reminderBookingEmail: true,
  bookingReminderPro: false,
  bookingNoticePro: true,
  cancelBookingEmail: true,
  comunicationsLanguage,
  thankYouPageUrl: null,
  manageNoticeHours: 24,
  bookingNoticeHours: 0,
  gaplessStarts: false,
  searchEngines: true,
  languagesSpoken: [],
  patientRetentionYears: 0,
  offersAtOnce: false,
});

/** Returns the options that an event changed; an erased thank-you page is none. */
export const changedOptions = ({
  changes,
  thankYouPageUrl,
}: Extract<ProEvent, { type: 'OptionsChanged' }>['data']): Partial<PlainOptions> => ({
  ...(changes as Partial<PlainOptions>),
  ...(thankYouPageUrl === undefined
    ? {}
    : { thankYouPageUrl: isErased(thankYouPageUrl) ? null : thankYouPageUrl }),
});
