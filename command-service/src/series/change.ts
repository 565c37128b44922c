import { Rejection } from '@visita/contracts/problem';
import type { VisitRefusal } from '@visita/contracts/series/events';
import { deriveId, seriesVisitIdOf } from '@visita/platform/ids/derive-id';
import { step } from '@visita/platform/runtime/commit';
import type { Cause } from '@visita/platform/runtime/decider';
import { requireBookingAt } from '../access.ts';
import { loadBookable, requireOpen } from '../booking/bookable.ts';
import { readChangeable } from '../booking/changes.ts';
import type { PlacingDeps } from '../booking/deps.ts';
import { moveBooking, readMove } from '../booking/move.ts';
import { leavingSteps } from '../booking/reserve.ts';
import { bookedServices } from '../booking/several-services.ts';
import type { PlacedBooking } from '../booking/decider.ts';
import { unitOfProcess } from '../unit-of-work.ts';
import type { SeriesChange } from './decider.ts';
import { refusalOf } from './visits.ts';

type Changing = {
  readonly seriesId: string;
  readonly changeId: string;
  readonly change: SeriesChange;
  readonly visit: SeriesChange['visits'][number];
};

const moveVisit = async (
  deps: PlacingDeps,
  booking: PlacedBooking,
  { changeId, change, visit: { date, anyway } }: Changing,
  cause: Cause,
): Promise<void> => {
  if (date === null || deps.zones(booking.timezone).toInstant(date) === booking.start) return;
  const bookable = await loadBookable(deps, bookedServices(booking.service), (found) =>
    requireBookingAt(found, change.plannedBy),
  );
  const placing = anyway ? 'anyway' : 'staff';
  const request = { booking, bookable, date, by: 'pro', placing, changeId } as const;
  const facts = await readMove(deps, request, cause.time);
  requireOpen(bookable, facts.interval);
  await moveBooking(deps, facts, unitOfProcess(deps, cause));
};

/**
 * Moves or cancels a visit of a series; returns the reason if it is not changed. The command's id derives from the
 * change and the visit, so that a repeat after a crash changes it once.
 */
export const changeVisit = async (
  deps: PlacingDeps,
  changing: Changing,
  cause: Cause,
): Promise<VisitRefusal | null> => {
  const { domain } = deps;
  const { seriesId, changeId, change, visit } = changing;
  const bookingId = seriesVisitIdOf(seriesId, visit.nth);
  const own = { ...cause, id: deriveId(bookingId, changeId) };
  try {
    const booking = await readChangeable({ domain }, bookingId, change.plannedBy);
    if (change.change === 'move') {
      await moveVisit(deps, booking, changing, own);
      return null;
    }
    const decide = step(domain.bookings, bookingId, { type: 'cancel', by: 'pro', changeId });
    await domain.commit({ decide, after: (cancelled) => leavingSteps(domain, cancelled) }, own);
    return null;
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    return refusalOf(error);
  }
};
