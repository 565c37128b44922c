import type { Projection } from '@visita/platform/projection/projection';
import { surveys } from '@visita/read-model/survey/tables';

/** Surveys with their subjects and readers, without answers. */
export const surveysProjection: Projection = {
  name: 'surveys',
  version: 2,
  tables: [surveys],
  on: {
    SurveySubmitted: ({ data }, rows) =>
      rows.put(surveys, {
        survey_id: data.surveyId,
        subject_id: data.subjectId,
        booking_id: data.bookingId,
        pro_id: data.proId ?? null,
      }),
  },
};
