import type { ProEvent } from '@visita/contracts/pro/events';
import { Rejection } from '@visita/contracts/problem';
import { decideCalendar } from './external-calendar.ts';
import type { ProAccount } from './state.ts';

export type ReviewCommand = { type: 'review-account'; keep: boolean };

/**
 * Asks an owner who regains access to review the calendar connection, unless a review is pending
 * already.
 */
export const askAboutConnection = ({ id, externalCalendar, review }: ProAccount): readonly ProEvent[] =>
  externalCalendar === null || review !== null
    ? []
    : [{ type: 'AccountReviewAsked', data: { proId: id, about: 'connections' } }];

/**
 * Asks for a review of the whole account. An account created by an invitation has nothing to review
 * yet.
 */
export const askAboutHoldings = ({ id, configStatus }: ProAccount): readonly ProEvent[] =>
  configStatus === 10 ? [] : [{ type: 'AccountReviewAsked', data: { proId: id, about: 'holdings' } }];

/** Removes the page that patients see after confirming, which may be another person's. */
const endThankYouPage = ({ id, options }: ProAccount): readonly ProEvent[] =>
  options.thankYouPageUrl === null
    ? []
    : [{ type: 'OptionsChanged', data: { proId: id, changes: {}, thankYouPageUrl: null } }];

/** Keeps or ends what was reviewed. A process ends what is recorded in other streams. */
export const decideReview = ({ keep }: ReviewCommand, state: ProAccount): readonly ProEvent[] => {
  const { id: proId, review: about } = state;
  if (about === null) throw new Rejection('conflict', 'There is nothing to decide.');
  const done = { type: 'AccountReviewed', data: { proId, about, kept: keep } } as const;
  if (keep) return [done];
  return about === 'connections'
    ? [done, ...decideCalendar({ type: 'disconnect-calendar' }, state)]
    : [done, ...endThankYouPage(state)];
};
