import { defineTable } from '@visita/platform/projection/table';

export const blocks = defineTable(
  'blocks',
  ['block_id'],
  {
    block_id: 'uuid',
    pro_id: 'uuid',
    hub_id: 'uuid',
    clinic_id: 'uuid',
    starts_at: 'timestamptz',
    ends_at: 'timestamptz',
    timezone: 'text',
    note: 'text?',
    author_id: 'uuid?',
    /** Colleague who made or last changed it; null if the professional did. */
    made_by: 'uuid?',
  },
  { blocks_by_clinic: ['clinic_id', 'starts_at'], blocks_by_pro: ['pro_id', 'starts_at'] },
);
