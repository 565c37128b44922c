import { z } from 'zod';
import { defineEvent, type EventsOf } from '../event.ts';
import { id } from '../fields.ts';

/** What can belong to one pro only. Streams are `claim-<kind>_<keyed hash of the value>`. */
export const claimKinds = ['email', 'username', 'slug'] as const;
export type ClaimKind = (typeof claimKinds)[number];

export const claimEvents = {
  Claimed: defineEvent('Claimed', { ownerId: id }),
  ClaimReleased: defineEvent('ClaimReleased', { ownerId: id }),
};
export type ClaimEvent = EventsOf<typeof claimEvents>;
export const claimKind = z.enum(claimKinds);
