import type { Language } from '@visita/contracts/language';
import type { Options, Pro, PublicPro } from '@visita/contracts/pro/views';
import { planByName, type PlanName } from '@visita/contracts/reference/plans';

export type ProRow = {
  readonly pro_id: string;
  readonly email: string | null;
  readonly username: string | null;
  readonly slug: string | null;
  readonly title: Pro['title'];
  readonly name: string | null;
  readonly lastname: string | null;
  readonly prefix: string | null;
  readonly phone: string | null;
  readonly config_status: Pro['configStatus'];
  readonly plan: PlanName | null;
  readonly marketing_consent: boolean;
  readonly patient_booking_limit: boolean;
  readonly calendar_availability_limit: number;
  readonly payment_online: boolean;
  readonly payment_offline: boolean;
  readonly reminder_booking_email: boolean;
  readonly booking_reminder_pro: boolean;
  readonly booking_notice_pro: boolean;
  readonly cancel_booking_email: boolean;
  readonly comunications_language: Language;
  readonly thank_you_page_url: string | null;
  readonly manage_notice_hours: number;
  readonly external_calendar: string | null;
};

export const optionsView = (row: ProRow): Options => ({
  id: row.pro_id,
  patientBookingLimit: row.patient_booking_limit,
  calendarAvailabilityLimit: row.calendar_availability_limit,
  calendarPageUrl: row.slug ?? '',
  paymentOnline: row.payment_online,
  paymentOffline: row.payment_offline,
  googleAccessToken: row.external_calendar === null ? null : 'connected',
  reminderBookingEmail: row.reminder_booking_email,
  bookingReminderPro: row.booking_reminder_pro,
  bookingNoticePro: row.booking_notice_pro,
  cancelBookingEmail: row.cancel_booking_email,
  comunicationsLanguage: row.comunications_language,
  thankYouPageUrl: row.thank_you_page_url,
  manageNoticeHours: row.manage_notice_hours,
});

export const proView = (row: ProRow): Pro => ({
  id: row.pro_id,
  email: row.email ?? '',
  username: row.username ?? '',
  title: row.title,
  name: row.name,
  lastname: row.lastname,
  prefix: row.prefix,
  phone: row.phone,
  configStatus: row.config_status,
  marketingConsent: row.marketing_consent,
  subscription: row.plan === null ? [] : [planByName(row.plan)],
  subscriptionName: row.plan,
  options: optionsView(row),
});

export const publicProView = (row: ProRow): PublicPro => ({
  id: row.pro_id,
  username: row.username ?? '',
  title: row.title,
  name: row.name,
  lastname: row.lastname,
  calendarPageUrl: row.slug ?? '',
});
