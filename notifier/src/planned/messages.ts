import type { EventStore } from '@visita/platform/event-store/port';
import type { Log } from '@visita/platform/logging/log';
import type { Poller } from '@visita/platform/runtime/poller';
import type { KeyRing } from '@visita/platform/vault/key-ring';
import { createPlannedPoller } from './poller.ts';
import type { Planned, Rules, Texts } from './port.ts';
import { offerRules } from './offers.ts';
import { createDueRecalls } from './due-recalls.ts';
import { recallRules } from './recalls.ts';
import { createDueReminders, type ReminderDeps, reminderRules } from './reminders.ts';
import { createDueSheets, sheetRules } from './day-sheets.ts';
import { createDueSurveys, surveyRules } from './surveys.ts';
import { createTexted } from './texted.ts';
import { createSending } from './send.ts';

type Deps = Pick<ReminderDeps, 'notMailed'> & {
  database: Pick<ReminderDeps, 'pool'>;
  store: EventStore;
  keys: Pick<KeyRing, 'for'>;
  planned: Planned;
  texts: Texts;
  /** Tells whether the mail server answers. */
  transport: { answers(): Promise<boolean> };
  strict: boolean;
  log: Log;
  now: () => Date;
};

/** Returns the poller that sends planned messages when they are due. */
export const plannedMessages = (deps: Deps): Poller => {
  const { database, store, keys, log, now, planned, notMailed, texts, strict } = deps;
  const { pool } = database;
  const rules: Rules = {
    reminder: reminderRules({ pool, store, notMailed, texted: createTexted({ store, now }) }),
    offer: offerRules({ pool, store, now }),
    recall: recallRules({ pool, store, now }),
    survey: surveyRules({ pool, store }),
    'day-sheet': sheetRules({ pool, strict }),
  };
  const key = () => keys.for('tokens').current().key.export();
  const { answers } = deps.transport;
  const sending = createSending({ pool, rules, key, texts, answers, now });
  const [planReminders, planSurveys, planSheets, makeRecalls] = [
    createDueReminders({ pool, planned, now }),
    createDueSurveys({ pool, planned, now }),
    createDueSheets({ pool, planned, now }),
    createDueRecalls({ pool, store, now }),
  ];
  const planDue = async (): Promise<void> => {
    await planReminders();
    await planSurveys();
    await planSheets();
    await makeRecalls();
  };
  return createPlannedPoller({ sending, planDue, log, now });
};
