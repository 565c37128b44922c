import { agendaDecider } from '@visita/command-service/agenda/decider';
import { bookingDecider } from '@visita/command-service/booking/decider';
import { claimDecider } from '@visita/command-service/claim/decider';
import { clinicDecider } from '@visita/command-service/clinic/decider';
import { hubDecider } from '@visita/command-service/hub/decider';
import { patientDecider } from '@visita/command-service/patient/decider';
import { proDecider } from '@visita/command-service/pro/decider';
import { quotaDecider } from '@visita/command-service/quota/decider';
import { surveyDecider } from '@visita/command-service/survey/decider';
import type { RecordedEvent } from '@visita/contracts/envelope';

type State = Readonly<Record<string, unknown>>;
type Fold = { readonly initialState: State; readonly evolve: (state: State, event: RecordedEvent) => State };

const deciders = {
  agenda: agendaDecider,
  booking: bookingDecider,
  claim: claimDecider,
  clinic: clinicDecider,
  hub: hubDecider,
  patient: patientDecider,
  pro: proDecider,
  quota: quotaDecider,
  survey: surveyDecider,
};

/** What kind of stream this is: what stands before the id. */
export const kindOf = (stream: string): string => stream.slice(0, stream.indexOf('-'));

const foldOf = (stream: string): Fold | null => {
  const kind = kindOf(stream);
  // A stream holds events of its own decider only.
  return Object.hasOwn(deciders, kind) ? (deciders[kind as keyof typeof deciders] as unknown as Fold) : null;
};

/** The state of each event's stream after it, by the stream's own decider; empty where there is none. */
export const statesAfter = (events: readonly RecordedEvent[]): readonly State[] => {
  const states = new Map<string, State>();
  return events.map((event) => {
    const fold = foldOf(event.stream);
    if (!fold) return {};
    const state = fold.evolve(states.get(event.stream) ?? fold.initialState, event);
    states.set(event.stream, state);
    return state;
  });
};
