import type { BookingView } from '@visita/contracts/booking/views';
import { ApiError } from '../../lib/api/api.ts';
import { call } from '../../lib/api/client.ts';
import { wallClock } from '../../lib/time/wall-clock.ts';

/** Milliseconds until a call is tried again of which there were too many. */
const pause = 5_000;
const tries = 30;

/** Moves a visit to its hour on the clinic's present clock; returns whether it is there. */
const move = async (visit: BookingView, left = tries): Promise<boolean> => {
  const { id, date, hub_service_id } = visit;
  try {
    await call('editBooking', { params: { id }, body: { date: wallClock(date), hub_service_id } });
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status !== 429 || left === 1) return false;
    await new Promise((resolve) => setTimeout(resolve, pause));
    return move(visit, left - 1);
  }
};

const moveInOrder = async (visits: readonly BookingView[]): Promise<BookingView[]> => {
  const refused: BookingView[] = [];
  // oxlint-disable-next-line no-await-in-loop -- each may need the time that the one before it leaves
  for (const visit of visits) if (!(await move(visit))) refused.push(visit);
  return refused;
};

/**
 * Moves visits to the same hour on the clinic's present clock, and returns those that cannot be moved. A visit may have to
 * wait until its neighbour has left, on one side or the other, so that they go from the last to the first and then from
 * the first to the last.
 */
export const moveVisits = async (visits: readonly BookingView[]): Promise<BookingView[]> =>
  moveInOrder((await moveInOrder(visits.toReversed())).toReversed());
