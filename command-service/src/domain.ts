import { createStreams } from '@visita/platform/runtime/decider';
import type { EventStore } from '@visita/platform/event-store/port';
import { type Tracer, untraced } from '@visita/platform/telemetry/tracer';
import { agendaDecider } from './agenda/decider.ts';
import { blocksDecider } from './block/decider.ts';
import { bookingDecider } from './booking/decider.ts';
import { claimDecider } from './claim/decider.ts';
import { clinicDecider } from './clinic/decider.ts';
import { hubDecider } from './hub/decider.ts';
import { patientDecider } from './patient/decider.ts';
import { proDecider } from './pro/decider.ts';
import { quotaDecider } from './quota/decider.ts';
import { surveyDecider } from './survey/decider.ts';

/** All streams that commands decide on. */
export const createDomain = (store: EventStore, tracer: Tracer = untraced) => ({
  agendas: createStreams(store, agendaDecider, { tracer }),
  blocks: createStreams(store, blocksDecider, { tracer }),
  bookings: createStreams(store, bookingDecider, { tracer }),
  claims: createStreams(store, claimDecider, { tracer }),
  clinics: createStreams(store, clinicDecider, { tracer }),
  hubs: createStreams(store, hubDecider, { tracer }),
  patients: createStreams(store, patientDecider, { tracer }),
  pros: createStreams(store, proDecider, { tracer }),
  quotas: createStreams(store, quotaDecider, { tracer }),
  surveys: createStreams(store, surveyDecider, { tracer }),
});

export type Domain = ReturnType<typeof createDomain>;
