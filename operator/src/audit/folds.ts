import { agendaDecider } from '@visita/command-service/agenda/decider';
import { bookingDecider } from '@visita/command-service/booking/decider';
import { claimDecider } from '@visita/command-service/claim/decider';
import { clinicDecider } from '@visita/command-service/clinic/decider';
import { duplicatesDecider } from '@visita/command-service/patient/duplicates.decider';
import { hubDecider } from '@visita/command-service/hub/decider';
import { patientDecider } from '@visita/command-service/patient/decider';
import { proDecider } from '@visita/command-service/pro/decider';
import { quotaDecider } from '@visita/command-service/quota/decider';
import { surveyDecider } from '@visita/command-service/survey/decider';
import { waitingDecider } from '@visita/command-service/waiting/decider';
import { recalls } from '@visita/contracts/recall/recalls';
import type { RecordedEvent } from '@visita/contracts/envelope';
import type { Decider } from '@visita/platform/runtime/decider';
import { evolveStored } from '@visita/platform/runtime/states';

type State = Readonly<Record<string, unknown>>;
type Fold = (event: RecordedEvent) => State;

/** Folds events of all streams of one decider; returns the state of each event's stream after it. */
const folding = <Folded extends State>(
  decider: Pick<Decider<Folded, never, unknown>, 'initialState' | 'evolve'>,
): Fold => {
  const states = new Map<string, Folded>();
  return (event) => {
    const state = evolveStored(decider, states.get(event.stream) ?? decider.initialState, event);
    states.set(event.stream, state);
    return state;
  };
};

/** Creates a fold for each kind of stream with a decider. */
const createFolds = (): ReadonlyMap<string, Fold> =>
  new Map([
    ['agenda', folding(agendaDecider)],
    ['booking', folding(bookingDecider)],
    ['claim', folding(claimDecider)],
    ['clinic', folding(clinicDecider)],
    ['duplicates', folding(duplicatesDecider)],
    ['hub', folding(hubDecider)],
    ['patient', folding(patientDecider)],
    ['pro', folding(proDecider)],
    ['quota', folding(quotaDecider)],
    ['recall', folding(recalls)],
    ['survey', folding(surveyDecider)],
    ['wait', folding(waitingDecider)],
  ]);

/** Returns the kind of a stream: the part before the id. */
export const kindOf = (stream: string): string => stream.slice(0, stream.indexOf('-'));

/** Returns the state of each event's stream after it; empty for streams without a decider. */
export const statesAfter = (events: readonly RecordedEvent[]): readonly State[] => {
  const folds = createFolds();
  return events.map((event) => folds.get(kindOf(event.stream))?.(event) ?? {});
};
