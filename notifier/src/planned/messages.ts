import type { MailDeps } from '../mail/mails.ts';
import { createNotMailed } from '../mail/not-mailed.ts';
import type { Lifecycle } from '@visita/platform/runtime/lifecycle';
import { createPlannedPoller } from './poller.ts';
import type { Planned, Rules } from './port.ts';
import { createDueReminders, reminderRules } from './reminders.ts';
import { createSending } from './send.ts';

type Deps = Pick<MailDeps, 'database' | 'store' | 'keys' | 'log' | 'now' | 'tracer'> & { planned: Planned };

/** Returns the poller that sends planned messages when they are due. */
export const plannedMessages = (deps: Deps): Lifecycle => {
  const { database, store, keys, log, now, planned } = deps;
  const { pool } = database;
  const rules: Rules = { reminder: reminderRules({ pool, store, notMailed: createNotMailed(deps) }) };
  const key = () => keys.for('tokens').current().key.export();
  const sending = createSending({ pool, rules, key, now });
  return createPlannedPoller({ sending, planDue: createDueReminders({ pool, planned, now }), log });
};
