import type { AvailabilityWindow } from '@visita/contracts/clinic/events';

/** When a hub works, as columns. */
export const windowColumns = (hubId: string, window: AvailabilityWindow) => ({
  availability_id: window.availabilityId,
  hub_id: hubId,
  working_day: window.workingDay,
  starting_hour: window.startingHour,
  ending_hour: window.endingHour,
});
