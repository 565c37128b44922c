import type { EventSamples } from '../events.ts';
import { sampleIds } from '../sample-ids.ts';

export const clinicSamples = {
  ClinicOpened: {
    clinicId: sampleIds.clinic,
    ownerId: sampleIds.owner,
    region: { country: 'IT', provinceId: 'IT-RM', timezone: 'Europe/Rome' },
    identity: { name: 'Studio Roma', city: 'Roma', address: 'Via Appia 1', postalCode: '00100' },
    onlineBooking: true,
  },
  ClinicServiceAdded: {
    clinicId: sampleIds.clinic,
    service: {
      clinicServiceId: sampleIds.service,
      serviceName: 'Visita',
      specializationId: 'cardiology',
      duration: 30,
      priceCents: 8_000,
    },
  },
  ClinicServiceChanged: {
    clinicId: sampleIds.clinic,
    service: {
      clinicServiceId: sampleIds.service,
      serviceName: 'Visita lunga',
      specializationId: 'cardiology',
      duration: 45,
      priceCents: 9_000,
      bufferAfter: 10,
    },
  },
  CollaboratorInvited: {
    clinicId: sampleIds.clinic,
    hubId: sampleIds.ownerHub,
    proId: sampleIds.owner,
    role: 'owner',
    status: 'active',
    availabilities: [],
    clinicServiceIds: [],
  },
  ClosingPlanned: {
    clinicId: sampleIds.clinic,
    closingId: `${sampleIds.clinic}.closing1`,
    title: 'Ponte',
    period: {
      startingDate: '2026-12-07T00:00',
      endingDate: '2026-12-08T23:59',
      start: '2026-12-06T23:00:00.000Z',
      end: '2026-12-08T23:00:00.000Z',
    },
  },
  HolidaysChosen: {
    clinicId: sampleIds.clinic,
    choice: { country: 'IT', region: null, language: 'it' },
  },
  SharingTold: {
    clinicId: sampleIds.clinic,
    hubId: sampleIds.guestHub,
    proId: sampleIds.guest,
    shared: true,
  },
  HolidayExcepted: { clinicId: sampleIds.clinic, date: '2026-12-08' },
  HolidayKept: { clinicId: sampleIds.clinic, date: '2026-12-08' },
  ClinicErased: { clinicId: sampleIds.clinic, closingIds: [`${sampleIds.clinic}.closing1`] },
  AvailabilityAdded: {
    hubId: sampleIds.ownerHub,
    clinicId: sampleIds.clinic,
    proId: sampleIds.owner,
    availability: {
      availabilityId: `${sampleIds.ownerHub}.monday`,
      workingDay: 1,
      startingHour: '09:00',
      endingHour: '12:00',
    },
  },
  DayHoursSet: {
    hubId: sampleIds.ownerHub,
    clinicId: sampleIds.clinic,
    proId: sampleIds.owner,
    date: '2026-12-24',
    windows: [{ startingHour: '09:00', endingHour: '12:00' }],
  },
  DayHoursCleared: {
    hubId: sampleIds.ownerHub,
    clinicId: sampleIds.clinic,
    proId: sampleIds.owner,
    date: '2026-12-24',
  },
  HubServiceOffered: {
    hubId: sampleIds.ownerHub,
    clinicId: sampleIds.clinic,
    proId: sampleIds.owner,
    hubServiceId: sampleIds.ownerHubService,
    clinicServiceId: sampleIds.service,
  },
  HubServiceTermsSet: {
    hubId: sampleIds.ownerHub,
    clinicId: sampleIds.clinic,
    proId: sampleIds.owner,
    hubServiceId: sampleIds.ownerHubService,
    clinicServiceId: sampleIds.service,
    own: { duration: 40, priceCents: 9_550 },
  },
  HubErased: {
    hubId: sampleIds.ownerHub,
    clinicId: sampleIds.clinic,
    proId: sampleIds.owner,
    vacationIds: [`${sampleIds.ownerHub}.vacation1`],
  },
  VacationPlanned: {
    hubId: sampleIds.ownerHub,
    clinicId: sampleIds.clinic,
    proId: sampleIds.owner,
    vacationId: `${sampleIds.ownerHub}.vacation1`,
    title: 'Ferie',
    period: {
      startingDate: '2026-12-21T00:00',
      endingDate: '2026-12-27T23:59',
      start: '2026-12-20T23:00:00.000Z',
      end: '2026-12-27T23:00:00.000Z',
    },
  },
} satisfies EventSamples;
