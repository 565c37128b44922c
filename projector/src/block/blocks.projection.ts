import type { Projection } from '@visita/platform/projection/projection';
import { blockColumns } from '@visita/read-model/block/columns';
import { blocks } from '@visita/read-model/block/tables';
import { colleagueIn } from '../colleague.ts';

/** Blocked times of professionals. A released one leaves no row. */
export const blocksProjection: Projection = {
  name: 'blocks',
  version: 2,
  tables: [blocks],
  on: {
    TimeBlocked: (event, rows) => rows.put(blocks, blockColumns(event.data, colleagueIn(event))),
    BlockChanged: (event, rows) => rows.put(blocks, blockColumns(event.data, colleagueIn(event))),
    TimeUnblocked: ({ data }, rows) => rows.remove(blocks, { block_id: data.blockId }),
  },
};
