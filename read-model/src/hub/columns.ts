import type { EventData } from '@visita/contracts/events';
import type { AvailabilityWindow, OwnTerms } from '@visita/contracts/clinic/events';

export const windowColumns = (hubId: string, window: AvailabilityWindow) => ({
  availability_id: window.availabilityId,
  hub_id: hubId,
  working_day: window.workingDay,
  starting_hour: window.startingHour,
  ending_hour: window.endingHour,
  valid_from: window.validFrom ?? null,
  valid_until: window.validUntil ?? null,
  every_weeks: window.everyWeeks ?? null,
  anchor_monday: window.anchorMonday ?? null,
});

/** Returns the columns of a hub's own terms of a service; null is the clinic's value. */
export const termColumns = (own: OwnTerms) => ({
  own_duration: own.duration ?? null,
  own_price_cents: own.priceCents ?? null,
});

type OfDate = Pick<EventData['DayHoursSet'], 'date' | 'windows'>;

/**
 * Returns the columns of the hours of one date. The windows are JSON, since they are only read as a whole.
 */
export const dayHoursColumns = (hubId: string, { date, windows }: OfDate) => ({
  hub_id: hubId,
  date,
  windows: JSON.stringify(windows),
});

export const windowsIn = (row: { readonly windows: string }): OfDate['windows'] =>
  JSON.parse(row.windows) as OfDate['windows'];
