import { z } from 'zod';
import { id } from '../fields.ts';
import { reminderPlan, reminderStep } from '../messages/plan.ts';
import { messageSettings, messageSettingsBody, textStanding } from '../messages/settings.ts';
import { answer, put, read } from './call.ts';

const byProId = z.object({ proId: id });

/** A pro's plan as read; the version is for `If-Match`. */
const planAnswer = answer(z.array(reminderStep), { version: z.string() });
const settingsAnswer = answer(messageSettings, { version: z.string() });

/** Calls for the reminders to a pro's patients, and the settings of planned messages. */
export const messageCalls = {
  getReminderPlan: read('/api/pros/:proId/reminder_plan', {
    access: 'pro',
    limit: 'S',
    summary: 'The pro’s plan of reminders; empty means one mail before each visit',
    params: byProId,
    answer: planAnswer,
  }),
  setReminderPlan: put('/api/pros/:proId/reminder_plan', {
    access: 'pro',
    limit: 'W',
    summary: 'Replace the pro’s plan of reminders',
    replaces: 'version',
    params: byProId,
    body: reminderPlan,
    answer: planAnswer,
  }),
  getMessageSettings: read('/api/pros/:proId/messages', {
    access: 'pro',
    limit: 'S',
    summary: 'The pro’s settings of planned messages: provider, sender, quiet hours, monthly maximum',
    params: byProId,
    answer: answer(messageSettings, { version: z.string(), texts: textStanding }),
  }),
  setMessageSettings: put('/api/pros/:proId/messages', {
    access: 'pro',
    limit: 'W',
    summary: 'Replace the pro’s settings of planned messages',
    replaces: 'version',
    params: byProId,
    body: messageSettingsBody,
    answer: settingsAnswer,
  }),
};
