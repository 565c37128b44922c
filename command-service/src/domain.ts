import { createStreams } from '@visita/platform/decider';
import type { EventStore } from '@visita/platform/event-store/port';
import { agendaDecider } from './agenda/decider.ts';
import { bookingDecider } from './booking/decider.ts';
import { claimDecider } from './claim/decider.ts';
import { clinicDecider } from './clinic/decider.ts';
import { hubDecider } from './hub/decider.ts';
import { patientDecider } from './patient/decider.ts';
import { proDecider } from './pro/decider.ts';
import { quotaDecider } from './quota/decider.ts';
import { surveyDecider } from './survey/decider.ts';

/** All streams that commands decide on. */
export const createDomain = (store: EventStore) => ({
  agendas: createStreams(store, agendaDecider),
  bookings: createStreams(store, bookingDecider),
  claims: createStreams(store, claimDecider),
  clinics: createStreams(store, clinicDecider),
  hubs: createStreams(store, hubDecider),
  patients: createStreams(store, patientDecider),
  pros: createStreams(store, proDecider),
  quotas: createStreams(store, quotaDecider),
  surveys: createStreams(store, surveyDecider),
});

export type Domain = ReturnType<typeof createDomain>;
