import type { BlockDetails } from '@visita/contracts/block/events';
import { readable } from '@visita/contracts/event';

export const blockColumns = (block: BlockDetails) => ({
  block_id: block.blockId,
  pro_id: block.proId,
  hub_id: block.hubId,
  clinic_id: block.clinicId,
  starts_at: block.start,
  ends_at: block.end,
  timezone: block.timezone,
  note: readable(block.note),
  author_id: block.author ?? null,
});
