import type { BlockView } from '@visita/contracts/block/views';
import { call } from '../../lib/api/client.ts';
import { dropBlock } from '../../lib/data/calendar.api.ts';
import { useSubmit } from './use-submit.ts';

export const useUnblock = () => {
  const { submit } = useSubmit({ failed: 'blockFailed', done: 'timeUnblocked' });
  return ({ id, hub_id }: Pick<BlockView, 'id' | 'hub_id'>) =>
    submit(async () => {
      await call('unblockTime', { params: { id }, query: { hub_id } });
      await dropBlock(id);
    });
};
