import type { EventNamed } from '@visita/contracts/events';
import type { Process } from '@visita/platform/runtime/process';
import { demonstration } from '../../demonstration.ts';
import type { Reminders } from './reminders.ts';

type Timed = EventNamed<'BookingPlaced' | 'BookingMoved'>;
type Deps = { reminders: Pick<Reminders, 'time'>; hours: number; now: () => Date };

/**
 * Keeps the times of reminders: so many hours before, again for each move, and none where a booking is made or moved
 * later than that. Whether it still stands is looked at when the reminder is written.
 */
export const timeReminders = ({ reminders, hours, now }: Deps): Process => {
  const time = async ({ data, metadata, revision }: Timed): Promise<void> => {
    const { bookingId, start } = data;
    if (metadata.actor === demonstration || start <= now().toISOString()) return;
    const due = new Date(Date.parse(start) - hours * 3_600_000).toISOString();
    await reminders.time({ bookingId, start, due: metadata.time > due ? null : due, revision });
  };
  return { name: 'reminders', on: { BookingPlaced: time, BookingMoved: time } };
};
