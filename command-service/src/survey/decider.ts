import type { SurveyEvent } from '@visita/contracts/survey/events';
import type { Decider } from '@visita/platform/runtime/decider';

export type SurveyState = { readonly submitted: boolean };
export type SurveyCommand = {
  type: 'submit';
  survey: Extract<SurveyEvent, { type: 'SurveySubmitted' }>['data'];
};

/** Decides `survey-<id>`: a survey is submitted once. */
export const surveyDecider: Decider<SurveyState, SurveyEvent, SurveyCommand> = {
  stream: (id) => `survey-${id}`,
  initialState: { submitted: false },
  evolve: () => ({ submitted: true }),
  decide: ({ survey }, { submitted }) => (submitted ? [] : [{ type: 'SurveySubmitted', data: survey }]),
};
