import { type ClinicEvent, detailsOf, periodIn, storedDetails } from '@visita/contracts/clinic/events';
import { erased } from '@visita/contracts/event';
import { sample, sampleId, sampleIds } from '@visita/contracts/samples';
import { rejects, specs } from '@visita/platform/testing/decider';
import { describe, expect, it } from 'vitest';
import { clinicDecider, type ClinicCommand } from './decider.ts';

const { given, fold } = specs(clinicDecider);
const clinicId = sampleIds.clinic;
const opened = sample('ClinicOpened');
const details = detailsOf(opened.data);
const service = sample('ClinicServiceAdded');
const archived = { type: 'ClinicArchived', data: { clinicId } } as const;
const closing = sample('ClosingPlanned');

describe('a clinic', () => {
  it('is opened once: active, without services, team or closings', () => {
    given([])
      .when({ type: 'open', clinicId, ownerId: sampleIds.owner, details, onlineBooking: true })
      .then([opened]);
    expect(fold([opened])).toMatchObject({ status: 'active', services: [], team: [], closings: [] });
  });

  it('changes its details, and writes nothing if they are the same', () => {
    const moved = { ...details, address: 'Via Salaria 2' };
    given([opened])
      .when({ type: 'change-details', details: moved })
      .then([{ type: 'ClinicDetailsChanged', data: { clinicId, ...storedDetails(moved) } }]);
    // The same details, with the fields in another order.
    const reversed = Object.fromEntries(Object.entries(details).toReversed()) as typeof details;
    for (const same of [details, reversed])
      given([opened]).when({ type: 'change-details', details: same }).then([]);
  });

  it('keeps directions with its details', () => {
    const directed = { ...details, directions: 'Second floor' };
    const data = { clinicId, ...storedDetails(directed) };
    const changed = { type: 'ClinicDetailsChanged', data } as const;
    given([opened]).when({ type: 'change-details', details: directed }).then([changed]);
    expect(fold([opened, changed])).toMatchObject({ details: directed });
    given([opened, changed]).when({ type: 'change-details', details: directed }).then([]);
  });

  it('changes its details and its online booking together', () => {
    const moved = { ...details, address: 'Via Salaria 2' };
    const changed = { type: 'ClinicDetailsChanged', data: { clinicId, ...storedDetails(moved) } } as const;
    const switched = { type: 'OnlineBookingSwitched', data: { clinicId, onlineBooking: false } } as const;
    const change = { type: 'change-details', onlineBooking: false } as const;
    given([opened])
      .when({ ...change, details: moved })
      .then([changed, switched]);
    given([opened])
      .when({ ...change, details })
      .then([switched]);
    given([opened])
      .when({ ...change, details, onlineBooking: true })
      .then([]);
  });

  it('switches online booking immediately', () => {
    given([opened])
      .when({ type: 'switch-online-booking', onlineBooking: false })
      .then([{ type: 'OnlineBookingSwitched', data: { clinicId, onlineBooking: false } }]);
    given([opened]).when({ type: 'switch-online-booking', onlineBooking: true }).then([]);
  });

  it('requires a second factor of its collaborators, or not, once', () => {
    const [asked, waived] = [sample('SecondFactorAsked'), sample('SecondFactorWaived')];
    const ask = (is: boolean) => ({ type: 'ask-factor', asked: is }) as const;
    given([opened]).when(ask(true)).then([asked]);
    given([opened, asked]).when(ask(true)).then([]);
    given([opened, asked]).when(ask(false)).then([waived]);
    given([opened]).when(ask(false)).then([]);
    given([opened, archived]).when(ask(true)).then(rejects('clinic-archived'));
  });

  it('shares its patients, or not, and tells the professionals if that changes what others see', () => {
    const [shared, unshared] = [sample('PatientsShared'), sample('PatientsUnshared')];
    const share = (is: boolean) => ({ type: 'share-patients', shared: is }) as const;
    const invited = (hubId: string, changes: object) =>
      sample('CollaboratorInvited', { hubId, role: 'guest', status: 'active', ...changes });
    const team = [
      sample('CollaboratorInvited'),
      invited(sampleIds.guestHub, { proId: sampleIds.guest }),
      invited(sampleId(3, 8), { proId: sampleId(1, 8), role: 'reception' }),
      invited(sampleId(3, 9), { proId: sampleId(1, 9), status: 'pending' }),
    ];
    given([opened]).when(share(true)).then([shared]);
    given([opened, ...team])
      .when(share(true))
      .then([shared, sample('SharingTold')]);
    given([opened, ...team, shared])
      .when(share(true))
      .then([]);
    given([opened, ...team, shared])
      .when(share(false))
      .then([unshared, sample('SharingTold', { shared: false })]);
    // The owner's first choice not to share changes nothing for others.
    given([opened, ...team])
      .when(share(false))
      .then([unshared]);
    given([opened, ...team, unshared])
      .when(share(false))
      .then([]);
    given([opened, archived]).when(share(true)).then(rejects('clinic-archived'));
  });

  it('is archived by deletion, for good', () => {
    given([opened]).when({ type: 'archive' }).then([archived]);
    const commands: ClinicCommand[] = [
      { type: 'change-details', details },
      { type: 'add-services', services: [service.data.service] },
      { type: 'plan-closing', closingId: closing.data.closingId, period: periodIn(closing.data) },
      { type: 'accept', hubId: sampleIds.guestHub, collaboratorNumber: 2 },
    ];
    for (const command of commands) given([opened, archived]).when(command).then(rejects('clinic-archived'));
  });

  it('is erased for good with its owner, and archived first if necessary', () => {
    const { closingId } = closing.data;
    const gone = { type: 'ClinicErased', data: { clinicId, closingIds: [closingId] } } satisfies ClinicEvent;
    given([opened, closing]).when({ type: 'erase' }).then([archived, gone]);
    given([opened, closing, archived]).when({ type: 'erase' }).once([gone]);
  });

  it('erased, has no name and no titles of closings', () => {
    const nameless = { ...opened, data: { ...opened.data, identity: erased } } as const;
    const untitled = { ...closing, data: { ...closing.data, title: erased } } as const;
    expect(fold([nameless, untitled])).toMatchObject({
      details: { name: '', address: '', provinceId: 'IT-RM', timezone: 'Europe/Rome' },
      closings: [{ period: { title: '', start: closing.data.period.start } }],
    });
  });

  it('is not found before it opened', () => {
    given([]).when({ type: 'archive' }).then(rejects('not-found'));
  });
});

