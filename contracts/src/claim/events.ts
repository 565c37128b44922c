import { z } from 'zod';
import { defineEvent, type EventsOf } from '../event.ts';
import { id } from '../fields.ts';

/**
 * Values that only one pro can hold. Usernames and booking slugs share the kind `handle`, because a slug defaults to
 * the username. Streams are `claim-<kind>_<keyed hash of the value>`.
 */
export type ClaimKind = 'email' | 'handle';

/** Events of `claim-<kind>_<keyed hash>`: the holder of a value. The value itself is in no event. */
export const claimEvents = {
  /** `turn`: number of the owner's booking address change, for a booking address only. */
  Claimed: defineEvent('Claimed', { ownerId: id, turn: z.int().min(1).optional() }),
  ClaimReleased: defineEvent('ClaimReleased', { ownerId: id }),
};
export type ClaimEvent = EventsOf<typeof claimEvents>;
