import { hoursOf } from '@visita/contracts/availability/hours';
import type { DayHoursView, HubView } from '@visita/contracts/clinic/views';

/** Minutes of a day. */
type Stretch = { start: number; end: number };

type WithHours = Pick<HubView, 'availabilities' | 'day_hours'>;

const windowsIn = ({ windows }: DayHoursView) =>
  windows.map(({ starting_hour: startingHour, ending_hour: endingHour }) => ({ startingHour, endingHour }));

/**
 * Returns a function that gives a hub's hours on a day, by the rules of free times: sorted and merged, in
 * minutes.
 */
export const hubHours = (hub: WithHours): ((day: string) => Stretch[]) => {
  const hours = hoursOf(
    hub.availabilities.map((row) => ({
      workingDay: row.working_day,
      startingHour: row.starting_hour,
      endingHour: row.ending_hour,
      validFrom: row.valid_from,
      validUntil: row.valid_until,
      everyWeeks: row.every_weeks,
      anchorMonday: row.anchor_monday,
    })),
    hub.day_hours.map((day) => ({ date: day.date, windows: windowsIn(day) })),
  );
  return (day) => hours(day).map(({ start, end }) => ({ start: start / 60, end: end / 60 }));
};

export const hasHours = ({ availabilities, day_hours: days }: WithHours): boolean =>
  availabilities.length + days.length > 0;
