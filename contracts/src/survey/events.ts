import { z } from 'zod';
import { defineEvent, personal, type EventsOf } from '../event.ts';
import { id, text } from '../fields.ts';

/** Events of `survey-<id>`: a patient's feedback on a visit. */
export const surveyEvents = {
  SurveySubmitted: defineEvent(
    'SurveySubmitted',
    {
      surveyId: id,
      /**
       * Subject with the key that encrypts the comment: the patient if a booking's token identifies
       * them, otherwise the survey itself.
       */
      subjectId: id,
      bookingId: id.nullable(),
      rating: z.int().min(1).max(5),
      comment: personal(text(2000)),
      /**
       * The treating professional, who may read the answer. Absent if the answer was promised to be
       * confidential: it is stored and never returned.
       */
      proId: id.optional(),
    },
    { subject: ({ subjectId }) => `patient-${subjectId}` },
  ),
};
export type SurveyEvent = EventsOf<typeof surveyEvents>;
