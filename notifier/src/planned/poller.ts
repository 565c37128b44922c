import type { Log } from '@visita/platform/logging/log';
import { createPoller, type Poller } from '@visita/platform/runtime/poller';
import type { createSending } from './send.ts';

/** Milliseconds between two looks: reminders name a minute, and a freed time is offered within one. */
const pause = 15_000;

type Deps = {
  sending: ReturnType<typeof createSending>;
  /** Plans the reminders that are due by the plans and visits of now. */
  planDue(): Promise<void>;
  log: Log;
};

/** Looks for messages that are due, decides about them and reports their outcomes. */
export const createPlannedPoller = ({ sending, planDue, log }: Deps): Poller => {
  const look = async (limit: number): Promise<number> => {
    await planDue();
    const decided = await sending.sendDue(limit);
    await sending.report(limit);
    await sending.prune();
    return decided;
  };
  return createPoller({ name: 'planned', look, pause, log });
};
