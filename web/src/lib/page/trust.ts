import type { Pro } from '@visita/contracts/pro/views';
import { pageSetting } from './page-setting.ts';

/** Whether addresses count by proof only. */
export const asksForProofs = (): boolean => pageSetting('trust') === 'strict';

/** Whether the pro still has to prove their address, where addresses count by proof only. */
export const needsProof = ({ addressProven }: Pick<Pro, 'addressProven'>): boolean =>
  asksForProofs() && !addressProven;

/** Whether a booking is confirmed once its page has been visible for a moment, instead of as soon as it is loaded. */
export const confirmsOnceSeen = (): boolean => pageSetting('trust') === 'strict';

/** Whether patients press a button to confirm a booking. */
export const confirmsByButton = (): boolean => pageSetting('confirm-by') === 'button';

/** Whether accounts are made by invitation only. */
export const isByInvitation = (): boolean => pageSetting('sign-up') === 'invited';

/** Where mails can be read that are not sent; null where they are. */
export const mailsPage = (): string | null => pageSetting('mails');
