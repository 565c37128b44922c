import { defineTable } from '@visita/platform/projection/table';

/** Plans of reminders that are not empty, one row for each pro. */
export const reminderPlans = defineTable('reminder_plans', ['pro_id'], {
  pro_id: 'uuid',
  /** JSON array of `StoredStep`. */
  steps: 'text',
});

/** Settings of planned messages, one row for each pro who set any. */
export const messageSettings = defineTable('message_settings', ['pro_id'], {
  pro_id: 'uuid',
  /** JSON of `PlainMessageSettings`. */
  settings: 'text',
  sender: 'text?',
});
