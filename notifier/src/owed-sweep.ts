import type { Log } from '@visita/platform/core/log';
import { createSweep, type Sweep } from '@visita/platform/runtime/poller';
import type { Owed } from './owed.ts';

const pause = 15_000;
/** Long enough that little of what is asked again is still waiting, short for somebody who waits for a mail. */
const patience = 60_000;
/** A week later nobody wants the mail any more, and an operator has seen what is parked. */
const age = 7 * 86_400_000;

/** Looks for jobs that the job store may have lost, and queues them again. */
export const createOwedSweep = ({
  owed,
  log,
}: {
  owed: Pick<Owed, 'askAgain' | 'forget'>;
  log: Log;
}): Sweep => {
  const look = async (limit: number): Promise<number> => {
    await owed.forget(age);
    return owed.askAgain({ patience, limit });
  };
  return createSweep({ name: 'owed', look, pause, log });
};
