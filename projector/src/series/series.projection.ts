import type { Projection } from '@visita/platform/projection/projection';
import { series } from '@visita/read-model/series/tables';

/** Series with their patients. */
export const seriesProjection: Projection = {
  name: 'series',
  version: 1,
  tables: [series],
  on: {
    SeriesPlanned: ({ data }, rows) =>
      rows.put(series, {
        series_id: data.seriesId,
        pro_id: data.proId,
        clinic_id: data.clinicId,
        patient_id: data.patientId,
      }),
  },
};
