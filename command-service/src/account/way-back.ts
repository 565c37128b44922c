import { proEvents } from '@visita/contracts/pro/events';
import { RateLimited } from '@visita/platform/http/problem';

/**
 * What brings an owner back into their account, and what signing in writes down: whoever has taken a session and uses up
 * the day's changes of its account must not keep the owner out by it.
 */
export const wayBack: ReadonlySet<string> = new Set([
  proEvents.PasswordResetRequested.type,
  proEvents.PasswordSet.type,
  proEvents.LoginSlowed.type,
  proEvents.NewBrowserUsed.type,
  proEvents.RecoveryCodeUsed.type,
]);

/** Leaves out what the day's changes of an account do not suffice for, where a refusal would tell or keep out. */
export const unlessUsedUp = async (written: Promise<unknown>): Promise<void> => {
  try {
    await written;
  } catch (error) {
    if (!(error instanceof RateLimited)) throw error;
  }
};
