import { defineTable } from '@visita/platform/projection/table';

/** Scope of changes that may concern any user. */
export const everybody = 'everybody';

/** Position of the last change by clinic id, pro id, or {@link everybody}. */
export const changes = defineTable(
  'changes',
  ['scope'],
  { scope: 'text', position: 'text' },
  { changes_position: ['position'] },
);
