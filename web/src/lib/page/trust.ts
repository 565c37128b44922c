import type { Pro } from '@visita/contracts/pro/views';
import { pageSetting } from './page-setting.ts';

/** Returns whether emails must be confirmed before they count (strict mode). */
export const asksForProofs = (): boolean => pageSetting('trust') === 'strict';

/** Returns whether the professional must still confirm their email. */
export const needsProof = ({ addressProven }: Pick<Pro, 'addressProven'>): boolean =>
  asksForProofs() && !addressProven;

/**
 * Returns whether a booking is confirmed only after its page was visible for a moment, instead of on load.
 */
export const confirmsOnceSeen = (): boolean => pageSetting('trust') === 'strict';

/** Returns whether patients confirm a booking by a button. */
export const confirmsByButton = (): boolean => pageSetting('confirm-by') === 'button';

export const isByInvitation = (): boolean => pageSetting('sign-up') === 'invited';

/** Returns the page with mails in development; null if mails are sent. */
export const mailsPage = (): string | null => pageSetting('mails');
