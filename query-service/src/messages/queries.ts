import { Rejection } from '@visita/contracts/problem';
import { type Caller, proOf } from '@visita/platform/auth/caller';
import type { Handlers } from '@visita/platform/http/calls';
import type { RowOf } from '@visita/platform/projection/table';
import type { messageSettings, reminderPlans } from '@visita/read-model/messages/tables';
import { planView, settingsIn, stepsIn } from '@visita/read-model/messages/view';
import { select } from '@visita/read-model/query';
import { versionOf } from '@visita/read-model/version';
import type { Dependencies } from '../dependencies.ts';
import type { TextStandingOf } from './text-standing.ts';

const planOf = { name: 'reminder-plan', text: 'select steps from read.reminder_plans where pro_id = $1' };
const settingsOf = {
  name: 'message-settings',
  text: 'select settings, sender from read.message_settings where pro_id = $1',
};

/** Returns the pro's own id; another pro's plan and settings do not exist for the caller. */
const own = ({ params, caller }: { params: { proId: string }; caller: Caller }): string => {
  const { proId } = proOf(caller);
  if (params.proId !== proId) throw new Rejection('not-found');
  return proId;
};

/** Returns the handlers of the plan of reminders and the settings of messages, for the pro alone. */
export const messageHandlers = ({
  pool,
  settled,
  textStanding,
}: Pick<Dependencies, 'pool' | 'settled'> & { readonly textStanding: TextStandingOf }) =>
  ({
    getReminderPlan: async (context) => {
      const proId = own(context);
      await settled();
      const [row] = await select<Pick<RowOf<typeof reminderPlans>, 'steps'>>(pool, planOf, [proId]);
      const view = planView(stepsIn(row?.steps));
      return { message: 'Reminder plan', data: view.plan, version: versionOf(view) };
    },
    getMessageSettings: async (context) => {
      const proId = own(context);
      await settled();
      type Row = Pick<RowOf<typeof messageSettings>, 'settings' | 'sender'>;
      const [row] = await select<Row>(pool, settingsOf, [proId]);
      const data = settingsIn(row);
      return {
        message: 'Message settings',
        data,
        version: versionOf(data),
        texts: await textStanding(proId),
      };
    },
  }) satisfies Handlers;
