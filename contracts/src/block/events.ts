import { z } from 'zod';
import { defineEvent, personal, type EventsOf } from '../event.ts';
import { id, instant, text, timezone } from '../fields.ts';

const interval = { reservationId: id, start: instant, end: instant };
const block = { blockId: id, proId: id, hubId: id, clinicId: id };

/** Longest blocked time in minutes: a day, with the hour that the clock may be set back in it. */
export const blockMaximum = 1500;

/** Why a time is blocked, for the professional alone. */
export const blockNote = text(500);

/** Events of `blocks-<proId>`: times that a professional keeps free for themself. */
export const blockEvents = {
  TimeBlocked: defineEvent(
    'TimeBlocked',
    {
      ...block,
      ...interval,
      /** Of the clinic on whose calendar it was blocked. */
      timezone,
      note: personal(blockNote),
    },
    { subject: ({ proId }) => `pro-${proId}` as const },
  ),
  /** Another time, another note, or both; `previous` is the reservation it stood on, the same where only the note changed. */
  BlockChanged: defineEvent(
    'BlockChanged',
    { ...block, ...interval, timezone, note: personal(blockNote), previous: z.object(interval) },
    { subject: ({ proId }) => `pro-${proId}` as const },
  ),
  /** With what its reservation holds, so that it can be released. */
  TimeUnblocked: defineEvent('TimeUnblocked', { ...block, ...interval }),
  /** A taker found this reservation expired and unused, and fences it off: no block can stand on it any more. */
  BlockAbandoned: defineEvent('BlockAbandoned', { proId: id, reservationId: id }),
};
/** An event of one professional's blocked times, told apart by `type`. */
export type BlockEvent = EventsOf<typeof blockEvents>;

/** A blocked time as it was placed. */
export type BlockDetails = Extract<BlockEvent, { type: 'TimeBlocked' }>['data'];
