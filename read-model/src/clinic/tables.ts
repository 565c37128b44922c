import type { BookableBy, HubRole, HubStatus } from '@visita/contracts/clinic/events';
import { defineTable, typed } from '@visita/platform/projection/table';
import { periodTypes } from '../period.ts';

export const clinics = defineTable(
  'clinics',
  ['clinic_id'],
  {
    clinic_id: 'uuid',
    owner_id: 'uuid',
    name: 'text',
    country: 'text',
    province_id: 'text',
    city: 'text',
    address: 'text',
    postal_code: 'text',
    phone: 'text',
    email: 'text',
    directions: 'text',
    timezone: 'text',
    online_booking: 'boolean',
    second_factor: 'boolean',
    /** Null until the owner chooses. */
    patients_shared: 'boolean?',
    status: typed<'active' | 'archived'>('text'),
    position: 'text',
  },
  { clinics_by_owner: ['owner_id'] },
);

/** Services of clinics. A withdrawn service keeps its row, with `activated` false. */
export const clinicServices = defineTable(
  'clinic_services',
  ['clinic_service_id'],
  {
    clinic_service_id: 'text',
    clinic_id: 'uuid',
    service_name: 'text',
    specialization_id: 'text',
    duration: 'integer',
    price_cents: 'integer',
    to_bring: 'text',
    step_minutes: 'integer?',
    buffer_before: 'integer',
    buffer_after: 'integer',
    notice_hours: 'integer',
    bookable_by: typed<BookableBy>('text'),
    activated: 'boolean',
    position: 'text',
  },
  { clinic_services_by_clinic: ['clinic_id'] },
);

export const closings = defineTable(
  'closings',
  ['closing_id'],
  { closing_id: 'text', clinic_id: 'uuid', ...periodTypes },
  { closings_by_clinic: ['clinic_id', 'ends_at'] },
);

export const hubs = defineTable(
  'hubs',
  ['hub_id'],
  {
    hub_id: 'uuid',
    clinic_id: 'uuid',
    pro_id: 'uuid',
    role: typed<HubRole>('text'),
    status: typed<HubStatus>('text'),
    position: 'text',
  },
  { hubs_by_clinic: ['clinic_id'], hubs_by_pro: ['pro_id'] },
);
