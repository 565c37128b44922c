import { defineTable } from '@visita/platform/projection/table';

/** Surveys with their subjects and readers; comments are only in the event store. */
export const surveys = defineTable(
  'surveys',
  ['survey_id'],
  {
    survey_id: 'uuid',
    subject_id: 'uuid',
    booking_id: 'uuid?',
    /** The professional who may read the answer; null if it is confidential. */
    pro_id: 'uuid?',
  },
  { surveys_by_subject: ['subject_id'], surveys_by_booking: ['booking_id'] },
);
