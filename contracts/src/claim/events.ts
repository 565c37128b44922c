import { defineEvent, type EventsOf } from '../event.ts';
import { id } from '../fields.ts';

/**
 * What can belong to one pro only. Usernames and booking slugs are one kind, `handle`, because a slug defaults to the
 * username. Streams are `claim-<kind>_<keyed hash of the value>`.
 */
export type ClaimKind = 'email' | 'handle';

export const claimEvents = {
  Claimed: defineEvent('Claimed', { ownerId: id }),
  ClaimReleased: defineEvent('ClaimReleased', { ownerId: id }),
};
export type ClaimEvent = EventsOf<typeof claimEvents>;
