import type { ReminderStep } from '@visita/contracts/messages/plan';
import { defaultMessageSettings } from '@visita/contracts/messages/settings';
import { sample, sampleIds } from '@visita/contracts/samples';
import { rejects, specs } from '@visita/platform/testing/decider';
import { it } from 'vitest';
import { proDecider } from './decider.ts';

const { given } = specs(proDecider);
const { owner: proId } = sampleIds;
const signedUp = sample('ProSignedUp');
const dayBefore: ReminderStep = {
  clinicServiceId: null,
  before: 'P1D',
  at: '18:00',
  channel: 'mail',
  ask: false,
};
const hoursBefore: ReminderStep = { ...dayBefore, before: 'PT3H', at: null };
const first = '2026-11-20T08:00:00.000Z';
const now = '2026-11-21T08:00:00.000Z';
const isSet = (...steps: (ReminderStep & { since: string })[]) =>
  ({ type: 'ReminderPlanSet', data: { proId, steps } }) as const;
const set = (...plan: ReminderStep[]) => ({ type: 'set-reminder-plan', plan, now }) as const;

it('a plan is set as a whole', () => {
  given([signedUp])
    .when(set(dayBefore, hoursBefore))
    .then([isSet({ ...dayBefore, since: now }, { ...hoursBefore, since: now })]);
});

it('a step that stays keeps its time in the plan, also if its channel changes', () => {
  given([signedUp, isSet({ ...dayBefore, since: first })])
    .when(set({ ...dayBefore, ask: true }, hoursBefore))
    .then([isSet({ ...dayBefore, ask: true, since: first }, { ...hoursBefore, since: now })]);
});

it('a step at another time begins now', () => {
  const later = { ...dayBefore, at: '19:00' };
  given([signedUp, isSet({ ...dayBefore, since: first })])
    .when(set(later))
    .then([isSet({ ...later, since: now })]);
});

it('the same plan again changes nothing', () => {
  given([signedUp, isSet({ ...dayBefore, since: first })])
    .when(set(dayBefore))
    .then([]);
});

it('a plan is removed', () => {
  given([signedUp, isSet({ ...dayBefore, since: first })])
    .when(set())
    .then([isSet()]);
});

it('settings are set as a whole, and the defaults change nothing', () => {
  const { sender: _, ...settings } = { ...defaultMessageSettings, textsPerMonth: 50 };
  given([signedUp])
    .when({ type: 'set-message-settings', settings: { ...settings, sender: '+39061234567' } })
    .then([{ type: 'MessageSettingsSet', data: { proId, settings, sender: '+39061234567' } }]);
  given([signedUp]).when({ type: 'set-message-settings', settings: defaultMessageSettings }).then([]);
});

it('a deleted account has no plan', () => {
  given([signedUp, sample('ProDeletionRequested')])
    .when(set(dayBefore))
    .then(rejects('not-found'));
});

it('the rules of recalls are set as a whole, and the same rules again change nothing', () => {
  const rule = { clinicServiceId: null, months: 12, tag: 'Recall', treatment: false, automatic: true };
  const rules = sample('RecallRulesSet', { rules: [rule] });
  given([signedUp])
    .when({ type: 'set-recall-rules', rules: [rule] })
    .then([rules]);
  given([signedUp, rules])
    .when({ type: 'set-recall-rules', rules: [rule] })
    .then([]);
});
