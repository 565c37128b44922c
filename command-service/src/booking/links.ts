import { linksLast } from '@visita/contracts/booking/links';
import { Rejection } from '@visita/contracts/problem';
import type { PlacedBooking } from './decider.ts';

/** Refuses what is asked by a mailed link once the visit is too long ago, whatever the link is for. */
export const requireLinksLast = ({ end }: Pick<PlacedBooking, 'end'>, at: Date): void => {
  if (at.getTime() > Date.parse(end) + linksLast) throw new Rejection('token-expired');
};
