import type { Projection } from '@visita/platform/projection/projection';
import { bookedDays, bookedHours, firstVisits, saidVisits } from '@visita/read-model/overview/tables';

/**
 * Sums of bookings, which follow the rows of `bookings` and no event by themselves: what an event changes in a sum depends
 * on what the row held before.
 */
export const figuresProjection: Projection = {
  name: 'figures',
  version: 1,
  tables: [bookedDays, bookedHours, saidVisits, firstVisits],
  on: {},
};
