import type { ProEvent } from '@visita/contracts/pro/events';
import { askAboutConnection } from './review.ts';
import type { ProAccount } from './state.ts';

type Noted =
  | 'NewBrowserUsed'
  | 'LoginSlowed'
  | 'CalendarFeedCreated'
  | 'FactorAdded'
  | 'FactorRemoved'
  | 'PasskeyAdded'
  | 'PasskeyRenamed'
  | 'PasskeyRemoved'
  | 'RecoveryCodesRenewed'
  | 'RecoveryCodeUsed';

/** Something about who gets in, of which the pro is told. */
export type SecurityCommand = { type: 'note-security'; what: Noted };

export const decideSecurity = ({ what }: SecurityCommand, proId: string): readonly ProEvent[] => [
  { type: what, data: { proId } },
];

/** The pro wants nobody in but themself; strictly that is a reason to look at where the appointments go. */
export type EndSessionsCommand = { type: 'end-sessions'; strict: boolean };

export const decideEndSessions = ({ strict }: EndSessionsCommand, state: ProAccount): readonly ProEvent[] => [
  { type: 'SessionsEnded', data: { proId: state.id } },
  ...(strict ? askAboutConnection(state) : []),
];
