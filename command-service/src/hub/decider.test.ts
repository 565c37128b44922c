import { sample, sampleIds } from '@visita/contracts/samples';
import { rejects, specs } from '@visita/platform/testing/decider';
import { describe, it } from 'vitest';
import { hubDecider } from './decider.ts';

const { given } = specs(hubDecider);
const ids = { hubId: sampleIds.ownerHub, clinicId: sampleIds.clinic, proId: sampleIds.owner };
const opened = { type: 'HubOpened', data: ids } as const;
const added = sample('AvailabilityAdded');
const { availability } = added.data;
const offered = sample('HubServiceOffered');
const service = { hubServiceId: sampleIds.ownerHubService, clinicServiceId: sampleIds.service };
const planned = sample('VacationPlanned');
const { vacationId, period } = planned.data;

describe('a hub', () => {
  it('opens with what the invitation gave it, once', () => {
    given([])
      .when({ type: 'open', ...ids, availabilities: [availability], services: [service] })
      .then([opened, added, offered]);
  });

  it('is not found before it opened', () => {
    given([]).when({ type: 'offer-service', service }).then(rejects('not-found'));
  });
});

describe('availabilities', () => {
  const add = (hours: Partial<typeof availability>) =>
    ({ type: 'add-availabilities', availabilities: [{ ...availability, ...hours }] }) as const;

  it('are added and removed', () => {
    given([opened]).when(add({})).then([added]);
    given([opened, added])
      .when({ type: 'remove-availability', availabilityId: availability.availabilityId })
      .once([{ type: 'AvailabilityRemoved', data: { ...ids, availabilityId: availability.availabilityId } }]);
  });

  it('cannot end before they start (decision 5)', () => {
    given([opened])
      .when(add({ startingHour: '12:00', endingHour: '09:00' }))
      .then(rejects('availability-inverted'));
    given([opened])
      .when(add({ startingHour: '09:00', endingHour: '09:00:00' }))
      .then(rejects('availability-inverted'));
  });

  it('may end at 23:59, which is midnight', () => {
    const last = { startingHour: '23:59', endingHour: '23:59' };
    given([opened])
      .when(add(last))
      .then([sample('AvailabilityAdded', { availability: { ...availability, ...last } })]);
  });

  it('that are not there cannot be removed', () => {
    given([opened])
      .when({ type: 'remove-availability', availabilityId: availability.availabilityId })
      .then(rejects('not-found'));
  });
});

describe('services of a hub', () => {
  it('are not added again for the same clinic service (spec section 5)', () => {
    given([opened]).when({ type: 'offer-service', service }).then([offered]);
    given([opened, offered])
      .when({ type: 'offer-service', service: { ...service, hubServiceId: `${ids.hubId}.other` } })
      .then([]);
  });

  it('are withdrawn once', () => {
    given([opened, offered])
      .when({ type: 'withdraw-service', hubServiceId: service.hubServiceId })
      .then([{ type: 'HubServiceWithdrawn', data: { ...ids, ...service } }]);
  });
});

describe('vacations', () => {
  it('are planned and taken back', () => {
    given([opened]).when({ type: 'plan-vacation', vacationId, period }).then([planned]);
    given([opened, planned])
      .when({ type: 'cancel-vacation', vacationId })
      .once([{ type: 'VacationCancelled', data: { ...ids, vacationId } }]);
  });

  it('cannot end before they start', () => {
    given([opened])
      .when({ type: 'plan-vacation', vacationId, period: { ...period, end: period.start } })
      .then(rejects('period-inverted'));
  });

  it('that are not there cannot be taken back', () => {
    given([opened]).when({ type: 'cancel-vacation', vacationId }).then(rejects('not-found'));
  });
});