describe('clinic services', () => {
  const { clinicServiceId } = service.data.service;
  const other = sample('ClinicServiceAdded', {
    service: { ...service.data.service, clinicServiceId: `${clinicId}.service2` },
  });

  it('are added, each once', () => {
    given([opened])
      .when({ type: 'add-services', services: [service.data.service] })
      .then([service]);
    given([opened, service])
      .when({ type: 'add-services', services: [service.data.service, other.data.service] })
      .then([other]);
  });

  it('are no longer activated once removed, and only those', () => {
    const gone = { type: 'ClinicServiceArchived', data: { clinicId, clinicServiceId } } as const;
    given([opened, service, other]).when({ type: 'archive-service', clinicServiceId }).then([gone]);
    expect(fold([opened, service, other, gone])).toMatchObject({ services: [other.data.service] });
  });

  it('are changed as a whole, and only if something differs', () => {
    const changed = sample('ClinicServiceChanged');
    const change = { type: 'change-service', service: changed.data.service } as const;
    given([opened, service, other]).when(change).then([changed]);
    given([opened, service, changed]).when(change).then([]);
    given([opened, other]).when(change).then(rejects('not-found'));
    expect(fold([opened, service, other, changed])).toMatchObject({
      services: [changed.data.service, other.data.service],
    });
  });

  it('unknown, are not removed', () => {
    given([opened, other]).when({ type: 'archive-service', clinicServiceId }).then([]);
  });
});

