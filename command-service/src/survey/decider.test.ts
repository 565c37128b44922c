import { sampleId, sampleIds } from '@visita/contracts/samples';
import { specs } from '@visita/platform/testing/decider';
import { describe, it } from 'vitest';
import { surveyDecider } from './decider.ts';

const { given } = specs(surveyDecider);
const survey = {
  surveyId: sampleId(7, 1),
  subjectId: sampleIds.patient,
  bookingId: sampleIds.booking,
  rating: 4,
  comment: 'Tutto bene',
};
const submitted = { type: 'SurveySubmitted', data: survey } as const;

describe('a survey', () => {
  it('is stored as filled in', () => {
    given([]).when({ type: 'submit', survey }).then([submitted]);
  });

  it('is submitted once', () => {
    given([submitted])
      .when({ type: 'submit', survey: { ...survey, rating: 1 } })
      .then([]);
  });
});
