import type { ProEvent } from '@visita/contracts/pro/events';
import {
  type ReminderPlan,
  type ReminderStep,
  stepName,
  type StoredStep,
} from '@visita/contracts/messages/plan';
import { type MessageSettings, settingsInOrder } from '@visita/contracts/messages/settings';
import { type RecallRule, recallRuleInOrder } from '@visita/contracts/recall/rules';
import type { ProAccount } from './state.ts';

export type MessagesCommand =
  | { type: 'set-reminder-plan'; plan: ReminderPlan; now: string }
  | { type: 'set-message-settings'; settings: MessageSettings }
  | { type: 'set-recall-rules'; rules: readonly RecallRule[] };

const isSame = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Returns a step without its time in the plan, in a fixed order of fields. */
export const withoutSince = ({ clinicServiceId, before, at, channel, ask }: ReminderStep): ReminderStep => ({
  clinicServiceId,
  before,
  at,
  channel,
  ask,
});

const isSameTime = (one: ReminderStep, other: ReminderStep): boolean =>
  one.clinicServiceId === other.clinicServiceId && stepName(one) === stepName(other);

/** A step that was in the plan keeps its time there, so that no reminder that is due now is lost. */
const setPlan = (plan: ReminderPlan, state: ProAccount, now: string): readonly ProEvent[] => {
  if (isSame(plan.map(withoutSince), state.reminderPlan.map(withoutSince))) return [];
  const steps = plan.map((step): StoredStep => {
    const before = state.reminderPlan.find((known) => isSameTime(known, step));
    return { ...withoutSince(step), since: before?.since ?? now };
  });
  return [{ type: 'ReminderPlanSet', data: { proId: state.id, steps } }];
};

const setSettings = (wanted: MessageSettings, state: ProAccount): readonly ProEvent[] => {
  const { sender, ...settings } = settingsInOrder(wanted);
  if (isSame({ ...settings, sender }, state.messages)) return [];
  return [{ type: 'MessageSettingsSet', data: { proId: state.id, settings, sender } }];
};

const setRules = (wanted: readonly RecallRule[], state: ProAccount): readonly ProEvent[] => {
  const rules = wanted.map(recallRuleInOrder);
  return isSame(rules, state.recallRules)
    ? []
    : [{ type: 'RecallRulesSet', data: { proId: state.id, rules } }];
};

/** Decides the plan of reminders, the settings of planned messages, and the rules of recalls. */
export const decideMessages = (command: MessagesCommand, state: ProAccount): readonly ProEvent[] => {
  if (command.type === 'set-reminder-plan') return setPlan(command.plan, state, command.now);
  if (command.type === 'set-recall-rules') return setRules(command.rules, state);
  return setSettings(command.settings, state);
};
