import { sample } from '@visita/contracts/samples';
import { rejects, specs } from '@visita/platform/testing/decider';
import { describe, it } from 'vitest';
import { seriesDecider } from './decider.ts';

const { given } = specs(seriesDecider);
const planned = sample('SeriesPlanned');
const notPlaced = sample('SeriesVisitNotPlaced');
const placed = sample('SeriesPlaced');
const changePlanned = sample('SeriesChangePlanned');
const notChanged = sample('SeriesVisitNotChanged');
const changed = sample('SeriesChanged');

describe('a series', () => {
  it('decides its dates once', () => {
    const plan = { type: 'plan', series: planned.data } as const;
    given([]).when(plan).then([planned]);
    given([planned]).when(plan).then([]);
  });

  it('names a visit that was not placed, once', () => {
    const leave = { type: 'leave-out', nth: 2, reason: 'taken' } as const;
    given([planned]).when(leave).then([notPlaced]);
    given([planned, notPlaced]).when(leave).then([]);
    given([planned])
      .when({ ...leave, nth: 9 })
      .then([]);
  });

  it('decides a change of several visits once, after all visits are handled', () => {
    const { changeId, change, plannedBy, visits } = changePlanned.data;
    const plan = { type: 'plan-change', changeId, change, plannedBy, visits } as const;
    given([planned]).when(plan).then(rejects('conflict'));
    given([planned, placed]).when(plan).then([changePlanned]);
    given([planned, placed, changePlanned]).when(plan).then([]);
  });

  it('ends a change with the changed visits, once', () => {
    const { changeId } = changePlanned.data;
    const before = [planned, placed, changePlanned];
    const leave = { type: 'leave-unchanged', changeId, nth: 3, reason: 'taken' } as const;
    given(before).when(leave).then([notChanged]);
    given([...before, notChanged])
      .when(leave)
      .then([]);
    const finish = { type: 'finish-change', changeId } as const;
    given([...before, notChanged])
      .when(finish)
      .then([changed]);
    given([...before, notChanged, changed])
      .when(finish)
      .then([]);
    given([...before, notChanged, changed])
      .when({ ...leave, nth: 1 })
      .then([]);
  });

  it('ends with the number of placed visits, once', () => {
    given([planned, notPlaced]).when({ type: 'finish' }).then([placed]);
    given([planned, notPlaced, placed]).when({ type: 'finish' }).then([]);
    given([planned, notPlaced, placed]).when({ type: 'leave-out', nth: 1, reason: 'taken' }).then([]);
  });
});
