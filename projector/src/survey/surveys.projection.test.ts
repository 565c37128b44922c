import { sampleId, sampleIds } from '@visita/contracts/samples';
import { createTestDatabase, type TestDatabase } from '@visita/platform/testing/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGiven } from '../../testing/given.ts';
import { surveysProjection } from './surveys.projection.ts';
import { surveys } from '@visita/read-model/survey/tables';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test("a survey's row names its subject and reader, not its answers", async () => {
  const given = createGiven(() => database, surveysProjection);
  const [surveyId, bookingId] = [sampleId(10), sampleIds.booking];
  const data = { surveyId, subjectId: sampleIds.patient, bookingId, rating: 4, comment: 'Attesa lunga' };
  expect(await given({ type: 'SurveySubmitted', data }).thenRows(surveys)).toEqual([
    { survey_id: surveyId, subject_id: sampleIds.patient, booking_id: bookingId, pro_id: null },
  ]);
  const read = { ...data, proId: sampleIds.owner };
  expect(await given({ type: 'SurveySubmitted', data: read }).thenRows(surveys)).toMatchObject([
    { survey_id: surveyId, pro_id: sampleIds.owner },
  ]);
});
