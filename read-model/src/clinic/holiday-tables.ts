import { defineTable } from '@visita/platform/projection/table';

/** Country and region whose public holidays close a clinic; no row: none. */
export const clinicHolidays = defineTable('clinic_holidays', ['clinic_id'], {
  clinic_id: 'uuid',
  country: 'text',
  region: 'text?',
});
