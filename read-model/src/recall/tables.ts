import type { UnsentReason } from '@visita/contracts/messages/ledger';
import { defineTable, typed } from '@visita/platform/projection/table';

/** Rules of recalls that are not empty, one row for each pro. */
export const recallRuleSets = defineTable('recall_rules', ['pro_id'], {
  pro_id: 'uuid',
  /** JSON array of `RecallRule`. */
  rules: 'text',
});

/** Invitations of patients to a next visit. */
export const recalls = defineTable(
  'recalls',
  ['recall_id'],
  {
    recall_id: 'uuid',
    patient_id: 'uuid',
    pro_id: 'uuid',
    clinic_id: 'uuid',
    /** The past visit that is the reason. */
    booking_id: 'uuid',
    made_at: 'timestamptz',
    /** Instant until which it is open if nothing is booked. */
    until: 'timestamptz',
    /** Null until it has ended. */
    ended: typed<'booked' | 'not-sent' | null>('text?'),
    /** Reason for which its message was not sent; null if it was, or if the reason is unknown. */
    unsent: typed<UnsentReason | null>('text?'),
  },
  { recalls_by_patient: ['patient_id'], recalls_by_clinic: ['clinic_id', 'made_at'] },
);

/** Consents to marketing: ids of bookings and of patients with whom they were given. */
export const marketingConsents = defineTable('marketing_consents', ['given_with'], { given_with: 'uuid' });
