import type { Language } from '@visita/contracts/language';
import type { Reviewed } from '@visita/contracts/pro/events';
import type { Pro } from '@visita/contracts/pro/views';
import type { PlanName } from '@visita/contracts/reference/plans';
import { defineTable, typed } from '@visita/platform/projection/table';

/** Pros with their options, one row each. Personal columns are null once erased. */
export const pros = defineTable(
  'pros',
  ['pro_id'],
  {
    pro_id: 'uuid',
    email: 'text?',
    /** Whether the email address was verified by a mailed link. */
    address_proven: 'boolean',
    /** Review that the next login asks for. */
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
    /** Language codes separated by spaces; empty for none. */
    languages_spoken: 'text',
    patient_retention_years: 'integer',
    offers_at_once: 'boolean',
    external_calendar: 'uuid?',
    /** New address of an unconfirmed change of email. */
    pending_email: 'text?',
  },
  { pros_by_username: ['username'], pros_by_slug: ['slug'] },
);

/** Former booking addresses, which redirect to the present one; the latest has place 0. */
export const formerSlugs = defineTable(
  'former_slugs',
  ['pro_id', 'place'],
  { pro_id: 'uuid', place: 'integer', slug: 'text' },
  { former_slugs_by_slug: ['slug'] },
);
