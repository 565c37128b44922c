import { periodIn } from '@visita/contracts/clinic/events';
import type { HubEvent } from '@visita/contracts/hub/events';
import { sample, sampleIds } from '@visita/contracts/samples';
import { rejects, specs } from '@visita/platform/testing/decider';
import { describe, expect, it } from 'vitest';
import { hubDecider } from './decider.ts';

const { given, fold } = specs(hubDecider);
const ids = { hubId: sampleIds.ownerHub, clinicId: sampleIds.clinic, proId: sampleIds.owner };
const opened = { type: 'HubOpened', data: ids } as const;
const added = sample('AvailabilityAdded');
const { availability } = added.data;
const offered = sample('HubServiceOffered');
const service = { hubServiceId: sampleIds.ownerHubService, clinicServiceId: sampleIds.service };
const planned = sample('VacationPlanned');
const { vacationId } = planned.data;
const period = periodIn(planned.data);

describe('a hub', () => {
  it('opens once, with the availabilities and services of the invitation only', () => {
    given([])
      .when({ type: 'open', ...ids, availabilities: [availability], services: [service] })
      .then([opened, added, offered]);
    const all = {
      availabilities: [availability],
      dayHours: {},
      services: [service],
      vacations: [],
      erased: false,
    };
    expect(fold([opened, added, offered])).toEqual({ status: 'open', ...ids, ...all });
  });

  it('is not found before it opened', () => {
    given([]).when({ type: 'offer-service', service }).then(rejects('not-found'));
  });
});

describe('availabilities', () => {
  const { availabilityId } = availability;
  const other = { ...availability, availabilityId: `${ids.hubId}.tuesday`, workingDay: 2 };
  const addedOther = sample('AvailabilityAdded', { availability: other });
  const remove = { type: 'remove-availability', availabilityId } as const;
  const removed = { type: 'AvailabilityRemoved', data: { ...ids, availabilityId } } as const;

  const add = (hours: Partial<typeof availability>) =>
    ({ type: 'add-availabilities', availabilities: [{ ...availability, ...hours }] }) as const;

  it('are added and removed', () => {
    given([opened]).when(add({})).then([added]);
    given([opened, added, addedOther]).when(remove).once([removed]);
    given([opened, added, removed]).when(remove).then(rejects('not-found'));
    expect(fold([opened, added, addedOther, removed])).toMatchObject({ availabilities: [other] });
  });

  it('cannot end before they start', () => {
    given([opened])
      .when(add({ startingHour: '12:00', endingHour: '09:00' }))
      .then(rejects('availability-inverted'));
    given([opened])
      .when(add({ startingHour: '09:00', endingHour: '09:00:00' }))
      .then(rejects('availability-inverted'));
    const one = { ...other, startingHour: '12:00', endingHour: '09:00' };
    given([opened])
      .when({ type: 'add-availabilities', availabilities: [availability, one] })
      .then(rejects('availability-inverted'));
  });

  it('may end at 23:59, which means midnight', () => {
    const last = { startingHour: '23:59', endingHour: '23:59' };
    given([opened])
      .when(add(last))
      .then([sample('AvailabilityAdded', { availability: { ...availability, ...last } })]);
  });

  it('unknown, cannot be removed', () => {
    given([opened, addedOther]).when(remove).then(rejects('not-found'));
  });
});

