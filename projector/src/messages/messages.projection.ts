import { readable } from '@visita/contracts/event';
import type { Projection } from '@visita/platform/projection/projection';
import {
  messageChoices,
  messageSettings,
  reminderPlans,
  textAnswers,
} from '@visita/read-model/messages/tables';

/** Plans of reminders and settings of planned messages. */
export const messagesProjection: Projection = {
  name: 'messages',
  version: 2,
  tables: [reminderPlans, messageSettings, messageChoices, textAnswers],
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
    PatientMessagesChosen: ({ data: { patientId, proId, texts, textsFor, stopped, recalls } }, rows) =>
      rows.put(messageChoices, {
        patient_id: patientId,
        pro_id: proId,
        texts,
        all_texts: textsFor === 'all',
        stopped,
        recalls,
      }),
    PatientAnsweredText: ({ data: { patientId, proId, answer }, metadata: { time } }, rows) =>
      rows.put(textAnswers, {
        patient_id: patientId,
        pro_id: proId,
        answer: readable(answer),
        answered_at: time,
      }),
    PatientErasureRequested: ({ data: { patientId } }, rows) => {
      rows.remove(messageChoices, { patient_id: patientId });
      rows.remove(textAnswers, { patient_id: patientId });
    },
    ProDeletionRequested: ({ data: { proId } }, rows) => {
      rows.remove(reminderPlans, { pro_id: proId });
      rows.remove(messageSettings, { pro_id: proId });
    },
  },
};
