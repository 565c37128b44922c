import type { BookingView } from '@visita/contracts/booking/views';
import { ApiError } from '../../lib/api/api.ts';
import { call } from '../../lib/api/client.ts';
import { wallClock } from '../../lib/time/wall-clock.ts';

/** Milliseconds before a rate-limited call is retried. */
const retryDelayMs = 5_000;
const tries = 30;

/** Moves a visit to the same hour in the clinic's current zone; returns whether it succeeded. */
const move = async (visit: BookingView, left = tries): Promise<boolean> => {
  const { id, date, hub_service_id } = visit;
  try {
    await call('editBooking', { params: { id }, body: { date: wallClock(date), hub_service_id } });
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status !== 429 || left === 1) return false;
    await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
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
 * Moves visits to the same hour in the clinic's current zone and returns those that could not be
 * moved. A visit may have to wait until the next or previous visit has moved, so they move from
 * last to first and then from first to last.
 */
export const moveVisits = async (visits: readonly BookingView[]): Promise<BookingView[]> =>
  moveInOrder((await moveInOrder(visits.toReversed())).toReversed());
