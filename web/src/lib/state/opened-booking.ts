import type { NewBookingStart } from './booking.atoms.ts';
import { draftOf, keepDraft } from './drafts.ts';

/** Kept like a draft, because it belongs to an account and ends with its login. */
const opened = 'opened booking';

/** Keeps what the open form of a new booking began with; null once it is closed. */
export const keepOpened = (proId: string, start: NewBookingStart | null): void =>
  keepDraft(proId, opened, start);

const isReload = (): boolean =>
  performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'reload');

/** Returns the form that was open before the page was reloaded; null without one, or after another page load. */
export const takeReopened = (proId: string): NewBookingStart | null => {
  const kept = isReload() ? draftOf(proId, opened) : undefined;
  keepOpened(proId, null);
  return (kept as NewBookingStart | undefined) ?? null;
};
