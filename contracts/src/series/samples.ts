import type { EventSamples } from '../events.ts';
import { sampleId, sampleIds } from '../sample-ids.ts';

const ids = {
  seriesId: sampleId(10),
  proId: sampleIds.owner,
  clinicId: sampleIds.clinic,
  hubId: sampleIds.ownerHub,
  patientId: sampleIds.patient,
};

export const seriesSamples = {
  SeriesPlanned: {
    ...ids,
    hubServiceId: sampleIds.ownerHubService,
    timezone: 'Europe/Rome',
    plannedBy: sampleIds.owner,
    visits: [
      { nth: 1, date: '2026-11-23T09:00', anyway: false },
      { nth: 2, date: '2026-11-30T09:00', anyway: false },
      { nth: 3, date: '2026-12-07T09:00', anyway: true },
    ],
    contact: {
      name: 'Carla Verdi',
      email: 'carla@example.com',
      prefix: '+39',
      phone: '3330001111',
      patientNotes: '',
    },
    proNotes: 'Ciclo di tre sedute',
  },
  SeriesVisitNotPlaced: { ...ids, nth: 2, date: '2026-11-30T09:00', reason: 'taken' },
  SeriesChangePlanned: {
    ...ids,
    changeId: sampleId(10, 2),
    change: 'move',
    plannedBy: sampleIds.owner,
    visits: [
      { nth: 1, date: '2026-11-24T10:00', anyway: false },
      { nth: 3, date: '2026-12-08T10:00', anyway: false },
    ],
  },
  SeriesVisitNotChanged: { ...ids, changeId: sampleId(10, 2), nth: 3, reason: 'taken' },
  SeriesChanged: { ...ids, changeId: sampleId(10, 2), change: 'move', changed: [1], notChanged: 1 },
  SeriesPlaced: { ...ids, placed: 2, notPlaced: 1 },
} satisfies EventSamples;
