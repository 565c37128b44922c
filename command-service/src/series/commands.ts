import { datesAsked, type PlannedSeries as Asked } from '@visita/contracts/api/series';
import { Rejection } from '@visita/contracts/problem';
import type { SeriesView } from '@visita/contracts/series/views';
import { proOf } from '@visita/platform/auth/caller';
import type { Handlers } from '@visita/platform/http/calls';
import { deriveId, seriesVisitIdOf } from '@visita/platform/ids/derive-id';
import { stays, step } from '@visita/platform/runtime/commit';
import { requireBookingAt } from '../access.ts';
import { loadBookable } from '../booking/bookable.ts';
import type { PlacingDeps } from '../booking/deps.ts';
import { draftOf } from '../booking/draft.ts';
import { readFacts } from '../booking/facts.ts';
import { makePatientIds } from '../booking/patient-ids.ts';
import { type BookingRequest, requestedServices } from '../booking/request.ts';
import { languageSteps, registerSteps } from '../patient/register.ts';
import { type Command, handling, type UnitOfWork } from '../unit-of-work.ts';
import { checkDates, type CheckedVisit, createAlternatives } from './dates.ts';
import { cancelSeries, moveSeries } from './change-commands.ts';
import type { PlannedSeries } from './decider.ts';
import { readSeries } from './read.ts';

type Saving = { readonly body: Asked; readonly caller: string; readonly visits: readonly CheckedVisit[] };

/** Returns the request for the first visit, which tells who the patient is. */
const requestOf = ({ body, caller }: Saving, date: string): BookingRequest => {
  const { proNotes, language, privacyNotice = false, marketingConsent = false, ...services } = body.booking;
  if (!body.patient) throw new Rejection('malformed-request');
  const { id, ...typed } = body.patient;
  const given = { privacyNotice, marketingConsent };
  const origin = { by: 'pro', caller, proNotes, language, anyway: true, ...given } as const;
  return { ...services, date, patientId: id, contact: { ...typed, patientNotes: '' }, told: null, origin };
};

/** Decides the dates, and registers the patient, whose visits a process places. Returns the id of the series. */
const saveSeries = async (deps: PlacingDeps, saving: Saving, work: UnitOfWork): Promise<string> => {
  const { domain } = deps;
  const used = saving.visits.flatMap(({ use, anyway }) => (use === null ? [] : [{ date: use, anyway }]));
  const [first] = used;
  if (!first || saving.visits.some(({ decided }) => !decided)) throw new Rejection('series-undecided');
  const request = requestOf(saving, first.date);
  const facts = await readFacts(deps, request, work.now);
  if (facts.record?.status === 'registered' && facts.record.restricted)
    throw new Rejection('patient-restricted');
  const ids = facts.known ?? (await makePatientIds(deps, facts, work.cause));
  const draft = draftOf(deps, { request, facts }, ids, work);
  const { proId, clinicId, hubId, patientId, timezone, contact, proNotes } = draft;
  const seriesId = deriveId(work.cause.id, 'series');
  const visits = used.map((visit, index) => ({ nth: index + 1, ...visit }));
  const { hubServiceId, hubServiceIds, language } = saving.body.booking;
  const planned = {
    seriesId,
    proId,
    clinicId,
    hubId,
    patientId,
    hubServiceId,
    ...(hubServiceIds && { hubServiceIds }),
    timezone,
    contact,
    proNotes,
    visits,
    plannedBy: saving.caller,
    ...(language && { language }),
  };
  await work.commit({
    // A patient who is registered without a series is harmless.
    before: registerSteps(domain, draft).map((register) => ({ ...register, undo: stays })),
    decide: step(domain.series, seriesId, { type: 'plan', series: planned }),
    after: () => languageSteps(domain, draft),
  });
  return seriesId;
};

const planSeries: Command<'planSeries', PlacingDeps> = async ({ body, caller }, work, deps) => {
  const { proId } = proOf(caller);
  const bookable = await loadBookable(deps, requestedServices(body.booking), (found) =>
    requireBookingAt(found, proId),
  );
  const checking = { domain: deps.domain, bookable, now: work.now };
  const visits = await checkDates(checking, datesAsked(body), body.decisions);
  const id = body.preview ? null : await saveSeries(deps, { body, caller: proId, visits }, work);
  const data = { id, timezone: bookable.zone.timezone, visits };
  return { message: id === null ? 'Dates checked' : 'Repeated visits planned', data };
};

type Showing = { readonly series: PlannedSeries; readonly viewerId: string; readonly now: string };

/** Returns free starts near a date; none if the service can no longer be booked. */
const alternativesNear = async (deps: PlacingDeps, { series, viewerId, now }: Showing, date: string) => {
  try {
    const bookable = await loadBookable(deps, requestedServices(series), (found) =>
      requireBookingAt(found, viewerId),
    );
    return await createAlternatives({ domain: deps.domain, bookable, now })(date);
  } catch (error) {
    if (error instanceof Rejection) return [];
    throw error;
  }
};

/** Returns the latest change of a visit if it was not made, with the reason. */
const notChangedOf = ({ changes }: PlannedSeries, nth: number) => {
  const latest = Object.values(changes).findLast(({ visits }) => visits.some((one) => one.nth === nth));
  const reason = latest?.notChanged[nth];
  return latest && reason && { change: latest.change, reason };
};

const visitView = async (
  deps: PlacingDeps,
  showing: Showing,
  { nth, date }: PlannedSeries['visits'][number],
): Promise<SeriesView['visits'][number]> => {
  const { seriesId, notPlaced } = showing.series;
  const bookingId = seriesVisitIdOf(seriesId, nth);
  const visit = { nth, booking_id: bookingId, date, reason: null, alternatives: [] };
  const reason = notPlaced[nth];
  if (reason) {
    const alternatives = await alternativesNear(deps, showing, date);
    return { ...visit, state: 'not-placed', reason, alternatives };
  }
  const { state } = await deps.domain.bookings.load(bookingId);
  if (state.status === 'none') return { ...visit, state: 'waiting' };
  const now = deps.zones(state.timezone).wallOf(state.start);
  if (state.status === 'cancelled') return { ...visit, date: now, state: 'cancelled' };
  const notChanged = notChangedOf(showing.series, nth);
  return { ...visit, date: now, state: 'placed', ...(notChanged && { not_changed: notChanged }) };
};

const getSeries: Command<'getSeries', PlacingDeps> = async ({ params, caller }, { now }, deps) => {
  const { proId: viewerId } = proOf(caller);
  const series = await readSeries(deps, params.id, viewerId);
  const showing = { series, viewerId, now };
  const visits = await Promise.all(series.visits.map((visit) => visitView(deps, showing, visit)));
  const { seriesId: id, clinicId, proId, patientId, hubServiceId, timezone, status } = series;
  return {
    message: 'Repeated visits',
    data: {
      id,
      timezone,
      visits,
      done: status === 'placed',
      clinic_id: clinicId,
      pro_id: proId,
      patient_id: patientId,
      hub_service_id: hubServiceId,
    },
  };
};

/** Returns the handlers of repeated visits. */
export const seriesHandlers = (deps: PlacingDeps) => {
  const handle = handling(deps);
  return {
    planSeries: handle(planSeries),
    getSeries: handle(getSeries),
    moveSeries: handle(moveSeries),
    cancelSeries: handle(cancelSeries),
  } satisfies Handlers;
};
