import { defineTable } from '@visita/platform/projection/table';

/**
 * Country and region with the public holidays that close a clinic; a clinic without a row has none.
 */
export const clinicHolidays = defineTable('clinic_holidays', ['clinic_id'], {
  clinic_id: 'uuid',
  country: 'text',
  region: 'text?',
});
