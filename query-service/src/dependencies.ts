import type { Pool } from 'pg';
import type { Passkeys } from '@visita/platform/auth/passkeys';
import type { Viewings } from '@visita/platform/vault/viewings';
import type { Membership } from './clinic/membership.ts';
import type { Zone } from '@visita/contracts/availability/zones';

export type Dependencies = {
  readonly pool: Pool;
  readonly clock: () => Date;
  readonly viewings: Pick<Viewings, 'note' | 'of'>;
  readonly passkeys: Pick<Passkeys, 'list'>;
  /** Whether strangers are trusted only after a proof (`TRUST=strict`). */
  readonly strict: boolean;
  /** A pro's memberships; reliable only once the read models are settled. */
  readonly membershipsOf: (proId: string) => Promise<readonly Membership[]>;
  /** Number of overdue mails about bookings in a pro's calendar. */
  readonly mailsWaiting: (proId: string) => Promise<number>;
  readonly zones: (timezone: string) => Zone;
  /**
   * Resolves when the read models show all events before the call, so that an ended membership has no effect.
   * Rejects with `unavailable` if that takes too long or the event store does not answer; docs/decisions/0028
   * says why nothing is shown meanwhile.
   */
  readonly settled: () => Promise<void>;
};
