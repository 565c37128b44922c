import type { Language } from '@visita/contracts/language';
import { defineTable, typed } from '@visita/platform/projection/table';

/** Entries on waiting lists, each with its open offer. Lists are separated by spaces. */
export const waitingEntries = defineTable(
  'waiting_entries',
  ['entry_id'],
  {
    entry_id: 'uuid',
    clinic_id: 'uuid',
    pro_id: 'uuid',
    patient_id: 'uuid',
    booking_id: 'uuid?',
    name: 'text?',
    email: 'text?',
    prefix: 'text?',
    phone: 'text?',
    clinic_service_id: 'text',
    pro_ids: 'text',
    weekdays: 'text',
    from_time: 'text?',
    to_time: 'text?',
    from_day: 'text',
    until_day: 'text',
    timezone: 'text',
    language: typed<Language>('text'),
    /** `ended` entries keep no contact; exports find their events by them. */
    state: typed<'unconfirmed' | 'waiting' | 'ended'>('text'),
    confirm_by: 'timestamptz?',
    urgent: 'boolean',
    paused_until: 'timestamptz?',
    called_at: 'timestamptz?',
    joined_at: 'timestamptz',
    joined_by: typed<'patient' | 'pro'>('text'),
    offer_id: 'text?',
    /** Starts of all offered times. */
    offer_starts: 'text?',
    offer_until: 'timestamptz?',
    offer_because: typed<'urgent' | 'turn' | 'staff' | 'all' | null>('text?'),
    offer_asked: 'integer?',
    offer_pro_id: 'uuid?',
    /** Hub and interval of the held time; null if the offer holds none. */
    offer_hub_id: 'uuid?',
    offer_starts_at: 'timestamptz?',
    offer_ends_at: 'timestamptz?',
    /** Professional and start of the time that was taken. */
    filled_pro_id: 'uuid?',
    filled_starts_at: 'timestamptz?',
  },
  {
    waiting_entries_by_clinic: {
      columns: ['clinic_id', 'joined_at'],
      include: ['entry_id'],
      where: { column: 'state', among: ['waiting'] },
    },
    waiting_entries_filled: {
      columns: ['clinic_id', 'filled_starts_at'],
      include: ['filled_pro_id', 'timezone'],
      where: { column: 'state', among: ['ended'] },
    },
    waiting_entries_by_patient: ['patient_id'],
    waiting_entries_by_pro: ['pro_id'],
  },
);

/** Offers that are open or were refused (declined or not answered). */
export const offeredTimes = defineTable(
  'offered_times',
  ['offer_id'],
  {
    offer_id: 'text',
    clinic_id: 'uuid',
    pro_id: 'uuid',
    hub_service_id: 'text',
    /** Starts of all offered times, separated by spaces. */
    starts: 'text',
    last_starts_at: 'timestamptz',
    refused: 'boolean',
  },
  { offered_times_by_clinic: ['clinic_id', 'last_starts_at'] },
);
