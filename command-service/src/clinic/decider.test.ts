import { sample, sampleIds } from '@visita/contracts/samples';
import { rejects, specs } from '@visita/platform/testing/decider';
import { describe, expect, it } from 'vitest';
import { clinicDecider, type ClinicCommand } from './decider.ts';

const { given, fold } = specs(clinicDecider);
const clinicId = sampleIds.clinic;
const opened = sample('ClinicOpened');
const { details } = opened.data;
const service = sample('ClinicServiceAdded');
const archived = { type: 'ClinicArchived', data: { clinicId } } as const;
const closing = sample('ClosingPlanned');

describe('a clinic', () => {
  it('is opened once', () => {
    given([])
      .when({ type: 'open', clinicId, ownerId: sampleIds.owner, details, onlineBooking: true })
      .then([opened]);
  });

  it('changes its details, and writes nothing where they are the same', () => {
    const moved = { ...details, address: 'Via Salaria 2' };
    given([opened])
      .when({ type: 'change-details', details: moved })
      .then([{ type: 'ClinicDetailsChanged', data: { clinicId, details: moved } }]);
    given([opened]).when({ type: 'change-details', details }).then([]);
  });

  it('switches online booking', () => {
    given([opened])
      .when({ type: 'switch-online-booking', onlineBooking: false })
      .then([{ type: 'OnlineBookingSwitched', data: { clinicId, onlineBooking: false } }]);
    given([opened]).when({ type: 'switch-online-booking', onlineBooking: true }).then([]);
  });

  it('is archived for good', () => {
    given([opened]).when({ type: 'archive' }).then([archived]);
    const commands: ClinicCommand[] = [
      { type: 'change-details', details },
      { type: 'add-services', services: [service.data.service] },
      { type: 'plan-closing', closingId: closing.data.closingId, period: closing.data.period },
      { type: 'accept', hubId: sampleIds.guestHub, collaboratorNumber: 2 },
    ];
    for (const command of commands) given([opened, archived]).when(command).then(rejects('clinic-archived'));
  });

  it('is not found before it opened', () => {
    given([]).when({ type: 'archive' }).then(rejects('not-found'));
  });
});

describe('services of a clinic', () => {
  const { clinicServiceId } = service.data.service;

  it('are added, each once', () => {
    given([opened])
      .when({ type: 'add-services', services: [service.data.service] })
      .then([service]);
  });

  it('are archived, and gone from the list', () => {
    const gone = { type: 'ClinicServiceArchived', data: { clinicId, clinicServiceId } } as const;
    given([opened, service]).when({ type: 'archive-service', clinicServiceId }).then([gone]);
    expect(fold([opened, service, gone])).toMatchObject({ services: [] });
  });
});

describe('closings', () => {
  const { closingId, period } = closing.data;

  it('are planned and taken back', () => {
    given([opened]).when({ type: 'plan-closing', closingId, period }).then([closing]);
    given([opened, closing])
      .when({ type: 'cancel-closing', closingId })
      .once([{ type: 'ClosingCancelled', data: { clinicId, closingId } }]);
  });

  it('cannot end before they start', () => {
    given([opened])
      .when({ type: 'plan-closing', closingId, period: { ...period, end: period.start } })
      .then(rejects('period-inverted'));
  });

  it('that are not there cannot be taken back', () => {
    given([opened]).when({ type: 'cancel-closing', closingId }).then(rejects('not-found'));
  });
});
