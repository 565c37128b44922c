import { defineTable } from '@visita/platform/projection/table';

/** Surveys and their subjects, for exports; no answers. */
export const surveys = defineTable(
  'surveys',
  ['survey_id'],
  { survey_id: 'uuid', subject_id: 'uuid', booking_id: 'uuid?' },
  { surveys_by_subject: ['subject_id'], surveys_by_booking: ['booking_id'] },
);
