import type { EventSamples } from '../events.ts';
import { sampleId, sampleIds } from '../sample-ids.ts';

const entry = {
  entryId: sampleId(11, 1),
  clinicId: sampleIds.clinic,
  proId: sampleIds.owner,
  patientId: sampleIds.patient,
};
const offer = { ...entry, offerId: `${sampleId(11, 1)}.0a1b2c3d4e5f` };
const time = {
  hubServiceId: sampleIds.ownerHubService,
  hubId: sampleIds.ownerHub,
  proId: sampleIds.owner,
  start: '2026-11-23T08:00:00.000Z',
  end: '2026-11-23T08:30:00.000Z',
};

export const waitingSamples = {
  WaitingJoined: {
    ...entry,
    contact: { name: 'Carla Verdi', email: 'carla@example.com', prefix: '+39', phone: '3330001111' },
    clinicServiceId: sampleIds.service,
    proIds: [],
    weekdays: [],
    fromTime: null,
    toTime: null,
    from: '2026-11-20',
    until: '2026-12-20',
    timezone: 'Europe/Rome',
    language: 'it',
    joinedBy: 'patient',
    confirmBy: '2026-11-21T09:00:00.000Z',
    bookingId: null,
    ends: '2026-12-20T23:00:00.000Z',
  },
  WaitingConfirmed: entry,
  WaitingUrgencySet: { ...entry, urgent: true },
  WaitingCalled: { ...entry, at: '2026-11-20T10:00:00.000Z' },
  WaitingPaused: { ...entry, until: '2026-12-04T09:00:00.000Z' },
  WaitingResumed: entry,
  WaitingEnded: { ...entry, reason: 'left' },
  OfferMade: {
    ...offer,
    times: [time],
    reservationId: sampleIds.reservation,
    deadline: '2026-11-20T11:00:00.000Z',
    because: 'turn',
    asked: 0,
    links: 0,
  },
  OfferTaken: { ...offer, time, bookingId: null },
  OfferDeclined: offer,
  OfferLapsed: offer,
  OfferWithdrawn: { ...offer, reason: 'staff' },
} satisfies EventSamples;
