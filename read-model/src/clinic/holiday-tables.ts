import { defineTable } from '@visita/platform/projection/table';

/** Whose public holidays close a clinic; without a row none do. */
export const clinicHolidays = defineTable('clinic_holidays', ['clinic_id'], {
  clinic_id: 'uuid',
  country: 'text',
  region: 'text?',
});
