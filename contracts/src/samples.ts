import type { RecordedEvent } from './envelope.ts';
import {
  type DomainEvent,
  type EventData,
  eventDefinitions,
  type EventOf,
  type EventType,
} from './events.ts';

/** A UUID that is easy to recognise in a failing test. */
export const sampleId = (kind: number, number = 1): string =>
  `00000000-0000-4000-8${String(kind).padStart(3, '0')}-${String(number).padStart(12, '0')}`;

/** Ids of one clinic in Rome with its owner and one guest. */
export const sampleIds = {
  owner: sampleId(1, 1),
  guest: sampleId(1, 2),
  stranger: sampleId(1, 3),
  clinic: sampleId(2, 1),
  ownerHub: sampleId(3, 1),
  guestHub: sampleId(3, 2),
  service: `${sampleId(2, 1)}.service1`,
  ownerHubService: `${sampleId(3, 1)}.offer1`,
  guestHubService: `${sampleId(3, 2)}.offer1`,
  booking: sampleId(4, 1),
  patient: sampleId(5, 1),
  parent: sampleId(5, 2),
  reservation: sampleId(6, 1),
  token: sampleId(7, 1),
} as const;

/** Sample events with complete data; a test overrides the fields that matter to it. */
export const sample = <Type extends EventType>(
  type: Type,
  changes: Partial<EventData[Type]> = {},
): EventOf<Type> =>
  ({ type, data: { ...(typical[type] ?? idsOf(type)), ...changes } }) as unknown as EventOf<Type>;

/** Wraps events in store envelopes, at consecutive positions after `after`. */
export const recorded = (events: readonly DomainEvent[], after = 0): RecordedEvent[] =>
  events.map((event, index) => ({
    ...event,
    id: sampleId(9, after + index + 1),
    stream: `sample-${event.type}`,
    revision: index,
    position: String(after + index + 1).padStart(16, '0'),
    schemaVersion: 1,
    metadata: {
      correlationId: sampleId(8),
      causationId: sampleId(8),
      actor: 'anonymous',
      time: '2026-11-20T08:00:00.000Z',
    },
  }));

const bookingIds = {
  bookingId: sampleIds.booking,
  proId: sampleIds.owner,
  clinicId: sampleIds.clinic,
  hubId: sampleIds.ownerHub,
  patientId: sampleIds.patient,
};

/** Data of an event that consists of ids only. */
const idsOf = (type: EventType): Record<string, string> => {
  const ids: Readonly<Record<string, string>> = bookingIds;
  const names = Object.keys(eventDefinitions.get(type)?.schema.shape ?? {});
  return Object.fromEntries(
    names.map((name) => {
      const id = ids[name];
      if (id === undefined) throw new Error(`${type} needs a sample, for its ${name}`);
      return [name, id];
    }),
  );
};

const service = {
  hubServiceId: sampleIds.ownerHubService,
  clinicServiceId: sampleIds.service,
  serviceName: 'Visita',
  specializationId: 'cardiology',
  duration: 30,
  priceCents: 8_000,
};

