import type { EventSamples } from '../events.ts';
import { sampleId, sampleIds } from '../sample-ids.ts';

const recall = {
  recallId: sampleId(12, 1),
  patientId: sampleIds.patient,
  proId: sampleIds.owner,
  clinicId: sampleIds.clinic,
};

export const recallSamples = {
  RecallMade: {
    ...recall,
    bookingId: sampleIds.booking,
    clinicServiceId: sampleIds.service,
    by: 'staff',
    from: '2026-11-20T08:00:00.000Z',
    until: '2027-01-19T08:00:00.000Z',
  },
  RecallEnded: { ...recall, reason: 'booked' },
} satisfies EventSamples;
