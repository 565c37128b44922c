import { proEvents } from '@visita/contracts/pro/events';
import { RateLimited } from '@visita/platform/http/problem';

/**
 * Events that bring an owner back into their account, and those that a login writes: a thief of a session who
 * uses up the account's daily budget of changes must not lock the owner out.
 */
export const wayBack: ReadonlySet<string> = new Set([
  proEvents.PasswordResetRequested.type,
  proEvents.PasswordSet.type,
  proEvents.LoginSlowed.type,
  proEvents.NewBrowserUsed.type,
  proEvents.RecoveryCodeUsed.type,
]);

/** Ignores an exceeded daily budget of changes, if a refusal would reveal something or lock the owner out. */
export const unlessUsedUp = async (written: Promise<unknown>): Promise<void> => {
  try {
    await written;
  } catch (error) {
    if (!(error instanceof RateLimited)) throw error;
  }
};
