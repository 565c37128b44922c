import { Rejection } from '@visita/contracts/problem';
import type { Sessions } from './sessions.ts';

type Deps = { sessions: Pick<Sessions, 'provenAt'>; strict: boolean; now: () => Date };

/** Minutes after an authentication during which irreversible actions are allowed. */
const freshMinutes = 10;

/** Refuses a session that was authenticated longer ago, so that an unattended browser does no lasting harm. */
export const createFreshProof =
  ({ sessions, strict, now }: Deps) =>
  async (sessionId: string): Promise<void> => {
    if (!strict) return;
    const proven = await sessions.provenAt(sessionId);
    if (proven === null || now().getTime() - proven.getTime() > freshMinutes * 60_000)
      throw new Rejection('proof-again');
  };
