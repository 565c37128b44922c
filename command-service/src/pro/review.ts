import type { ProEvent } from '@visita/contracts/pro/events';
import { Rejection } from '@visita/contracts/problem';
import { decideCalendar } from './external-calendar.ts';
import type { ProAccount } from './state.ts';

export type ReviewCommand = { type: 'review-account'; keep: boolean };

/** An owner who regains access looks at where the appointments go; an account that is asked about as a whole ends more. */
export const askAboutConnection = ({ id, externalCalendar, review }: ProAccount): readonly ProEvent[] =>
  externalCalendar === null || review !== null
    ? []
    : [{ type: 'AccountReviewAsked', data: { proId: id, about: 'connections' } }];

/** An account that a clinic made for somebody holds nothing before they come. */
export const askAboutHoldings = ({ id, configStatus }: ProAccount): readonly ProEvent[] =>
  configStatus === 10 ? [] : [{ type: 'AccountReviewAsked', data: { proId: id, about: 'holdings' } }];

/** Where patients are sent after they have confirmed is somebody's word, too. */
const endThankYouPage = ({ id, options }: ProAccount): readonly ProEvent[] =>
  options.thankYouPageUrl === null
    ? []
    : [{ type: 'OptionsChanged', data: { proId: id, changes: {}, thankYouPageUrl: null } }];

/** Keeps or ends what the login asked about. What takes more than this account's own stream, a process ends. */
export const decideReview = ({ keep }: ReviewCommand, state: ProAccount): readonly ProEvent[] => {
  const { id: proId, review: about } = state;
  if (about === null) throw new Rejection('conflict', 'There is nothing to decide.');
  const done = { type: 'AccountReviewed', data: { proId, about, kept: keep } } as const;
  if (keep) return [done];
  return about === 'connections'
    ? [done, ...decideCalendar({ type: 'disconnect-calendar' }, state)]
    : [done, ...endThankYouPage(state)];
};
