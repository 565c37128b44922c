import { defineTable } from '@visita/platform/projection/table';

/** The scope of what is not a visit: it may concern anybody. */
export const everybody = 'everybody';

/** Up to which position something changed for a clinic or a pro, by their id, or for {@link everybody}. */
export const changes = defineTable(
  'changes',
  ['scope'],
  { scope: 'text', position: 'text' },
  { changes_position: ['position'] },
);