const typical: { readonly [Type in EventType]?: EventData[Type] } = {
  ProSignedUp: {
    proId: sampleIds.owner,
    email: 'anna@example.com',
    username: 'anna',
    marketingConsent: false,
    comunicationsLanguage: 'it',
    termsAcceptedAt: '2026-11-01T08:00:00.000Z',
  },
  ProInvited: {
    proId: sampleIds.guest,
    email: 'bruno@example.com',
    username: 'bruno',
    clinicId: sampleIds.clinic,
    comunicationsLanguage: 'it',
    tokenId: sampleIds.token,
    expires: '2026-11-27T08:00:00.000Z',
  },
  PasswordResetRequested: {
    proId: sampleIds.owner,
    tokenId: sampleIds.token,
    expires: '2026-11-20T10:00:00.000Z',
  },
  InvitationLinkIssued: {
    proId: sampleIds.guest,
    tokenId: sampleIds.token,
    expires: '2026-11-27T08:00:00.000Z',
    clinicId: sampleIds.clinic,
  },
  AddressProofRequested: {
    proId: sampleIds.owner,
    tokenId: sampleIds.token,
    expires: '2026-11-27T08:00:00.000Z',
  },
  HoldCodeSent: {
    patientId: sampleIds.patient,
    proId: sampleIds.owner,
    clinicId: sampleIds.clinic,
    hubId: sampleIds.ownerHub,
    codeId: sampleIds.token,
    expires: '2026-11-20T09:30:00.000Z',
    email: 'carla@example.com',
    language: 'it',
  },
  AccountReviewAsked: { proId: sampleIds.owner, about: 'holdings' },
  AccountReviewed: { proId: sampleIds.owner, about: 'holdings', kept: true },
  ProAddressProven: { proId: sampleIds.owner, by: 'sign-up' },
  BookingSlugRequested: { proId: sampleIds.owner, calendarPageUrl: 'studio_rossi', turn: 1 },
  BookingSlugGivenUp: { proId: sampleIds.owner, turn: 1 },
  PasswordSet: { proId: sampleIds.owner, tokenId: sampleIds.token, link: 'reset' },
  EmailChangeRequested: {
    proId: sampleIds.owner,
    tokenId: sampleIds.token,
    expires: '2026-11-20T10:00:00.000Z',
    newEmail: 'anna.rossi@example.com',
  },
  ExternalCalendarConnected: {
    proId: sampleIds.owner,
    connectionId: sampleId(10),
    replaces: null,
  },
  EmailChanged: {
    proId: sampleIds.owner,
    tokenId: sampleIds.token,
    email: 'anna.rossi@example.com',
    previous: 'anna@example.com',
  },
  PersonalDataSaved: {
    proId: sampleIds.owner,
    title: 'doc',
    profile: { name: 'Anna', lastname: 'Rossi', prefix: '+39', phone: '3331234567' },
  },
  PlanChosen: { proId: sampleIds.owner, plan: 'free' },
  PlanAssigned: { proId: sampleIds.owner, plan: 'premium' },
  CollaboratorOnboarded: {
    proId: sampleIds.guest,
    title: 'specialist',
    profile: { name: 'Bruno', lastname: 'Bianchi', prefix: '+39', phone: '3337654321' },
    marketingConsent: true,
    termsAcceptedAt: '2026-11-02T08:00:00.000Z',
  },
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
  HolidayExcepted: { clinicId: sampleIds.clinic, date: '2026-12-08' },
  HolidayKept: { clinicId: sampleIds.clinic, date: '2026-12-08' },
  ClinicErased: { clinicId: sampleIds.clinic, closingIds: [`${sampleIds.clinic}.closing1`] },
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
  PatientRegistered: {
    patientId: sampleIds.patient,
    proId: sampleIds.owner,
    email: 'carla@example.com',
    contact: { name: 'Carla Verdi', prefix: '+39', phone: '3330001111' },
    birthDate: null,
  },
  PatientPlacedUnder: {
    patientId: sampleIds.patient,
    proId: sampleIds.owner,
    responsibleId: sampleIds.parent,
    relation: 'child',
  },
  PatientOnTheirOwn: {
    patientId: sampleIds.patient,
    proId: sampleIds.owner,
    email: null,
  },
  BookingContactNamed: {
    ...bookingIds,
    contactId: sampleIds.parent,
    contact: { name: 'Elena Verdi', email: 'elena@example.com', prefix: '+39', phone: '3330002222' },
  },
  BookingContactErased: { ...bookingIds, contactId: sampleIds.parent },
  OnlineBookingSuspended: {
    patientId: sampleIds.patient,
    proId: sampleIds.owner,
    reason: 'Assente tre volte',
  },
  PatientErasureAnnounced: {
    patientId: sampleIds.patient,
    proId: sampleIds.owner,
    due: '2026-12-20T08:00:00.000Z',
    years: 10,
  },
  PatientErasureCalledOff: {
    patientId: sampleIds.patient,
    proId: sampleIds.owner,
    because: 'needed',
  },
  LegalHoldSet: {
    patientId: sampleIds.patient,
    proId: sampleIds.owner,
    reason: 'Causa in corso',
  },
  LegalHoldLifted: {
    patientId: sampleIds.patient,
    proId: sampleIds.owner,
    reason: 'Causa chiusa',
  },
  PatientsMerged: { proId: sampleIds.owner, keptId: sampleIds.patient, absorbedId: sampleIds.parent },
  PatientsSeparated: { proId: sampleIds.owner, keptId: sampleIds.patient, absorbedId: sampleIds.parent },
  PatientsToldApart: { proId: sampleIds.owner, patientId: sampleIds.patient, otherId: sampleIds.parent },
  CareTaken: { proId: sampleIds.owner, patientId: sampleIds.patient, responsibleId: sampleIds.parent },
  CareEnded: { proId: sampleIds.owner, patientId: sampleIds.patient },
  PatientTagsSet: {
    patientId: sampleIds.patient,
    proId: sampleIds.owner,
    tags: ['Ortodonzia', 'Allergia lattice'],
  },
  PatientNoteWritten: {
    patientId: sampleIds.patient,
    proId: sampleIds.owner,
    note: 'Preferisce il pomeriggio',
  },
  PatientUpdated: {
    patientId: sampleIds.patient,
    proId: sampleIds.owner,
    contact: { name: 'Carla Verdi Neri', prefix: '+34', phone: '600111222' },
  },
  TimeBlocked: {
    blockId: sampleId(10, 1),
    proId: sampleIds.owner,
    hubId: sampleIds.ownerHub,
    clinicId: sampleIds.clinic,
    reservationId: sampleId(6, 9),
    start: '2026-11-23T12:00:00.000Z',
    end: '2026-11-23T14:00:00.000Z',
    timezone: 'Europe/Rome',
    note: 'Dentista',
  },
  BlockChanged: {
    blockId: sampleId(10, 1),
    proId: sampleIds.owner,
    hubId: sampleIds.ownerHub,
    clinicId: sampleIds.clinic,
    reservationId: sampleId(6, 10),
    start: '2026-11-23T13:00:00.000Z',
    end: '2026-11-23T15:00:00.000Z',
    timezone: 'Europe/Rome',
    note: 'Dentista',
    previous: {
      reservationId: sampleId(6, 9),
      start: '2026-11-23T12:00:00.000Z',
      end: '2026-11-23T14:00:00.000Z',
    },
  },
  TimeUnblocked: {
    blockId: sampleId(10, 1),
    proId: sampleIds.owner,
    hubId: sampleIds.ownerHub,
    clinicId: sampleIds.clinic,
    reservationId: sampleId(6, 9),
    start: '2026-11-23T12:00:00.000Z',
    end: '2026-11-23T14:00:00.000Z',
  },
  BookingPlaced: {
    ...bookingIds,
    reservationId: sampleIds.reservation,
    start: '2026-11-23T08:00:00.000Z',
    end: '2026-11-23T08:30:00.000Z',
    timezone: 'Europe/Rome',
    service,
    contact: {
      name: 'Carla Verdi',
      email: 'carla@example.com',
      prefix: '+39',
      phone: '3330001111',
      patientNotes: 'Prima volta',
    },
    proNotes: '',
    language: 'it',
    placedBy: 'patient',
    marketingConsent: false,
    confirmBy: '2026-11-20T09:00:00.000Z',
  },
  BookingCancelled: { ...bookingIds, by: 'pro' },
  BookingNotMailed: { ...bookingIds, reason: 'budget' },
  BookingOrphaned: { ...bookingIds, reason: 'hub-archived' },
  BookingHandedOver: {
    ...bookingIds,
    proId: sampleIds.guest,
    hubId: sampleIds.guestHub,
    patientId: sampleId(5, 2),
    contact: {
      name: 'Carla Verdi',
      email: 'carla@example.com',
      prefix: '+39',
      phone: '3330001111',
      patientNotes: 'Prima volta',
    },
    proNotes: '',
    previous: { proId: sampleIds.owner, patientId: sampleIds.patient },
  },
  BookingNoted: { ...bookingIds, proNotes: 'Da "rivedere" \\ {subito}' },
  PatientArrived: { ...bookingIds, at: '2026-11-23T07:50:00.000Z' },
  BookingMissed: { ...bookingIds, excused: false },
  AttendanceCorrected: { ...bookingIds, attendance: 'expected', previous: 'missed', arrivedAt: null },
  BookingMoved: {
    ...bookingIds,
    reservationId: sampleId(6, 2),
    start: '2026-11-23T09:00:00.000Z',
    end: '2026-11-23T09:30:00.000Z',
    timezone: 'Europe/Rome',
    service,
    by: 'pro',
    previous: {
      proId: sampleIds.owner,
      reservationId: sampleIds.reservation,
      start: '2026-11-23T08:00:00.000Z',
      end: '2026-11-23T08:30:00.000Z',
    },
  },
};
