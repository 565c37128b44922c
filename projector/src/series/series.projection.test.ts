import { sample, sampleId, sampleIds } from '@visita/contracts/samples';
import { createTestDatabase, type TestDatabase } from '@visita/platform/testing/database';
import { series } from '@visita/read-model/series/tables';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGiven } from '../../testing/given.ts';
import { seriesProjection } from './series.projection.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test("a series' row names its patient, not its dates", async () => {
  const given = createGiven(() => database, seriesProjection);
  const rows = await given(sample('SeriesPlanned'), sample('SeriesPlaced')).thenRows(series);
  expect(rows).toEqual([
    {
      series_id: sampleId(10),
      pro_id: sampleIds.owner,
      clinic_id: sampleIds.clinic,
      patient_id: sampleIds.patient,
    },
  ]);
});
