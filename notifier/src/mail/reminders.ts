import type { EventNamed } from '@visita/contracts/events';
import type { MailJob } from '@visita/contracts/jobs';
import { reminderIdOf } from '@visita/platform/ids/derive-id';
import type { Process } from '@visita/platform/runtime/process';
import { demonstration } from '../demonstration.ts';
import type { Outbox } from '../outbox.ts';
import { jobIdOf } from '../mail-job-id.ts';
import { priorityOf } from './mail-jobs.ts';

type Timed = EventNamed<'BookingPlaced' | 'BookingMoved'>;
type Deps = { outbox: Pick<Outbox, 'schedule'>; hours: number; now: () => Date };

/**
 * Schedules reminders the given hours before a booking, again for each move; none if a booking is made or
 * moved later than that. Writing the reminder checks whether the booking still stands.
 */
export const timeReminders = ({ outbox, hours, now }: Deps): Process => {
  const time = async ({ data, metadata, revision }: Timed): Promise<void> => {
    const { bookingId, start } = data;
    if (metadata.actor === demonstration || start <= now().toISOString()) return;
    const due = new Date(Date.parse(start) - hours * 3_600_000);
    const inTime = metadata.time <= due.toISOString();
    const mails = inTime ? remindersOf({ about: bookingId, start, sequence: revision }) : [];
    await outbox.schedule({ topic: bookingId, revision, due, expires: new Date(start), mails });
  };
  return { name: 'reminders', on: { BookingPlaced: time, BookingMoved: time } };
};

type Booking = { readonly about: string; readonly start: string; readonly sequence: number };

const remindersOf = ({ start, about, sequence }: Booking) =>
  (['reminder', 'reminder-pro'] as const).map((template) => {
    const payload: MailJob = { template, eventId: reminderIdOf(about, start), about, sequence };
    return { id: jobIdOf(payload), name: template, payload, priority: priorityOf(payload) };
  });