describe('closings', () => {
  const { closingId } = closing.data;
  const period = periodIn(closing.data);
  const another = sample('ClosingPlanned', { closingId: `${clinicId}.closing2` });
  const cancelled = { type: 'ClosingCancelled', data: { clinicId, closingId } } as const;
  const cancel = { type: 'cancel-closing', closingId } as const;

  it('are planned and removed', () => {
    given([opened]).when({ type: 'plan-closing', closingId, period }).then([closing]);
    given([opened, closing, another]).when(cancel).once([cancelled]);
    given([opened, closing, cancelled]).when(cancel).then(rejects('not-found'));
  });

  it('stay when another is planned or removed', () => {
    given([opened, another]).when({ type: 'plan-closing', closingId, period }).then([closing]);
    const closings = [{ closingId: another.data.closingId, period: periodIn(another.data) }];
    expect(fold([opened, closing, another, cancelled])).toMatchObject({ closings });
  });

  it('cannot end before they start', () => {
    given([opened])
      .when({ type: 'plan-closing', closingId, period: { ...period, end: period.start } })
      .then(rejects('period-inverted'));
  });

  it('keep their local time if the clinic moves to another zone, those for holidays too', () => {
    const islands = { ...details, country: 'ES', provinceId: 'ES-TF', timezone: 'Atlantic/Canary' };
    const holiday = sample('ClosingPlanned', { closingId: `${clinicId}.closing2`, holiday: '2026-12-07' });
    const changed = { type: 'ClinicDetailsChanged', data: { clinicId, ...storedDetails(islands) } } as const;
    const stretch = {
      startingDate: '2026-12-07T00:00',
      endingDate: '2026-12-08T23:59',
      start: '2026-12-07T00:00:00.000Z',
      end: '2026-12-09T00:00:00.000Z',
    };
    const kept = [closing, holiday].map(({ type, data }) => ({ type, data: { ...data, period: stretch } }));
    given([opened, closing, holiday])
      .when({ type: 'change-details', details: islands })
      .then([changed, ...kept]);
    given([opened, changed, closing, holiday]).when({ type: 'keep-wall-clock' }).once(kept);
    expect(fold([opened, closing, holiday, changed, ...kept])).toMatchObject({
      closings: [
        { closingId, period: { title: 'Ponte', ...stretch } },
        { closingId: holiday.data.closingId, period: stretch, holiday: '2026-12-07' },
      ],
    });
  });

  it('are not planned again if the zone has another name but the same clock', () => {
    const berlin = { ...details, country: 'DE', provinceId: 'DE-BE', timezone: 'Europe/Berlin' };
    given([opened, closing])
      .when({ type: 'change-details', details: berlin })
      .then([{ type: 'ClinicDetailsChanged', data: { clinicId, ...storedDetails(berlin) } }]);
  });

  it("stay unchanged if the new zone's clock skips their time", () => {
    // On that day clocks go from 02:00 to 03:00 in Rome, and from 01:00 to 02:00 in London.
    const early = sample('ClosingPlanned', {
      period: {
        startingDate: '2027-03-28T01:45',
        endingDate: '2027-03-28T02:15',
        start: '2027-03-28T00:45:00.000Z',
        end: '2027-03-28T01:15:00.000Z',
      },
    });
    const london = { ...details, country: 'GB', provinceId: 'GB-LND', timezone: 'Europe/London' };
    given([opened, early])
      .when({ type: 'change-details', details: london })
      .then([{ type: 'ClinicDetailsChanged', data: { clinicId, ...storedDetails(london) } }]);
  });

  it('unknown, cannot be removed', () => {
    given([opened, another]).when(cancel).then(rejects('not-found'));
  });
});

it('has 200 services and 500 closings at most', () => {
  const services = Array.from({ length: 200 }, (_, number) => ({
    ...service,
    data: {
      ...service.data,
      service: { ...service.data.service, clinicServiceId: `${clinicId}.s${number}` },
    },
  }));
  given([opened, ...services])
    .when({ type: 'add-services', services: [service.data.service] })
    .then(rejects('too-many'));
  const closings = Array.from({ length: 500 }, (_, number) => ({
    ...closing,
    data: { ...closing.data, closingId: `${clinicId}.c${number}` },
  }));
  const { closingId } = closing.data;
  given([opened, ...closings])
    .when({ type: 'plan-closing', closingId, period: periodIn(closing.data) })
    .then(rejects('too-many'));
});
