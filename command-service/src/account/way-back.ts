import { proEvents } from '@visita/contracts/pro/events';
import { RateLimited } from '@visita/platform/http/problem';

/**
 * Events that give an owner access to their account again, and events that a login writes. They are
 * exempt from the daily budget of changes: a thief who uses it up in a stolen session must not lock
 * the owner out.
 */
export const wayBack: ReadonlySet<string> = new Set([
  proEvents.PasswordResetRequested.type,
  proEvents.PasswordSet.type,
  proEvents.LoginSlowed.type,
  proEvents.NewBrowserUsed.type,
  proEvents.RecoveryCodeUsed.type,
]);

/**
 * Ignores an exceeded daily budget of changes if a refusal would reveal something or lock the owner
 * out.
 */
export const unlessUsedUp = async (written: Promise<unknown>): Promise<void> => {
  try {
    await written;
  } catch (error) {
    if (!(error instanceof RateLimited)) throw error;
  }
};
