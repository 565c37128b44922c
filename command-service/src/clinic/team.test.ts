import { sample, sampleId, sampleIds } from '@visita/contracts/samples';
import { rejects, specs } from '@visita/platform/testing/decider';
import { describe, it } from 'vitest';
import { clinicDecider } from './decider.ts';

const { given } = specs(clinicDecider);
const clinicId = sampleIds.clinic;
const [hubId, proId] = [sampleIds.guestHub, sampleIds.guest];
const opened = sample('ClinicOpened');
const service = sample('ClinicServiceAdded');
const clinic = [opened, service];
const ids = { clinicId, hubId };
const invited = sample('CollaboratorInvited', {
  hubId,
  proId,
  role: 'guest',
  status: 'pending',
  clinicServiceIds: [sampleIds.service],
});
const accepted = { type: 'CollaborationAccepted', data: ids } as const;
const rejected = { type: 'CollaborationRejected', data: ids } as const;
const paused = { type: 'CollaboratorPaused', data: ids } as const;
const stopped = { type: 'CollaboratorStopped', data: ids } as const;
const archived = { type: 'CollaboratorArchived', data: { ...ids, proId } } as const;
const myself = sample('CollaboratorInvited', { clinicServiceIds: [sampleIds.service] });
const reception = sample('CollaboratorInvited', {
  ...invited.data,
  role: 'reception',
  availabilities: [],
  clinicServiceIds: [],
});
const invite = {
  type: 'invite',
  hubId,
  proId,
  availabilities: [],
  clinicServiceIds: [sampleIds.service],
  collaboratorNumber: 1,
} as const;
const colleague = [
  sample('CollaboratorInvited', {
    hubId: sampleId(3, 9),
    proId: sampleId(1, 9),
    role: 'guest',
    status: 'pending',
  }),
  { type: 'CollaborationAccepted', data: { clinicId, hubId: sampleId(3, 9) } } as const,
];

describe('collaborator invitation', () => {
  it('gives the invitee a pending hub, as a guest', () => {
    given(clinic).when(invite).then([invited]);
  });

  it('names the mailed link', () => {
    const tokenId = sampleIds.token;
    given(clinic)
      .when({ ...invite, tokenId })
      .then([sample('CollaboratorInvited', { ...invited.data, tokenId })]);
  });

  it("carries the hub's first availabilities", () => {
    const { availability } = sample('AvailabilityAdded').data;
    given(clinic)
      .when({ ...invite, availabilities: [availability] })
      .then([sample('CollaboratorInvited', { ...invited.data, availabilities: [availability] })]);
  });

  it('of Myself is active at once, with role owner, whatever the limit', () => {
    const inviteMyself = { ...invite, hubId: sampleIds.ownerHub, proId: sampleIds.owner } as const;
    given(clinic).when(inviteMyself).then([myself]);
    given([...clinic, ...colleague])
      .when(inviteMyself)
      .then([myself]);
  });

  it('as reception offers nothing, whatever was chosen', () => {
    const { availability } = sample('AvailabilityAdded').data;
    given(clinic)
      .when({ ...invite, role: 'reception', availabilities: [availability] })
      .then([reception]);
  });

  it('as reception counts against the limit', () => {
    given([...clinic, ...colleague])
      .when({ ...invite, role: 'reception' })
      .then(rejects('collaborator-limit'));
  });

  it('as reception is never the owner’s', () => {
    given(clinic)
      .when({ ...invite, role: 'reception', proId: sampleIds.owner })
      .then(rejects('reception-role'));
  });

  it('has at most ten receptions, of which archived and rejected ones do not count', () => {
    const receptions = Array.from({ length: 10 }, (_, n) =>
      sample('CollaboratorInvited', {
        ...reception.data,
        hubId: sampleId(3, n + 20),
        proId: sampleId(1, n + 20),
      }),
    );
    const eleventh = { ...invite, role: 'reception', collaboratorNumber: 50 } as const;
    given([...clinic, ...receptions])
      .when(eleventh)
      .then(rejects('too-many'));
    given([...clinic, ...receptions])
      .when({ ...eleventh, role: undefined })
      .then([invited]);
    const { hubId: gone, proId: goneId } = receptions[3]!.data;
    const left = { type: 'CollaboratorArchived', data: { clinicId, hubId: gone, proId: goneId } } as const;
    given([...clinic, ...receptions, left])
      .when(eleventh)
      .then([reception]);
  });

  it('cannot add a service twice: a repeated selection is ignored', () => {
    given(clinic)
      .when({ ...invite, clinicServiceIds: [sampleIds.service, sampleIds.service] })
      .then([invited]);
  });

  it('happens once per person, and again after it was rejected or archived', () => {
    const again = { ...invite, hubId: sampleId(3, 5) };
    const anew = sample('CollaboratorInvited', { ...invited.data, hubId: again.hubId });
    given([...clinic, invited])
      .when(again)
      .then(rejects('already-invited'));
    given([...clinic, invited, accepted, paused])
      .when(again)
      .then(rejects('already-invited'));
    given([...clinic, invited, rejected])
      .when(again)
      .then([anew]);
    given([...clinic, invited, accepted, archived])
      .when(again)
      .then([anew]);
  });

  it('offers only services of the clinic', () => {
    given([opened]).when(invite).then(rejects('service-unknown'));
    given(clinic)
      .when({ ...invite, clinicServiceIds: [sampleIds.service, `${clinicId}.service2`] })
      .then(rejects('service-unknown'));
  });

  it("is blocked at the plan's limit of active collaborators; Myself does not count", () => {
    given([...clinic, ...colleague])
      .when(invite)
      .then(rejects('collaborator-limit'));
    given([...clinic, myself])
      .when(invite)
      .then([invited]);
  });
});

