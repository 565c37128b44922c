import type { BlockDetails } from '@visita/contracts/block/events';
import { readable } from '@visita/contracts/event';

/** `madeBy`: the colleague who made or last changed it; null if the professional did. */
export const blockColumns = (block: BlockDetails, madeBy: string | null = null) => ({
  block_id: block.blockId,
  pro_id: block.proId,
  hub_id: block.hubId,
  clinic_id: block.clinicId,
  starts_at: block.start,
  ends_at: block.end,
  timezone: block.timezone,
  note: readable(block.note),
  author_id: block.author ?? null,
  made_by: madeBy,
});
