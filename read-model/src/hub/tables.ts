import { defineTable } from '@visita/platform/projection/table';
import { periodTypes } from '../period.ts';

const windowTypes = {
  availability_id: 'text',
  hub_id: 'uuid',
  working_day: 'integer',
  starting_hour: 'text',
  ending_hour: 'text',
  valid_from: 'text?',
  valid_until: 'text?',
  every_weeks: 'integer?',
  anchor_monday: 'text?',
} as const;

export const hubAvailabilities = defineTable('hub_availabilities', ['availability_id'], windowTypes, {
  hub_availabilities_by_hub: ['hub_id'],
});

export const hubDayHours = defineTable('hub_day_hours', ['hub_id', 'date'], {
  hub_id: 'uuid',
  date: 'text',
  windows: 'text',
});

export const hubServices = defineTable(
  'hub_services',
  ['hub_service_id'],
  {
    hub_service_id: 'text',
    hub_id: 'uuid',
    clinic_service_id: 'text',
    own_duration: 'integer?',
    own_price_cents: 'integer?',
    position: 'text',
  },
  { hub_services_by_hub: ['hub_id'] },
);

export const vacations = defineTable(
  'vacations',
  ['vacation_id'],
  { vacation_id: 'text', hub_id: 'uuid', clinic_id: 'uuid', ...periodTypes, made_by: 'uuid?' },
  { vacations_by_hub: ['hub_id', 'ends_at'] },
);

/** Weekly hours with the time when they were valid. */
export const workingHours = defineTable(
  'working_hours',
  ['availability_id'],
  { ...windowTypes, since: 'timestamptz', until: 'timestamptz?' },
  { working_hours_by_hub: ['hub_id'] },
);

/** Each time a hub or clinic started or stopped taking bookings. */
export const workplaceChanges = defineTable('workplace_changes', ['place_id', 'position'], {
  place_id: 'uuid',
  position: 'text',
  changed_at: 'timestamptz',
  open: 'boolean',
});
