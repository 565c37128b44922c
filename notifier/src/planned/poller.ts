import type { Log } from '@visita/platform/logging/log';
import { createPoller, type Poller } from '@visita/platform/runtime/poller';
import type { createSending } from './send.ts';

/** Milliseconds between two looks: reminders name a minute, and a freed time is offered within one. */
const pause = 20_000;
/** Milliseconds between two deletions of old messages. */
const pruning = 3_600_000;

type Deps = {
  sending: ReturnType<typeof createSending>;
  /** Plans the reminders and makes the recalls that are due by the plans, rules and visits of now. */
  planDue(): Promise<void>;
  log: Log;
  now: () => Date;
};

/** Looks for messages that are due, decides about them and reports their outcomes. */
export const createPlannedPoller = ({ sending, planDue, log, now }: Deps): Poller => {
  let pruneAt = 0;
  const look = async (limit: number): Promise<number> => {
    await planDue();
    const decided = await sending.sendDue(limit);
    await sending.report(limit);
    if (now().getTime() >= pruneAt) {
      await sending.prune();
      pruneAt = now().getTime() + pruning;
    }
    return decided;
  };
  return createPoller({ name: 'planned', look, pause, log });
};