describe('an invited collaborator', () => {
  const accept = { type: 'accept', hubId, collaboratorNumber: 1 } as const;

  it('can accept (status active) or reject (status rejected)', () => {
    given([...clinic, invited])
      .when(accept)
      .then([accepted]);
    given([...clinic, invited])
      .when({ type: 'reject', hubId })
      .then([rejected]);
  });

  it('decides once', () => {
    given([...clinic, invited, rejected])
      .when(accept)
      .then(rejects('hub-status'));
    given([...clinic, invited, accepted])
      .when({ type: 'reject', hubId })
      .then(rejects('hub-status'));
    given([...clinic, invited, accepted, paused])
      .when(accept)
      .then(rejects('hub-status'));
  });

  it('is told on acceptance that the clinic shares its patients', () => {
    const told = sample('SharingTold', { hubId, proId: invited.data.proId });
    given([...clinic, sample('PatientsShared'), invited])
      .when(accept)
      .then([accepted, told]);
    const reception = { ...invited, data: { ...invited.data, role: 'reception' as const } };
    given([...clinic, sample('PatientsShared'), reception])
      .when(accept)
      .then([accepted]);
  });

  it('cannot accept beyond the plan limit', () => {
    given([...clinic, invited, ...colleague])
      .when(accept)
      .then(rejects('collaborator-limit'));
  });

  it('must have been invited', () => {
    given([...clinic, myself])
      .when(accept)
      .then(rejects('not-found'));
  });
});

describe('the clinic owner', () => {
  const activate = { type: 'activate', hubId, collaboratorNumber: 1 } as const;

  it('can toggle a collaborator between active and paused', () => {
    given([...clinic, invited, accepted])
      .when({ type: 'pause', hubId })
      .then([paused]);
    given([...clinic, invited, accepted, paused])
      .when(activate)
      .then([{ type: 'CollaboratorActivated', data: ids }]);
  });

  it('cannot toggle while the hub is rejected or pending', () => {
    for (const hub of [[invited], [invited, rejected]]) {
      given([...clinic, ...hub])
        .when({ type: 'pause', hubId })
        .then(rejects('hub-status'));
      given([...clinic, ...hub])
        .when(activate)
        .then(rejects('hub-status'));
    }
  });

  it('cannot switch on when active hubs have reached the collaboratorNumber', () => {
    given([...clinic, invited, accepted, paused, ...colleague])
      .when(activate)
      .then(rejects('collaborator-limit'));
  });

  it('can switch a stopped or paused collaborator on again if there is room', () => {
    given([...clinic, invited, accepted, stopped])
      .when(activate)
      .then([{ type: 'CollaboratorActivated', data: ids }]);
    given([...clinic, invited, accepted, stopped, ...colleague])
      .when(activate)
      .then(rejects('collaborator-limit'));
  });

  it('switches the own hub on whatever the limit', () => {
    const own = { clinicId, hubId: sampleIds.ownerHub };
    given([...clinic, myself, { type: 'CollaboratorPaused', data: own }, ...colleague])
      .when({ ...activate, hubId: own.hubId })
      .then([{ type: 'CollaboratorActivated', data: own }]);
  });

  it('can archive a hub', () => {
    given([...clinic, invited, accepted])
      .when({ type: 'archive-member', hubId })
      .then([archived]);
  });

  it("makes a guest a manager and back, but never changes the owner's role", () => {
    given([...clinic, invited, accepted])
      .when({ type: 'change-role', hubId, role: 'manager' })
      .then([{ type: 'CollaboratorRoleChanged', data: { ...ids, role: 'manager' } }]);
    given([...clinic, myself])
      .when({ type: 'change-role', hubId: sampleIds.ownerHub, role: 'guest' })
      .then(rejects('hub-status'));
    given([...clinic, invited])
      .when({ type: 'change-role', hubId, role: 'manager' })
      .then(rejects('hub-status'));
    given([...clinic, invited, rejected])
      .when({ type: 'change-role', hubId, role: 'manager' })
      .then(rejects('hub-status'));
  });

  it('keeps the role of a reception', () => {
    for (const events of [[], [accepted]])
      given([...clinic, reception, ...events])
        .when({ type: 'change-role', hubId, role: 'guest' })
        .then(rejects('reception-role'));
  });
});

describe('a lowered plan limit', () => {
  const stop = (collaboratorNumber: number) => ({ type: 'stop-beyond-limit', collaboratorNumber }) as const;

  it('stops the collaborators beyond it who were invited last', () => {
    given([...clinic, ...colleague, invited, accepted])
      .when(stop(1))
      .then([stopped]);
    given([...clinic, invited, ...colleague, accepted])
      .when(stop(1))
      .then([{ type: 'CollaboratorStopped', data: { clinicId, hubId: sampleId(3, 9) } }]);
  });

  it('stops no collaborator within it', () => {
    given([...clinic, ...colleague, invited, accepted])
      .when(stop(2))
      .then([]);
  });

  it('counts neither Myself nor inactive collaborators', () => {
    given([...clinic, myself, ...colleague, invited])
      .when(stop(1))
      .then([]);
    given([...clinic, invited, accepted, paused, ...colleague])
      .when(stop(1))
      .then([]);
  });
});
