import { z } from 'zod';
import { defineEvent, personal, type EventsOf } from '../event.ts';
import { id, text } from '../fields.ts';

/** Events of `survey-<id>`: what somebody said of their visit. Stored, never returned. */
export const surveyEvents = {
  SurveySubmitted: defineEvent(
    'SurveySubmitted',
    {
      surveyId: id,
      /** Whose key keeps the comment: the patient's where a booking's token proves one, else the survey's own. */
      subjectId: id,
      bookingId: id.nullable(),
      rating: z.int().min(1).max(5),
      comment: personal(text(2000)),
    },
    { subject: ({ subjectId }) => `patient-${subjectId}` },
  ),
};
/** An event of one answer to the survey. */
export type SurveyEvent = EventsOf<typeof surveyEvents>;
