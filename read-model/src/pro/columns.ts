import { type Erased, readable } from '@visita/contracts/event';
import type { PlainOptions, Profile } from '@visita/contracts/pro/events';
import type { AnyRow } from '@visita/platform/projection/table';
import type { pros } from './tables.ts';

export const profileColumns = (profile: Profile | Erased | null) => {
  const known = readable(profile);
  return {
    name: known?.name ?? null,
    lastname: known?.lastname ?? null,
    prefix: known?.prefix ?? null,
    phone: known?.phone ?? null,
  };
};

const optionNames = {
  patientBookingLimit: 'patient_booking_limit',
  calendarAvailabilityLimit: 'calendar_availability_limit',
  paymentOnline: 'payment_online',
  paymentOffline: 'payment_offline',
  reminderBookingEmail: 'reminder_booking_email',
  bookingReminderPro: 'booking_reminder_pro',
  bookingNoticePro: 'booking_notice_pro',
  cancelBookingEmail: 'cancel_booking_email',
  comunicationsLanguage: 'comunications_language',
  thankYouPageUrl: 'thank_you_page_url',
  manageNoticeHours: 'manage_notice_hours',
  bookingNoticeHours: 'booking_notice_hours',
  gaplessStarts: 'gapless_starts',
  searchEngines: 'search_engines',
  languagesSpoken: 'languages_spoken',
  patientRetentionYears: 'patient_retention_years',
  offersAtOnce: 'offers_at_once',
} as const satisfies Record<keyof PlainOptions, keyof (typeof pros)['columns']>;

type OptionNames = typeof optionNames;

/** Column type of an option: several codes are one text. */
type Held<Option> = Option extends readonly string[] ? string : Option;

type OptionColumns<O> = {
  [Name in keyof O & keyof PlainOptions as OptionNames[Name]]: Held<Exclude<O[Name], undefined>>;
};

export const optionColumns = <O extends { [Name in keyof PlainOptions]?: PlainOptions[Name] | undefined }>(
  options: O,
): OptionColumns<O> =>
  Object.fromEntries(
    Object.entries(optionNames).flatMap(([name, column]) => {
      const value = options[name as keyof PlainOptions];
      return value === undefined ? [] : [[column, Array.isArray(value) ? value.join(' ') : value]];
    }),
  ) as OptionColumns<O>;

export const optionsIn = (row: Pick<AnyRow<typeof pros>, OptionNames[keyof PlainOptions]>): PlainOptions =>
  ({
    ...Object.fromEntries(Object.entries(optionNames).map(([name, column]) => [name, row[column]])),
    languagesSpoken: row.languages_spoken.split(' ').filter(Boolean),
  }) as PlainOptions;
