import type { HolidayChoice } from '@visita/contracts/clinic/events';
import { sample, sampleIds } from '@visita/contracts/samples';
import { rejects, specs } from '@visita/platform/testing/decider';
import { describe, it } from 'vitest';
import { clinicDecider } from './decider.ts';

const { given } = specs(clinicDecider);
const clinicId = sampleIds.clinic;
const opened = sample('ClinicOpened');
const now = '2026-11-20T09:00:00.000Z';

const holiday = (date: string) => {
  const closingId = `${clinicId}.${date.replaceAll('-', '')}`;
  const period = {
    title: `Festa ${date}`,
    startingDate: `${date}T00:00`,
    endingDate: `${date}T23:59`,
    start: `${date}T00:00:00.000Z`,
    end: `${date}T23:59:00.000Z`,
  };
  const { title, ...stretch } = period;
  const data = { clinicId, closingId, period: stretch, title, holiday: date };
  return {
    day: { date, closingId, period },
    planned: { type: 'ClosingPlanned', data } as const,
    cancelled: { type: 'ClosingCancelled', data: { clinicId, closingId } } as const,
    excepted: { type: 'HolidayExcepted', data: { clinicId, date } } as const,
    kept: { type: 'HolidayKept', data: { clinicId, date } } as const,
  };
};

const past = holiday('2026-11-01');
const immacolata = holiday('2026-12-08');
const christmas = holiday('2026-12-25');
const ambrogio = holiday('2026-12-07');
const choice: HolidayChoice = { country: 'IT', region: null, language: 'it' };
const chosen = { type: 'HolidaysChosen', data: { clinicId, choice } } as const;
const givenUp = { type: 'HolidaysGivenUp', data: { clinicId } } as const;
const days = [past.day, immacolata.day, christmas.day];
const choose = { type: 'choose-holidays', choice, days, now } as const;
const plan = { type: 'plan-holidays', days, now } as const;

describe('public holidays', () => {
  it('close the clinic from then on, and never in the past', () => {
    given([opened]).when(choose).once([chosen, immacolata.planned, christmas.planned]);
  });

  it('are planned once they are within twelve months, each once', () => {
    given([opened, chosen, immacolata.planned]).when(plan).once([christmas.planned]);
    given([opened]).when(plan).then([]);
  });

  it('of another region replace upcoming ones, but not past and manually planned closings', () => {
    const own = sample('ClosingPlanned');
    const region = { ...choice, region: 'MI' };
    const before = [opened, chosen, past.planned, own, immacolata.planned, christmas.planned];
    given(before)
      .when({ type: 'choose-holidays', choice: region, days: [ambrogio.day, christmas.day], now })
      .once([
        { type: 'HolidaysChosen', data: { clinicId, choice: region } },
        immacolata.cancelled,
        ambrogio.planned,
      ]);
  });

  it('given up, lose only the upcoming closings', () => {
    const own = sample('ClosingPlanned');
    given([opened, chosen, past.planned, own, christmas.planned])
      .when({ type: 'give-up-holidays', now })
      .once([givenUp, christmas.cancelled]);
    given([opened, chosen, givenUp]).when(plan).then([]);
  });

  it('kept open are planned again after choosing anew', () => {
    const again = [opened, chosen, christmas.excepted, givenUp, chosen];
    given(again).when(plan).then([immacolata.planned, christmas.planned]);
  });

  it('closed again are planned like others', () => {
    const kept = [opened, chosen, christmas.excepted, immacolata.excepted, christmas.kept];
    given(kept).when(plan).then([christmas.planned]);
  });

  it('can be kept open one by one, for good, and closed again', () => {
    const open = [opened, chosen, christmas.planned, christmas.excepted, christmas.cancelled];
    given([opened, chosen, christmas.planned])
      .when({ type: 'except-holiday', day: christmas.day, now })
      .then([christmas.excepted, christmas.cancelled]);
    given(open).when(plan).then([immacolata.planned]);
    given(open)
      .when({ type: 'keep-holiday', day: christmas.day, now })
      .once([christmas.kept, christmas.planned]);
  });

  it('become an exception too when their closing is removed', () => {
    given([opened, chosen, christmas.planned])
      .when({ type: 'cancel-closing', closingId: christmas.day.closingId })
      .once([christmas.excepted, christmas.cancelled]);
  });

  it('have no exceptions without a choice, or after they began', () => {
    const refused = rejects('not-found');
    given([opened]).when({ type: 'except-holiday', day: christmas.day, now }).then(refused);
    given([opened, chosen]).when({ type: 'keep-holiday', day: past.day, now }).then(refused);
  });

  it("count towards the clinic's maximum of closings", () => {
    const many = Array.from({ length: 499 }, (_, index) =>
      sample('ClosingPlanned', { closingId: `${clinicId}.c${index}` }),
    );
    given([opened, ...many])
      .when(choose)
      .then(rejects('too-many'));
  });
});
