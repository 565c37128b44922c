import type { RecordedEvent } from '@visita/contracts/envelope';
import type { EventNamed } from '@visita/contracts/events';
import type { CalendarJob } from '@visita/contracts/jobs';
import type { Process } from '@visita/platform/runtime/process';
import type { CalendarReads } from './reads.ts';

export type CalendarProcessDeps = {
  reads: Pick<CalendarReads, 'connection' | 'upcoming'>;
  /** Queues a job; repeating it changes nothing. */
  add(job: CalendarJob, id: string): Promise<unknown>;
  /**
   * Waits a while for the read models to hold an event and tells whether they do; entries are written from
   * them.
   */
  reached(position: string): Promise<boolean>;
};

type Changed = EventNamed<
  | 'BookingPlaced'
  | 'BookingConfirmed'
  | 'BookingMoved'
  | 'BookingCancelled'
  | 'BookingOrphaned'
  | 'BookingPatientErased'
>;

/** Returns the calendars that show a booking differently after an event. */
const calendarsOf = (event: Changed): CalendarJob[] => {
  switch (event.type) {
    case 'BookingPlaced':
      // Calendars show no holds.
      return event.data.confirmBy === null ? [event.data] : [];
    case 'BookingMoved':
      return event.data.previous.proId === event.data.proId
        ? [event.data]
        : [event.data, { bookingId: event.data.bookingId, proId: event.data.previous.proId }];
    case 'BookingConfirmed':
    case 'BookingCancelled':
    case 'BookingOrphaned':
    case 'BookingPatientErased':
      return [event.data];
  }
};

/**
 * Queues updates of connected calendars, with a separate checkpoint: a lost bus message loses
 * nothing.
 */
export const createCalendarProcess = ({ reads, add, reached }: CalendarProcessDeps): Process => {
  const follow = async (recorded: RecordedEvent): Promise<void> => {
    if (!(await reached(recorded.position))) throw new Error('the read models are behind');
  };

  const ask = async (recorded: Changed): Promise<void> => {
    const jobs = calendarsOf(recorded);
    if (jobs.length === 0) return;
    await follow(recorded);
    for (const { proId, bookingId } of jobs) {
      if ((await reads.connection(proId)) === null) continue;
      await add({ proId, bookingId }, `${recorded.id}_${proId}`);
    }
  };

  /** Queues the upcoming bookings of a newly connected calendar. */
  const fill = async (recorded: EventNamed<'ExternalCalendarConnected'>): Promise<void> => {
    const { proId } = recorded.data;
    await follow(recorded);
    for (const bookingId of await reads.upcoming(proId)) {
      await add({ proId, bookingId }, `${recorded.id}_${bookingId}`);
    }
  };

  return {
    name: 'calendar-sync',
    on: {
      BookingPlaced: ask,
      BookingConfirmed: ask,
      BookingMoved: ask,
      BookingCancelled: ask,
      BookingOrphaned: ask,
      BookingPatientErased: ask,
      ExternalCalendarConnected: fill,
    },
  };
};
