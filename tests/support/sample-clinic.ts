import type { DomainEvent } from '@visita/contracts/events';
import { sample, sampleIds } from '@visita/contracts/samples';

const { clinic: clinicId, guest, guestHub, guestHubService, service, stranger } = sampleIds;

/** Anna's clinic in Rome, open on Mondays, with Bruno as a guest; and an unrelated professional. */
export const sampleClinic: readonly DomainEvent[] = [
  sample('ProSignedUp'),
  sample('PersonalDataSaved'),
  sample('PlanChosen'),
  sample('ProInvited'),
  sample('CollaboratorOnboarded'),
  sample('ProSignedUp', { proId: stranger, email: 'sofia@example.com', username: 'sofia' }),
  sample('ClinicOpened'),
  sample('ClinicServiceAdded'),
  sample('CollaboratorInvited'),
  sample('AvailabilityAdded'),
  sample('HubServiceOffered'),
  sample('CollaboratorInvited', { hubId: guestHub, proId: guest, role: 'guest', status: 'pending' }),
  sample('HubServiceOffered', {
    hubId: guestHub,
    proId: guest,
    hubServiceId: guestHubService,
    clinicServiceId: service,
  }),
];

export const guestAccepts: DomainEvent = {
  type: 'CollaborationAccepted',
  data: { clinicId, hubId: guestHub },
};
