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

/** Ids of the sample booking. */
export const sampleBookingIds = {
  bookingId: sampleIds.booking,
  proId: sampleIds.owner,
  clinicId: sampleIds.clinic,
  hubId: sampleIds.ownerHub,
  patientId: sampleIds.patient,
};
