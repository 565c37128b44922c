import type { Projection } from '@visita/platform/projection/projection';
import { activitiesProjection } from './activity/activities.projection.ts';
import { blocksProjection } from './block/blocks.projection.ts';
import { bookingsProjection } from './booking/bookings.projection.ts';
import { busyIntervalsProjection } from './booking/busy-intervals.projection.ts';
import { clinicsProjection } from './clinic/clinics.projection.ts';
import { changesProjection } from './change/changes.projection.ts';
import { teamProjection } from './clinic/team.projection.ts';
import { hubsProjection } from './hub/hubs.projection.ts';
import { workingTimeProjection } from './hub/working-time.projection.ts';
import { figuresProjection } from './overview/figures.projection.ts';
import { messagesProjection } from './messages/messages.projection.ts';
import { clinicPatientsProjection } from './patient/clinic-patients.projection.ts';
import { patientsProjection } from './patient/patients.projection.ts';
import { prosProjection } from './pro/pros.projection.ts';
import { seriesProjection } from './series/series.projection.ts';
import { recallsProjection } from './recall/recalls.projection.ts';
import { surveysProjection } from './survey/surveys.projection.ts';
import { offeredTimesProjection, waitingProjection } from './waiting/waiting.projection.ts';

const shown: readonly Projection[] = [
  prosProjection,
  clinicsProjection,
  teamProjection,
  hubsProjection,
  workingTimeProjection,
  blocksProjection,
  bookingsProjection,
  busyIntervalsProjection,
  figuresProjection,
  messagesProjection,
  patientsProjection,
  clinicPatientsProjection,
  seriesProjection,
  surveysProjection,
  waitingProjection,
];

export const projections: readonly Projection[] = [
  ...shown,
  // No cached answer depends on these.
  activitiesProjection,
  offeredTimesProjection,
  recallsProjection,
  changesProjection(shown),
];
