import type { Projection } from '@visita/platform/projection/projection';
import { bookedDays, bookedHours, firstVisits, saidVisits } from '@visita/read-model/overview/tables';

/**
 * Sums of bookings. Triggers on `bookings` keep them, not events: the change in a sum depends on the row
 * before the event.
 */
export const figuresProjection: Projection = {
  name: 'figures',
  version: 1,
  tables: [bookedDays, bookedHours, saidVisits, firstVisits],
  on: {},
};
