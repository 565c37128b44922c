import type { Pool } from 'pg';
import type { Passkeys } from '@visita/platform/auth/passkeys';
import type { Viewings } from '@visita/platform/vault/viewings';
import type { Rules } from '@visita/platform/core/trust';
import type { Membership } from './clinic/membership.ts';
import type { Zone } from '@visita/contracts/availability/zones';

/** What queries work with; everything from outside is passed in, the clock too. */
export type Dependencies = {
  readonly pool: Pool;
  readonly clock: () => Date;
  readonly viewings: Pick<Viewings, 'note' | 'of'>;
  readonly passkeys: Pick<Passkeys, 'list'>;
  /** What strangers have to prove. */
  readonly rules: Rules;
  /** Where a pro belongs; only to be trusted once the read models are settled. */
  readonly membershipsOf: (proId: string) => Promise<readonly Membership[]>;
  /** How many mails about what a pro's calendar shows have not gone out in time. */
  readonly mailsWaiting: (proId: string) => Promise<number>;
  readonly zones: (timezone: string) => Zone;
  /**
   * Resolves when the read models show everything that happened before the call, so that a lost membership is seen
   * as lost. Rejects with `unavailable` where they do not get there in time, and while the event store cannot be asked:
   * docs/decisions/0028 says why nothing is shown meanwhile.
   */
  readonly settled: () => Promise<void>;
};
