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

/** Records a security event that the pro is mailed about. */
export type SecurityCommand = { type: 'note-security'; what: Noted };

export const decideSecurity = ({ what }: SecurityCommand, proId: string): readonly ProEvent[] => [
  { type: what, data: { proId } },
];

/** Ends all sessions; in strict mode the calendar connection is then reviewed. */
export type EndSessionsCommand = { type: 'end-sessions'; strict: boolean };

export const decideEndSessions = ({ strict }: EndSessionsCommand, state: ProAccount): readonly ProEvent[] => [
  { type: 'SessionsEnded', data: { proId: state.id } },
  ...(strict ? askAboutConnection(state) : []),
];
