import { type ReminderStep, storedStep, type StoredStep } from '@visita/contracts/messages/plan';
import {
  defaultMessageSettings,
  type MessageSettings,
  settingsInOrder,
} from '@visita/contracts/messages/settings';
import type { AnyRow } from '@visita/platform/projection/table';
import type { messageSettings } from './tables.ts';

/** Reads the steps of a plan from their column; null without a plan. */
export const stepsIn = (steps: string | null | undefined): readonly StoredStep[] =>
  steps ? storedStep.array().parse(JSON.parse(steps)) : [];

/** Returns the plan that a call replaces; its content gives the version. */
export const planView = (steps: readonly StoredStep[]): { plan: ReminderStep[] } => ({
  plan: steps.map(({ clinicServiceId, before, at, channel, ask }) => ({
    clinicServiceId,
    before,
    at,
    channel,
    ask,
  })),
});

/** Returns the settings of a pro's planned messages; the defaults if none were set. */
export const settingsIn = (
  row: Pick<AnyRow<typeof messageSettings>, 'settings' | 'sender'> | undefined,
): MessageSettings =>
  row ? settingsInOrder({ ...JSON.parse(row.settings), sender: row.sender }) : defaultMessageSettings;
