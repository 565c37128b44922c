import { defineTable } from '@visita/platform/projection/table';

/** Plans of reminders that are not empty, one row for each pro. */
export const reminderPlans = defineTable('reminder_plans', ['pro_id'], {
  pro_id: 'uuid',
  /** JSON array of `StoredStep`. */
  steps: 'text',
});

/** Choices of patients about planned messages, one row for each record with any. */
export const messageChoices = defineTable('message_choices', ['patient_id'], {
  patient_id: 'uuid',
  pro_id: 'uuid',
  /** Consent to texts with reminders. */
  texts: 'boolean',
  /** Consent to texts with offers and invitations too. */
  all_texts: 'boolean',
  stopped: 'boolean',
  recalls: 'boolean',
});

/** The latest answer of a patient to a text, in their own words. */
export const textAnswers = defineTable('text_answers', ['patient_id'], {
  patient_id: 'uuid',
  pro_id: 'uuid',
  /** Null once erased. */
  answer: 'text?',
  answered_at: 'timestamptz',
});

/** Settings of planned messages, one row for each pro who set any. */
export const messageSettings = defineTable('message_settings', ['pro_id'], {
  pro_id: 'uuid',
  /** JSON of `PlainMessageSettings`. */
  settings: 'text',
  sender: 'text?',
});
