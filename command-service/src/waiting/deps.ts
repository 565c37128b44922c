import type { PlacingDeps } from '../booking/deps.ts';
import type { Dependencies } from '../dependencies.ts';

/** Dependencies of the commands and processes of the waiting list. */
export type WaitingDeps = PlacingDeps &
  Pick<Dependencies, 'isUpdateComplete' | 'waitingEntries' | 'waitingTokens'>;
