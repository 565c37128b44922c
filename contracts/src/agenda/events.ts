import { z } from 'zod';
import { defineEvent, type EventsOf } from '../event.ts';
import { bufferMinutes, day, id, instant } from '../fields.ts';
import { resourceId } from './resources.ts';

/**
 * `proId` is the id of any resource; the field got its name when only professionals had agendas.
 */
const agenda = { proId: resourceId, day, reservationId: id };

/**
 * Events of `agenda-<resource id>_<UTC day>`: reserved intervals of a professional's day, over all clinics, or of another
 * resource's. UTC days, because the clinics may be in several zones. An interval over UTC midnight is reserved in both
 * days.
 */
export const agendaEvents = {
  IntervalReserved: defineEvent('IntervalReserved', {
    ...agenda,
    /** Id of the booking, blocked time or waiting entry. */
    bookingId: id,
    /** Absent for a booking. An offer's `bookingId` is the id of its waiting entry. */
    holder: z.enum(['block', 'offer']).optional(),
    start: instant,
    end: instant,
    /** Buffers before and after the visit, in minutes. */
    bufferBefore: bufferMinutes.optional(),
    bufferAfter: bufferMinutes.optional(),
    /** Set if a staff member placed the booking although it overlaps another visit's buffer. */
    anyway: z.literal(true).optional(),
    /**
     * Instant after which other commands may ask the booking's stream whether the interval is still
     * needed.
     */
    deadline: instant,
  }),
  IntervalSecured: defineEvent('IntervalSecured', agenda),
  IntervalReleased: defineEvent('IntervalReleased', {
    ...agenda,
    reason: z.enum(['cancelled', 'moved', 'lapsed', 'abandoned']),
  }),
};
export type AgendaEvent = EventsOf<typeof agendaEvents>;
