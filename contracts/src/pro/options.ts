import type { Language } from '../language.ts';
import type { PlainOptions } from './events.ts';

/** Options of a new account: a 30-day horizon (decision 4), a day's notice (decision 16), mails on, online payment off. */
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
});
