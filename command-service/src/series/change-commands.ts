import { addDays } from '@visita/contracts/availability/zones';
import { isGone } from '@visita/contracts/booking/status';
import { Rejection } from '@visita/contracts/problem';
import { proOf } from '@visita/platform/auth/caller';
import { deriveId, seriesVisitIdOf } from '@visita/platform/ids/derive-id';
import { requireBookingAt } from '../access.ts';
import { loadBookable } from '../booking/bookable.ts';
import { bookedServices } from '../booking/several-services.ts';
import type { PlacedBooking } from '../booking/decider.ts';
import type { PlacingDeps } from '../booking/deps.ts';
import { requireUnrestricted } from '../patient/restriction.ts';
import { requireProven } from '../pro/proven.ts';
import { loadPro } from '../pro/view.ts';
import type { Command } from '../unit-of-work.ts';
import { checkDates, type CheckedVisit } from './dates.ts';
import type { PlannedSeries } from './decider.ts';
import { readSeries } from './read.ts';

type Visit = { readonly nth: number; readonly booking: PlacedBooking };
type Asked = { readonly seriesId: string; readonly from: number; readonly caller: string };

/** Returns the visits from a number on that can still be changed, in order. Throws `not-found` without the first. */
const readVisits = async (
  { domain }: PlacingDeps,
  { seriesId, visits }: PlannedSeries,
  { from, now }: { from: number; now: string },
): Promise<readonly [Visit, ...Visit[]]> => {
  const read = visits
    .filter(({ nth }) => nth >= from)
    .map(async ({ nth }) => ({
      nth,
      state: (await domain.bookings.load(seriesVisitIdOf(seriesId, nth))).state,
    }));
  const found = (await Promise.all(read)).flatMap(({ nth, state }) =>
    state.status === 'none' || isGone(state.status) || state.start <= now || state.patientGone
      ? []
      : [{ nth, booking: state }],
  );
  const [first, ...others] = found;
  if (first?.nth !== from) throw new Rejection('booking-not-active');
  return [first, ...others];
};

/** Reads a series for staff whose email address is verified, with the visits that are changed. */
const readChange = async (deps: PlacingDeps, { seriesId, from, caller }: Asked, now: string) => {
  const series = await readSeries(deps, seriesId, caller);
  requireProven(deps, await loadPro(deps.domain, caller));
  await requireUnrestricted(deps.domain, series.patientId);
  return { series, visits: await readVisits(deps, series, { from, now }) };
};

type Move = Visit & { readonly date: string };
type Checked = {
  readonly now: string;
  readonly caller: string;
  readonly decisions: Parameters<typeof checkDates>[2];
};

/**
 * Checks the new dates of visits, each with its own professional and services; with those of the first if its own can
 * no longer be booked.
 */
const checkMoves = async (
  deps: PlacingDeps,
  moves: readonly [Move, ...Move[]],
  { now, caller, decisions }: Checked,
) => {
  const except = new Set(moves.map(({ booking }) => booking.bookingId));
  const bookableOf = ({ booking }: Visit) =>
    loadBookable(deps, bookedServices(booking.service), (found) => requireBookingAt(found, caller));
  const lead = await bookableOf(moves[0]);
  const checked: (CheckedVisit & { readonly nth: number })[] = [];
  for (const group of Map.groupBy(moves, ({ booking }) =>
    bookedServices(booking.service).join(' '),
  ).values()) {
    const bookable = await bookableOf(group[0]!).catch((error: unknown) => {
      if (error instanceof Rejection) return lead;
      throw error;
    });
    const dates = group.map(({ date }) => date);
    const visits = await checkDates({ domain: deps.domain, bookable, now, except }, dates, decisions);
    checked.push(...visits.map((visit, index) => ({ ...visit, nth: group[index]!.nth })));
  }
  const inOrder = checked.toSorted((one, other) => one.nth - other.nth);
  return { timezone: lead.zone.timezone, checked: inOrder };
};

export const moveSeries: Command<'moveSeries', PlacingDeps> = async (context, work, deps) => {
  const { from, date, decisions, preview } = context.body;
  const { proId: caller } = proOf(context.caller);
  const { series, visits } = await readChange(deps, { seriesId: context.params.id, from, caller }, work.now);
  const { seriesId } = series;
  const [{ booking: first }] = visits;
  const dayOf = (booking: PlacedBooking) => deps.zones(booking.timezone).dayOf(booking.start);
  const days = (Date.parse(date.slice(0, 10)) - Date.parse(dayOf(first))) / 86_400_000;
  const moveOf = (visit: Visit): Move => {
    return { ...visit, date: `${addDays(dayOf(visit.booking), days)}T${date.slice(11, 16)}` };
  };
  const moves = [moveOf(visits[0]), ...visits.slice(1).map(moveOf)] as const;
  const { timezone, checked } = await checkMoves(deps, moves, { now: work.now, caller, decisions });
  if (!preview) {
    if (checked.some(({ decided }) => !decided) || checked.every(({ use }) => use === null))
      throw new Rejection('series-undecided');
    const moved = checked.flatMap(({ use, anyway }, index) => {
      const { nth, booking } = visits[index]!;
      const stays = use === null || deps.zones(booking.timezone).toInstant(use) === booking.start;
      return stays ? [] : [{ nth, date: use, anyway }];
    });
    // A visit leaves its time before the one that comes there.
    const later = days > 0 || date > deps.zones(first.timezone).wallOf(first.start);
    const ordered = later ? moved.toReversed() : moved;
    const changeId = deriveId(work.cause.id, 'change');
    const change = { changeId, change: 'move', visits: ordered, plannedBy: caller } as const;
    if (ordered.length > 0)
      await work.execute(deps.domain.series, seriesId, { type: 'plan-change', ...change });
  }
  const data = { id: preview ? null : seriesId, timezone, visits: checked };
  return { message: preview ? 'Dates checked' : 'Visits moved', data };
};

export const cancelSeries: Command<'cancelSeries', PlacingDeps> = async (context, work, deps) => {
  const { from } = context.query;
  const { proId: caller } = proOf(context.caller);
  const { series, visits } = await readChange(deps, { seriesId: context.params.id, from, caller }, work.now);
  const { seriesId } = series;
  const cancelled = visits
    .filter(({ booking }) => booking.attendance === 'expected')
    .map(({ nth }) => ({ nth, date: null, anyway: false }));
  const changeId = deriveId(work.cause.id, 'change');
  const change = { changeId, change: 'cancel', visits: cancelled, plannedBy: caller } as const;
  await work.execute(deps.domain.series, seriesId, { type: 'plan-change', ...change });
  return { message: 'Visits cancelled', data: { id: seriesId, cancelled: cancelled.length } };
};
