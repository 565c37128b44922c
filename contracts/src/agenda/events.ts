import { z } from 'zod';
import { defineEvent, type EventsOf } from '../event.ts';
import { bufferMinutes, day, id, instant } from '../fields.ts';

const agenda = { proId: id, day, reservationId: id };

/**
 * Events of `agenda-<proId>_<UTC day>`: which intervals of a professional's day are taken, over all clinics.
 * UTC days, because a professional may work in clinics of several zones; an interval over UTC midnight is
 * reserved in both days.
 */
export const agendaEvents = {
  IntervalReserved: defineEvent('IntervalReserved', {
    ...agenda,
    /** The booking, or the blocked time, that holds it. */
    bookingId: id,
    holder: z.literal('block').optional(),
    start: instant,
    end: instant,
    /** Minutes kept free of other visits' time before and after it. */
    bufferBefore: bufferMinutes.optional(),
    bufferAfter: bufferMinutes.optional(),
    /** Somebody of the clinic placed it anyway, though it lies in the time kept free around another visit. */
    anyway: z.literal(true).optional(),
    /** After this a taker may ask the booking's own stream whether the interval is still needed. */
    deadline: instant,
  }),
  IntervalSecured: defineEvent('IntervalSecured', agenda),
  IntervalReleased: defineEvent('IntervalReleased', {
    ...agenda,
    reason: z.enum(['cancelled', 'moved', 'lapsed', 'abandoned']),
  }),
};
/** An event of one professional's UTC day, told apart by `type`. */
export type AgendaEvent = EventsOf<typeof agendaEvents>;
