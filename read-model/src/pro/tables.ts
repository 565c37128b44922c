import type { Language } from '@visita/contracts/language';
import type { Reviewed } from '@visita/contracts/pro/events';
import type { Pro } from '@visita/contracts/pro/views';
import type { PlanName } from '@visita/contracts/reference/plans';
import { defineTable, typed } from '@visita/platform/projection/table';

/** Pros with their options: one row each. Personal columns are null once erased. */
export const pros = defineTable(
  'pros',
  ['pro_id'],
  {
    pro_id: 'uuid',
    email: 'text?',
    /** Whether a mail has reached it. */
    address_proven: 'boolean',
    /** What the next login asks about. */
    review: typed<Reviewed | null>('text?'),
    username: 'text?',
    slug: 'text?',
    title: typed<Pro['title']>('text?'),
    name: 'text?',
    lastname: 'text?',
    prefix: 'text?',
    phone: 'text?',
    config_status: typed<Pro['configStatus']>('integer'),
    plan: typed<PlanName | null>('text?'),
    marketing_consent: 'boolean',
    patient_booking_limit: 'boolean',
    calendar_availability_limit: 'integer',
    payment_online: 'boolean',
    payment_offline: 'boolean',
    reminder_booking_email: 'boolean',
    booking_reminder_pro: 'boolean',
    booking_notice_pro: 'boolean',
    cancel_booking_email: 'boolean',
    comunications_language: typed<Language>('text'),
    thank_you_page_url: 'text?',
    manage_notice_hours: 'integer',
    booking_notice_hours: 'integer',
    gapless_starts: 'boolean',
    search_engines: 'boolean',
    /** Codes with spaces between them; empty for none. */
    languages_spoken: 'text',
    patient_retention_years: 'integer',
    /** Which connection to an external calendar the pro has. */
    external_calendar: 'uuid?',
    /** Where the link of a change of email goes, until it is used. */
    pending_email: 'text?',
  },
  { pros_by_username: ['username'], pros_by_slug: ['slug'] },
);

/** Booking addresses that a pro has left and that lead to the present one: the last in the first place. */
export const formerSlugs = defineTable(
  'former_slugs',
  ['pro_id', 'place'],
  { pro_id: 'uuid', place: 'integer', slug: 'text' },
  { former_slugs_by_slug: ['slug'] },
);
