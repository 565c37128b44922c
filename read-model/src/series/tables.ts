import { defineTable } from '@visita/platform/projection/table';

/** Series of repeated visits with their patients; the dates are only in the event store. */
export const series = defineTable(
  'series',
  ['series_id'],
  { series_id: 'uuid', pro_id: 'uuid', clinic_id: 'uuid', patient_id: 'uuid' },
  { series_by_patient: ['patient_id'], series_by_pro: ['pro_id'] },
);
