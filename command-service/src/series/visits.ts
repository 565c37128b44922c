import { isErased } from '@visita/contracts/event';
import { Rejection, type ProblemCode } from '@visita/contracts/problem';
import type { VisitRefusal } from '@visita/contracts/series/events';
import { deriveId, seriesVisitIdOf } from '@visita/platform/ids/derive-id';
import type { Cause } from '@visita/platform/runtime/decider';
import type { PlacingDeps } from '../booking/deps.ts';
import { readFacts } from '../booking/facts.ts';
import { place } from '../booking/place.ts';
import type { BookingRequest } from '../booking/request.ts';
import { unitOfProcess } from '../unit-of-work.ts';
import type { PlannedSeries } from './decider.ts';

type Visit = PlannedSeries['visits'][number];

/** Returns the request that places a visit; null once the patient was erased. */
const requestOf = (series: PlannedSeries, { nth, date, anyway }: Visit): BookingRequest | null => {
  const { seriesId, hubServiceId, hubServiceIds, patientId, contact, proNotes, language, plannedBy, visits } =
    series;
  if (isErased(contact) || isErased(proNotes)) return null;
  const visit = { bookingId: seriesVisitIdOf(seriesId, nth), series: { seriesId, nth, of: visits.length } };
  // The patient was registered when the series was planned.
  const given = { privacyNotice: false, marketingConsent: false };
  const origin = { by: 'pro', caller: plannedBy, proNotes, language, anyway, visit, ...given } as const;
  return { hubServiceId, hubServiceIds, date, patientId, contact, told: null, origin };
};

const reasons: Partial<Record<ProblemCode, VisitRefusal>> = {
  'slot-taken': 'taken',
  'buffer-taken': 'buffer',
  'professional-busy': 'closed',
};

/** Returns the reason that a refusal of a visit has in the events of its series. */
export const refusalOf = ({ code }: Rejection): VisitRefusal => reasons[code] ?? 'refused';

/**
 * Places a visit of a series, unless it was placed before; returns the reason if it is not placed. The command's id
 * derives from series and visit, so that a repeat after a crash books once.
 */
export const placeVisit = async (
  deps: PlacingDeps,
  series: PlannedSeries,
  visit: Visit,
  cause: Cause,
): Promise<VisitRefusal | null> => {
  const { seriesId, timezone } = series;
  const bookingId = seriesVisitIdOf(seriesId, visit.nth);
  const { state } = await deps.domain.bookings.load(bookingId);
  if (state.status !== 'none') return null;
  const request = requestOf(series, visit);
  if (!request) return 'refused';
  if (deps.zones(timezone).toInstant(visit.date) <= cause.time) return 'past';
  const work = unitOfProcess(deps, { ...cause, id: deriveId(bookingId, 'placing') });
  try {
    await place(deps, { request, facts: await readFacts(deps, request, work.now) }, work);
    return null;
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    return refusalOf(error);
  }
};
