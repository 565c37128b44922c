import type { ActivityKind } from '@visita/contracts/activity/views';
import type { UnmailedReason } from '@visita/contracts/booking/events';
import { defineTable, typed } from '@visita/platform/projection/table';

/** Events that professionals get notices of. Names are read from the tables of bookings, clinics and pros. */
export const activities = defineTable(
  'activities',
  ['position'],
  {
    position: 'text',
    kind: typed<ActivityKind>('text'),
    at: 'timestamptz',
    pro_id: 'uuid',
    /** Clinic whose staff get the notice; null if only the pro does. */
    clinic_id: 'uuid?',
    hub_id: 'uuid?',
    booking_id: 'uuid?',
    series_id: 'uuid?',
    starts_at: 'timestamptz?',
    ends_at: 'timestamptz?',
    /** Start before the move. */
    previous_at: 'timestamptz?',
    reason: typed<UnmailedReason | null>('text?'),
    /** The colleague who acted. */
    actor_id: 'uuid?',
  },
  {
    activities_by_clinic: ['clinic_id', 'position'],
    activities_by_pro: ['pro_id', 'position'],
    activities_by_time: ['at'],
  },
);
