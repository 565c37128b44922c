import { z } from 'zod';
import { defineEvent, type EventsOf } from '../event.ts';
import { id } from '../fields.ts';

/**
 * What can belong to one pro only. Usernames and booking slugs are one kind, `handle`, because a slug defaults to the
 * username. Streams are `claim-<kind>_<keyed hash of the value>`.
 */
export type ClaimKind = 'email' | 'handle';

/** Events of `claim-<kind>_<keyed hash>`: who holds a value; the value itself stands in no event. */
export const claimEvents = {
  /** `turn`: which change of their booking address the owner claims it for; not there for anything else. */
  Claimed: defineEvent('Claimed', { ownerId: id, turn: z.int().min(1).optional() }),
  ClaimReleased: defineEvent('ClaimReleased', { ownerId: id }),
};
/** An event of one claimed value, told apart by `type`. */
export type ClaimEvent = EventsOf<typeof claimEvents>;
