import type { Projection } from '@visita/platform/projection/projection';
import { blockColumns } from '@visita/read-model/block/columns';
import { blocks } from '@visita/read-model/block/tables';

/** Blocked times of professionals. A released one leaves no row. */
export const blocksProjection: Projection = {
  name: 'blocks',
  version: 1,
  tables: [blocks],
  on: {
    TimeBlocked: ({ data }, rows) => rows.put(blocks, blockColumns(data)),
    BlockChanged: ({ data }, rows) => rows.put(blocks, blockColumns(data)),
    TimeUnblocked: ({ data }, rows) => rows.remove(blocks, { block_id: data.blockId }),
  },
};
