import { z } from 'zod';
import { defineEvent, personal, type EventsOf } from '../event.ts';
import { id, instant, text, timezone } from '../fields.ts';

const interval = { reservationId: id, start: instant, end: instant };
/** Colleague who wrote the note; absent if the professional did, or if there is none. */
const author = id.optional();
const block = { blockId: id, proId: id, hubId: id, clinicId: id };

/** Longest blocked time in minutes: a day of 25 hours, when clocks go back. */
export const blockMaximum = 1500;

/** Note on a blocked time, for the professional and its author only. */
export const blockNote = text(500);

/** Events of `blocks-<proId>`: times that a professional keeps free of bookings. */
export const blockEvents = {
  TimeBlocked: defineEvent(
    'TimeBlocked',
    {
      ...block,
      ...interval,
      /** Zone of the clinic on whose calendar the time was blocked. */
      timezone,
      note: personal(blockNote),
      author,
      /** The blocked time of another professional that was handed over, and ends with this event. */
      instead: z.object({ proId: id, blockId: id }).optional(),
    },
    { subject: ({ proId }) => `pro-${proId}` as const },
  ),
  /**
   * Change of time, note, or both. `previous` is the block's former reservation; if only the note
   * changed, it equals the present one.
   */
  BlockChanged: defineEvent(
    'BlockChanged',
    { ...block, ...interval, timezone, note: personal(blockNote), author, previous: z.object(interval) },
    { subject: ({ proId }) => `pro-${proId}` as const },
  ),
  /** Includes the reservation, so that it can be released. */
  TimeUnblocked: defineEvent('TimeUnblocked', { ...block, ...interval }),
  /** Another command found the reservation expired and unused. No block can use it any more. */
  BlockAbandoned: defineEvent('BlockAbandoned', { proId: id, reservationId: id }),
};
export type BlockEvent = EventsOf<typeof blockEvents>;

type TimeBlocked = Extract<BlockEvent, { type: 'TimeBlocked' }>['data'];
/** A blocked time that was handed over. */
export type HandedOver = NonNullable<TimeBlocked['instead']>;
/** A blocked time as it was created. */
export type BlockDetails = Omit<TimeBlocked, 'instead'>;
