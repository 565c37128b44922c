import { byType } from '@visita/contracts/cases';
import { erased } from '@visita/contracts/event';
import { Rejection } from '@visita/contracts/problem';
import type { SeriesEvent, VisitRefusal } from '@visita/contracts/series/events';
import type { Decider } from '@visita/platform/runtime/decider';

type Planned = Extract<SeriesEvent, { type: 'SeriesPlanned' }>['data'];

type ChangePlanned = Extract<SeriesEvent, { type: 'SeriesChangePlanned' }>['data'];

/** A change of several visits, with the reasons why some were not changed. */
export type SeriesChange = Pick<ChangePlanned, 'change' | 'visits' | 'plannedBy'> & {
  readonly notChanged: Readonly<Record<number, VisitRefusal>>;
  readonly done: boolean;
};

export type SeriesState =
  | { readonly status: 'none' }
  | (Planned & {
      /** `placing` until each visit is placed, or named as not placed. */
      readonly status: 'placing' | 'placed';
      /** Reasons why visits were not placed, by number. */
      readonly notPlaced: Readonly<Record<number, VisitRefusal>>;
      /** Changes of several visits, by id. */
      readonly changes: Readonly<Record<string, SeriesChange>>;
    });

/** A series that was planned. */
export type PlannedSeries = Exclude<SeriesState, { status: 'none' }>;

export type SeriesCommand =
  | { type: 'plan'; series: Planned }
  | { type: 'leave-out'; nth: number; reason: VisitRefusal }
  | { type: 'finish' }
  | ({ type: 'plan-change'; changeId: string } & Pick<ChangePlanned, 'change' | 'visits' | 'plannedBy'>)
  | { type: 'leave-unchanged'; changeId: string; nth: number; reason: VisitRefusal }
  | { type: 'finish-change'; changeId: string };

const changeTo = (state: PlannedSeries, changeId: string, changes: Partial<SeriesChange>): PlannedSeries => {
  const change = state.changes[changeId];
  return change ? { ...state, changes: { ...state.changes, [changeId]: { ...change, ...changes } } } : state;
};

const evolve = (state: SeriesState, event: SeriesEvent): SeriesState => {
  if (event.type === 'SeriesPlanned') return { ...event.data, status: 'placing', notPlaced: {}, changes: {} };
  if (state.status === 'none') return state;
  switch (event.type) {
    // The contact was only needed for placing.
    case 'SeriesPlaced':
      return { ...state, status: 'placed', contact: erased, proNotes: erased };
    case 'SeriesVisitNotPlaced':
      return { ...state, notPlaced: { ...state.notPlaced, [event.data.nth]: event.data.reason } };
    case 'SeriesChangePlanned': {
      const { changeId, change, visits, plannedBy } = event.data;
      const planned = { change, visits, plannedBy, notChanged: {}, done: false };
      return { ...state, changes: { ...state.changes, [changeId]: planned } };
    }
    case 'SeriesVisitNotChanged': {
      const { changeId, nth, reason } = event.data;
      return changeTo(state, changeId, {
        notChanged: { ...state.changes[changeId]?.notChanged, [nth]: reason },
      });
    }
    case 'SeriesChanged':
      return changeTo(state, event.data.changeId, { done: true });
  }
};

const idsOf = ({ seriesId, proId, clinicId, hubId, patientId }: Planned) => ({
  seriesId,
  proId,
  clinicId,
  hubId,
  patientId,
});

const decidePlanned = byType<
  Exclude<SeriesCommand, { type: 'plan' }>,
  [PlannedSeries],
  readonly SeriesEvent[]
>({
  'leave-out': ({ nth, reason }, state) => {
    const visit = state.visits.find((one) => one.nth === nth);
    if (!visit || state.status === 'placed' || nth in state.notPlaced) return [];
    return [{ type: 'SeriesVisitNotPlaced', data: { ...idsOf(state), nth, date: visit.date, reason } }];
  },
  finish: (_, state) => {
    if (state.status === 'placed') return [];
    const notPlaced = Object.keys(state.notPlaced).length;
    const placed = state.visits.length - notPlaced;
    return [{ type: 'SeriesPlaced', data: { ...idsOf(state), placed, notPlaced } }];
  },
  'plan-change': ({ changeId, change, visits, plannedBy }, state) => {
    if (changeId in state.changes) return [];
    // Visits that are still to be placed would be missing from the change.
    if (state.status === 'placing') throw new Rejection('conflict');
    const data = { ...idsOf(state), changeId, change, plannedBy, visits };
    return [{ type: 'SeriesChangePlanned', data }];
  },
  'leave-unchanged': ({ changeId, nth, reason }, state) => {
    const change = state.changes[changeId];
    if (!change || change.done || nth in change.notChanged) return [];
    return [{ type: 'SeriesVisitNotChanged', data: { ...idsOf(state), changeId, nth, reason } }];
  },
  'finish-change': ({ changeId }, state) => {
    const change = state.changes[changeId];
    if (!change || change.done) return [];
    const changed = change.visits.map(({ nth }) => nth).filter((nth) => !(nth in change.notChanged));
    const notChanged = change.visits.length - changed.length;
    const data = { ...idsOf(state), changeId, change: change.change, changed, notChanged };
    return [{ type: 'SeriesChanged', data }];
  },
});

/** Decides `series-<id>`: the dates of repeated visits, once, and which of them could not be placed. */
export const seriesDecider: Decider<SeriesState, SeriesEvent, SeriesCommand> = {
  stream: (id) => `series-${id}`,
  initialState: { status: 'none' },
  evolve,
  decide: (command, state) => {
    if (command.type === 'plan')
      return state.status === 'none' ? [{ type: 'SeriesPlanned', data: command.series }] : [];
    if (state.status === 'none') throw new Rejection('not-found');
    return decidePlanned(command, state);
  },
};
