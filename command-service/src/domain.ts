import { createStreams, type StreamsOptions } from '@visita/platform/runtime/decider';
import { createCommit } from '@visita/platform/runtime/commit';
import { createTurns } from '@visita/platform/runtime/turns';
import type { EventStore } from '@visita/platform/event-store/port';
import { recalls } from '@visita/contracts/recall/recalls';
import { agendaDecider } from './agenda/decider.ts';
import { blocksDecider } from './block/decider.ts';
import { bookingDecider } from './booking/decider.ts';
import { claimDecider } from './claim/decider.ts';
import { clinicDecider } from './clinic/decider.ts';
import { hubDecider } from './hub/decider.ts';
import { duplicatesDecider } from './patient/duplicates.decider.ts';
import { patientDecider } from './patient/decider.ts';
import { proDecider } from './pro/decider.ts';
import { quotaDecider } from './quota/decider.ts';
import { seriesDecider } from './series/decider.ts';
import { surveyDecider } from './survey/decider.ts';
import { waitingDecider } from './waiting/decider.ts';

type Options = Pick<StreamsOptions, 'tracer' | 'snapshots' | 'budget'> &
  Pick<Parameters<typeof createCommit>[0], 'undoFailed'>;

/** Creates the streams of all deciders, and `commit` for several of them. */
export const createDomain = (store: EventStore, given: Options = {}) => {
  const options = { ...given, turns: createTurns() };
  return {
    agendas: createStreams(store, agendaDecider, options),
    blocks: createStreams(store, blocksDecider, options),
    bookings: createStreams(store, bookingDecider, options),
    claims: createStreams(store, claimDecider, options),
    clinics: createStreams(store, clinicDecider, options),
    duplicates: createStreams(store, duplicatesDecider, options),
    hubs: createStreams(store, hubDecider, options),
    patients: createStreams(store, patientDecider, options),
    pros: createStreams(store, proDecider, options),
    quotas: createStreams(store, quotaDecider, options),
    series: createStreams(store, seriesDecider, options),
    recalls: createStreams(store, recalls, options),
    surveys: createStreams(store, surveyDecider, options),
    waits: createStreams(store, waitingDecider, options),
    commit: createCommit({ store, ...options }),
  };
};

export type Domain = ReturnType<typeof createDomain>;