describe('the hours of one date', () => {
  const set = sample('DayHoursSet');
  const cleared = sample('DayHoursCleared');
  const { date, windows } = set.data;
  const when = (changed: typeof windows | null, today = '2026-11-20') =>
    ({ type: 'set-day-hours', days: [{ date, windows: changed }], today }) as const;

  it('are set and cleared once', () => {
    given([opened]).when(when(windows)).then([set]);
    given([opened, set]).when(when(windows)).then([]);
    given([opened, set]).when(when(null)).then([cleared]);
    given([opened]).when(when(null)).then([]);
    given([opened, set, cleared]).when(when(windows)).then([set]);
  });

  it('may be none, and cannot end before they start', () => {
    given([opened])
      .when(when([]))
      .then([sample('DayHoursSet', { windows: [] })]);
    given([opened])
      .when(when([{ startingHour: '12:00', endingHour: '12:00' }]))
      .then(rejects('availability-inverted'));
  });

  it('cannot end before they start on any of the dates', () => {
    const inverted = [{ startingHour: '12:00', endingHour: '09:00' }];
    const days = [
      { date, windows },
      { date: '2026-11-30', windows: inverted },
    ];
    given([opened])
      .when({ type: 'set-day-hours', days, today: '2026-11-20' })
      .then(rejects('availability-inverted'));
  });

  describe('are limited to 400 dates from today on, so that', () => {
    const on = (index: number) => new Date(Date.UTC(2027, 0, 1 + index)).toISOString().slice(0, 10);
    const setOn = (index: number, hours = windows) =>
      sample('DayHoursSet', { date: on(index), windows: hours });
    const setting = (index: number, today: number, changed: typeof windows | null = windows) =>
      ({ type: 'set-day-hours', days: [{ date: on(index), windows: changed }], today: on(today) }) as const;
    const first400 = Array.from({ length: 400 }, (_, index) => setOn(index));
    const full = given([opened, ...first400]);

    it('there is no room for one more, even today', () => {
      full.when(setting(400, 0)).then(rejects('too-many'));
      given([opened, ...first400.slice(1), setOn(400)])
        .when(setting(0, 0))
        .then(rejects('too-many'));
    });

    it('there is room once one of them is past', () => {
      full.when(setting(400, 1)).then([setOn(400)]);
    });

    it('changing, clearing or past dates need no room', () => {
      full.when(setting(0, 0, [])).then([setOn(0, [])]);
      full.when(setting(0, 0, null)).then([sample('DayHoursCleared', { date: on(0) })]);
      full.when(setting(400, 0, null)).then([]);
      full.when(setting(-1, 0)).then([setOn(-1)]);
    });
  });
});

describe('hub services', () => {
  const otherService = { hubServiceId: `${ids.hubId}.offer2`, clinicServiceId: `${ids.clinicId}.service2` };
  const offeredOther = sample('HubServiceOffered', otherService);
  const withdraw = { type: 'withdraw-service', hubServiceId: service.hubServiceId } as const;
  const withdrawn = { type: 'HubServiceWithdrawn', data: { ...ids, ...service } } as const;

  it('for an existing clinic service are not added again', () => {
    given([opened, offeredOther]).when({ type: 'offer-service', service }).then([offered]);
    given([opened, offered])
      .when({ type: 'offer-service', service: { ...service, hubServiceId: `${ids.hubId}.other` } })
      .then([]);
  });

  it('are withdrawn once, each on its own', () => {
    given([opened, offered, offeredOther]).when(withdraw).then([withdrawn]);
    given([opened, offeredOther]).when(withdraw).then([]);
    expect(fold([opened, offered, offeredOther, withdrawn])).toMatchObject({ services: [otherService] });
  });
});

describe('own terms of a service', () => {
  const set = sample('HubServiceTermsSet');
  const { own } = set.data;
  const when = (terms: typeof own) =>
    ({ type: 'set-terms', hubServiceId: service.hubServiceId, own: terms }) as const;

  it('are set, changed and removed', () => {
    given([opened, offered]).when(when(own)).then([set]);
    given([opened, offered, set]).when(when(own)).then([]);
    given([opened, offered]).when(when({})).then([]);
    given([opened, offered, set])
      .when(when({}))
      .then([sample('HubServiceTermsSet', { own: {} })]);
    expect(fold([opened, offered, set])).toMatchObject({ services: [{ ...service, own }] });
  });

  it('may differ in duration or price', () => {
    const { duration = 30, priceCents = 5000 } = own;
    const present = sample('HubServiceTermsSet', { own: { duration, priceCents } });
    for (const terms of [
      { duration: duration + 15, priceCents },
      { duration, priceCents: priceCents + 500 },
    ])
      given([opened, offered, present])
        .when(when(terms))
        .then([sample('HubServiceTermsSet', { own: terms })]);
  });

  it('concern one service among others', () => {
    const otherService = { hubServiceId: `${ids.hubId}.offer2`, clinicServiceId: `${ids.clinicId}.service2` };
    const offeredOther = sample('HubServiceOffered', otherService);
    given([opened, offeredOther, offered]).when(when(own)).then([set]);
    expect(fold([opened, offeredOther, offered, set])).toHaveProperty('services', [
      otherService,
      { ...service, own },
    ]);
  });

  it('belong to an offered service, and end with it', () => {
    given([opened]).when(when(own)).then(rejects('not-found'));
    const withdrawn = { type: 'HubServiceWithdrawn', data: { ...ids, ...service } } as const;
    given([opened, offered, set])
      .when({ type: 'withdraw-service', hubServiceId: service.hubServiceId })
      .then([withdrawn]);
  });
});

