import type { ProEvent } from '@visita/contracts/pro/events';

type Noted =
  | 'NewBrowserUsed'
  | 'LoginSlowed'
  | 'CalendarFeedCreated'
  | 'FactorAdded'
  | 'FactorRemoved'
  | 'RecoveryCodesRenewed'
  | 'RecoveryCodeUsed';

/** Something about who gets in, of which the pro is told. */
export type SecurityCommand = { type: 'note-security'; what: Noted };

export const decideSecurity = ({ what }: SecurityCommand, proId: string): readonly ProEvent[] => [
  { type: what, data: { proId } },
];
