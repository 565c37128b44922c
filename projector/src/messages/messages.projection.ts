import { readable } from '@visita/contracts/event';
import type { Projection } from '@visita/platform/projection/projection';
import { messageSettings, reminderPlans } from '@visita/read-model/messages/tables';

/** Plans of reminders and settings of planned messages. */
export const messagesProjection: Projection = {
  name: 'messages',
  version: 1,
  tables: [reminderPlans, messageSettings],
  on: {
    ReminderPlanSet: ({ data: { proId, steps } }, rows) => {
      if (steps.length === 0) rows.remove(reminderPlans, { pro_id: proId });
      else rows.put(reminderPlans, { pro_id: proId, steps: JSON.stringify(steps) });
    },
    MessageSettingsSet: ({ data: { proId, settings, sender } }, rows) =>
      rows.put(messageSettings, {
        pro_id: proId,
        settings: JSON.stringify(settings),
        sender: readable(sender),
      }),
    ProDeletionRequested: ({ data: { proId } }, rows) => {
      rows.remove(reminderPlans, { pro_id: proId });
      rows.remove(messageSettings, { pro_id: proId });
    },
  },
};