describe('vacations', () => {
  const another = sample('VacationPlanned', { vacationId: `${ids.hubId}.vacation2` });
  const cancel = { type: 'cancel-vacation', vacationId } as const;
  const cancelled = { type: 'VacationCancelled', data: { ...ids, vacationId } } as const;

  it('are planned and removed', () => {
    given([opened, another]).when({ type: 'plan-vacation', vacationId, period }).then([planned]);
    given([opened, planned, another]).when(cancel).once([cancelled]);
    given([opened, planned, cancelled]).when(cancel).then(rejects('not-found'));
    const left = [{ vacationId: another.data.vacationId, period: periodIn(another.data) }];
    expect(fold([opened, planned, another, cancelled])).toMatchObject({ vacations: left });
  });

  it('cannot end before they start', () => {
    given([opened])
      .when({ type: 'plan-vacation', vacationId, period: { ...period, end: period.start } })
      .then(rejects('period-inverted'));
  });

  it('keep their local time in another zone of the clinic, unless their titles are erased', () => {
    const stretch = {
      startingDate: '2026-12-21T00:00',
      endingDate: '2026-12-27T23:59',
      start: '2026-12-21T00:00:00.000Z',
      end: '2026-12-28T00:00:00.000Z',
    };
    const kept = { ...planned, data: { ...planned.data, period: stretch } };
    const keep = { type: 'keep-wall-clock', timezone: 'Atlantic/Canary' } as const;
    given([opened, planned]).when(keep).once([kept]);
    expect(fold([opened, planned, kept])).toMatchObject({
      vacations: [{ vacationId, period: { title: 'Ferie', ...stretch } }],
    });
    given([opened, planned]).when({ type: 'keep-wall-clock', timezone: 'Europe/Berlin' }).then([]);
    const gone = { type: 'HubErased', data: { ...ids, vacationIds: [vacationId] } } satisfies HubEvent;
    given([opened, planned, gone]).when(keep).then([]);
  });

  it('lose their titles once, with the account', () => {
    const gone = { type: 'HubErased', data: { ...ids, vacationIds: [vacationId] } } satisfies HubEvent;
    given([opened, planned]).when({ type: 'erase' }).then([gone]);
    given([opened]).when({ type: 'erase' }).then([]);
  });

  it('unknown, cannot be removed', () => {
    given([opened, another]).when(cancel).then(rejects('not-found'));
  });
});

describe("a hub's maximum", () => {
  const many = (count: number, changes: (number: number) => object) =>
    Array.from({ length: count }, (_, number) => changes(number));

  it('is 60 rows of hours, 100 services and 500 vacations', () => {
    const hours = many(60, (number) => ({ ...availability, availabilityId: `${ids.hubId}.a${number}` }));
    const full = hours.map(
      (one) => ({ ...added, data: { ...added.data, availability: one } }) as typeof added,
    );
    given([opened, ...full])
      .when({ type: 'add-availabilities', availabilities: [availability] })
      .then(rejects('too-many'));
    const services = many(100, (number) => ({ clinicServiceId: `${ids.clinicId}.s${number}` }));
    const all = services.map((one) => ({ ...offered, data: { ...offered.data, ...one } }));
    given([opened, ...all])
      .when({ type: 'offer-service', service })
      .then(rejects('too-many'));
    const away = many(500, (number) => ({ vacationId: `${ids.hubId}.v${number}` }));
    const taken = away.map((one) => ({ ...planned, data: { ...planned.data, ...one } }));
    given([opened, ...taken])
      .when({ type: 'plan-vacation', vacationId, period })
      .then(rejects('too-many'));
  });
});
